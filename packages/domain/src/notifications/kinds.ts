import type { BilingualText } from '../text/bilingual-text.ts';

/** Which choice of a user says how a notification goes by mail. */
export type NotificationSetting = 'turn' | 'moved' | 'comments';

/** The parts of a mail, in their order. */
export const MAIL_SECTIONS = {
  waiting: 'Чека на вас',
  documents: 'Документи',
  moves: 'Кретање пројеката',
  comments: 'Коментари',
} as const;

/** Icons of the list, by their names in the set of the product (apps/web/src/ui/icons.ts). */
export type NotificationIcon =
  | 'AlertTriangle'
  | 'ArrowRight'
  | 'At'
  | 'Bell'
  | 'Bug'
  | 'CalendarMonth'
  | 'Checklist'
  | 'CornerDownRight'
  | 'Gavel'
  | 'Message';

interface NotificationRecord {
  setting: NotificationSetting;
  section: keyof typeof MAIL_SECTIONS;
  icon: NotificationIcon;
  /** The event: a sentence, or a function that makes it from the step and the state of the project. */
  says: BilingualText | 'turn' | 'move' | 'decision';
}

/**
 * All notifications. turn: it is my step · moved, decision: a step of a project that I follow or took part in, and a
 * decision after which it is my step · infected: a virus in a document · the rest: comments.
 */
export const NOTIFICATION_KINDS = {
  turn: { setting: 'turn', section: 'waiting', icon: 'Checklist', says: 'turn' },
  moved: { setting: 'moved', section: 'moves', icon: 'ArrowRight', says: 'move' },
  decision: { setting: 'moved', section: 'moves', icon: 'Gavel', says: 'decision' },
  comment: {
    setting: 'comments',
    section: 'comments',
    icon: 'Message',
    says: { sr: 'Нов коментар', en: 'New comment' },
  },
  answer: {
    setting: 'comments',
    section: 'comments',
    icon: 'CornerDownRight',
    says: { sr: 'Одговор на ваш коментар', en: 'Reply to your comment' },
  },
  mention: {
    setting: 'comments',
    section: 'comments',
    icon: 'At',
    says: { sr: 'Поменути сте у коментару', en: 'You are mentioned in a comment' },
  },
  infected: {
    setting: 'turn',
    section: 'documents',
    icon: 'Bug',
    says: {
      sr: 'У документу је нађен вирус; не може се преузети',
      en: 'A virus was found in a document; it cannot be downloaded',
    },
  },
} as const satisfies Readonly<Record<string, NotificationRecord>>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** The record of a kind, whichever it is. */
export const notificationKind = (kind: NotificationKind): NotificationRecord => NOTIFICATION_KINDS[kind];
