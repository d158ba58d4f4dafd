import {
  IconArrowRight,
  IconAt,
  IconBug,
  IconChecklist,
  IconCornerDownRight,
  IconGavel,
  IconMessage,
  type IconProps,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Notification, NotificationKind } from '@pimis/contract/daily';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import type { MessagesOf } from '../../i18n/areas.ts';
import { hasText } from '../../i18n/i18n.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { markRead } from './api.ts';
import './daily.css';

const ICONS: Record<NotificationKind, ComponentType<IconProps>> = {
  turn: IconChecklist,
  moved: IconArrowRight,
  decision: IconGavel,
  comment: IconMessage,
  answer: IconCornerDownRight,
  mention: IconAt,
  infected: IconBug,
};

type OperationKey = keyof MessagesOf<'projects'>['page']['operations'];

function isOperation(key: string | null): key is OperationKey {
  return key !== null && hasText(`projects.page.operations.${key}`);
}

function whatHappened(notification: Notification, { t, pair }: Text): string {
  const { kind, step, operation, phaseStatus } = notification;
  if (kind === 'turn') return step ? t('daily.what.turn', { step: pair(step) }) : t('daily.what.turnOpen');
  if (kind === 'moved' || kind === 'decision') {
    return isOperation(operation) ? t(`projects.page.operations.${operation}`) : pair(statusInfo(phaseStatus).label);
  }
  return t(`daily.what.${kind}`);
}

function Item({ notification, onOpen }: { notification: Notification; onOpen: (notification: Notification) => void }) {
  const text = useText();
  const { t, data, pair, instant } = text;
  const { kind, projectCode, commentId, documentId, phase, phaseStatus, readDate } = notification;
  const Icon = ICONS[kind];
  const archived = notification.projectStatus === PROJECT_STATUS.archived;
  const tab = documentId !== null ? 'documents' : commentId === null ? 'details' : 'comments';
  const state = t('projects.page.phaseLine', {
    phase: pair(phaseInfo(phase).title),
    status: pair(statusInfo(phaseStatus).label).toLocaleLowerCase('sr'),
  });
  return (
    <li className="notification" data-unread={readDate === null}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <Link
        to={`${archived ? '/projects-archived' : '/projects'}/${projectCode}/${tab}`}
        onClick={() => onOpen(notification)}
      >
        <span className="what">
          {readDate === null && <span className="visually-hidden">{t('daily.unread')}: </span>}
          {whatHappened(notification, text)}
        </span>
        <span className="project">
          {data(notification.projectName)} <span className="meta">{projectCode}</span>
        </span>
        {notification.comment && <span className="excerpt">{data(notification.comment)}</span>}
        <span className="meta">
          {notification.userName !== '' && `${data(notification.userName)} · `}
          {instant(notification.createdDate).slice(0, -':00'.length)}
          {commentId === null && documentId === null && ` · ${state}`}
        </span>
      </Link>
    </li>
  );
}

/** Notifications as links to where they lead; opening one marks it as read. */
export function NotificationList({ rows, onOpen }: { rows: readonly Notification[]; onOpen?: () => void }) {
  const text = useText();
  const client = useQueryClient();
  const open = async ({ id, readDate }: Notification) => {
    onOpen?.();
    if (readDate !== null) return;
    try {
      await markRead(id);
      await client.invalidateQueries({ queryKey: ['notifications'] });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <ul className="notifications">
      {rows.map((notification) => (
        <Item key={notification.id} notification={notification} onOpen={(opened) => void open(opened)} />
      ))}
    </ul>
  );
}
