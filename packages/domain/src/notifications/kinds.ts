import type { BilingualText } from '../text/bilingual-text.ts';

/** The setting by which a user chooses how a notification is mailed. */
export type NotificationSetting = 'turn' | 'moved' | 'comments';

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
  icon: NotificationIcon;
  /**
   * The sentence about the event, or its source: `turn` for the user's next step, `move` for the step that was taken
   * (`eventText`).
   */
  says: BilingualText | 'turn' | 'move';
}

/**
 * All notifications. turn: it is my step · moved, decision: a step of a project that I follow or took part in, and a
 * decision after which it is my step · infected: a virus in a document · the rest: comments.
 */
export const NOTIFICATION_KINDS = {
  turn: { setting: 'turn', icon: 'Checklist', says: 'turn' },
  moved: { setting: 'moved', icon: 'ArrowRight', says: 'move' },
  decision: { setting: 'moved', icon: 'Gavel', says: 'move' },
  comment: {
    setting: 'comments',

    icon: 'Message',
    says: { sr: 'Нов коментар', en: 'New comment' },
  },
  answer: {
    setting: 'comments',

    icon: 'CornerDownRight',
    says: { sr: 'Одговор на ваш коментар', en: 'Reply to your comment' },
  },
  mention: {
    setting: 'comments',

    icon: 'At',
    says: { sr: 'Поменути сте у коментару', en: 'You are mentioned in a comment' },
  },
  infected: {
    setting: 'turn',

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
