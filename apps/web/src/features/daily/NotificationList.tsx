import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { AbsenceNotification, Notification, ProjectNotification } from '@pimis/contract/daily';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { addDays } from '@pimis/domain/dates/dates';
import { eventText } from '@pimis/domain/notifications/event-text';
import { type NotificationIcon, notificationKind } from '@pimis/domain/notifications/kinds';
import { stateText } from '@pimis/domain/workflow/statuses';
import { activityComment } from '../../i18n/activity-text.ts';
import { dayOf } from '../../i18n/format.ts';
import { useText } from '../../i18n/use-text.ts';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconAt,
  IconBell,
  IconBug,
  IconCalendarMonth,
  IconChecklist,
  IconCornerDownRight,
  IconGavel,
  IconMessage,
} from '../../ui/icons.ts';
import type { Icon } from '../../ui/path-icon.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { markRead } from './api.ts';
import './daily.css';

const ICONS: Readonly<Record<NotificationIcon, Icon>> = {
  AlertTriangle: IconAlertTriangle,
  ArrowRight: IconArrowRight,
  At: IconAt,
  Bell: IconBell,
  Bug: IconBug,
  CalendarMonth: IconCalendarMonth,
  Checklist: IconChecklist,
  CornerDownRight: IconCornerDownRight,
  Gavel: IconGavel,
  Message: IconMessage,
};

interface ItemProps<Shown> {
  notification: Shown;
  /** No heading shows its day. */
  isDated?: boolean;
  onOpen: (notification: Notification) => void;
}

function AbsenceItem({ notification, isDated = false, onOpen }: ItemProps<AbsenceNotification>) {
  const { t, data, date, time } = useText();
  const { kind, absence, userName, createdDate, readDate } = notification;
  const { absent, standIn, firstDay, lastDay } = absence;
  return (
    <li className="notification" data-unread={readDate === null}>
      <IconCalendarMonth size={18} stroke={1.7} aria-hidden />
      <Link to="/administration/user/profile" onClick={() => onOpen(notification)}>
        <span className="what">
          {readDate === null && <span className="visually-hidden">{t('daily.unread')}: </span>}
          {t(`daily.absence.message.${kind}`, { name: data(absent) })}
        </span>
        <span className="project">
          {firstDay === lastDay
            ? date(firstDay)
            : t('daily.absence.period', { first: date(firstDay), last: date(lastDay) })}
          {' · '}
          {standIn === null ? t('daily.absence.withoutStandIn') : t('daily.absence.by', { name: data(standIn) })}
        </span>
        <span className="meta">
          {data(userName)} · {isDated && `${date(createdDate)} `}
          {time(createdDate).slice(0, HOURS_AND_MINUTES)}
        </span>
      </Link>
    </li>
  );
}

/** `isNamed`: the heading of the group already names the project. */
function ProjectItem({
  notification,
  onOpen,
  isDated = false,
  isNamed = false,
}: ItemProps<ProjectNotification> & { isNamed?: boolean }) {
  const text = useText();
  const { t, data, pair, date, time } = text;
  const { kind, projectCode, commentId, documentId, phase, phaseStatus, readDate } = notification;
  const Icon = ICONS[notificationKind(kind).icon];
  const archived = notification.projectStatus === PROJECT_STATUS.archived;
  const tab = documentId !== null ? 'documents' : commentId === null ? 'details' : 'comments';
  return (
    <li className="notification" data-unread={readDate === null}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <Link
        to={`${archived ? '/projects-archived' : '/projects'}/${projectCode}/${tab}`}
        onClick={() => onOpen(notification)}
      >
        <span className="what">
          {readDate === null && <span className="visually-hidden">{t('daily.unread')}: </span>}
          {pair(eventText(notification))}
        </span>
        {!isNamed && (
          <span className="project">
            {data(notification.projectName)} <span className="meta">{projectCode}</span>
          </span>
        )}
        {notification.comment && (
          <span className="excerpt">{activityComment(notification.operation, notification.comment, text)}</span>
        )}
        {notification.postponedDate !== null && (
          <span className="excerpt">
            {t('projects.page.postponedDate')}: {date(notification.postponedDate)}
          </span>
        )}
        <span className="meta">
          {notification.userName !== '' && `${data(notification.userName)} · `}
          {notification.standInFor !== null &&
            `${t('daily.absence.inPlaceOf', { name: data(notification.standInFor) })} · `}
          {isDated && `${date(notification.createdDate)} `}
          {time(notification.createdDate).slice(0, HOURS_AND_MINUTES)}
          {commentId === null && documentId === null && ` · ${pair(stateText(phase, phaseStatus))}`}
        </span>
      </Link>
    </li>
  );
}

function Item({ notification, ...props }: ItemProps<Notification>) {
  return 'absence' in notification ? (
    <AbsenceItem notification={notification} {...props} />
  ) : (
    <ProjectItem notification={notification} {...props} />
  );
}

/** Several notifications of a project, below its name. */
function ProjectGroup({
  rows,
  ...props
}: { rows: readonly ProjectNotification[] } & Omit<ItemProps<never>, 'notification'>) {
  const { data } = useText();
  const named = useId();
  const [newest] = rows;
  if (!newest) return null;
  return (
    <li className="notification-group">
      <p id={named} className="strong">
        {data(newest.projectName)} <span className="meta">{newest.projectCode}</span>
      </p>
      <ul className="notifications" aria-labelledby={named}>
        {rows.map((notification) => (
          <ProjectItem key={notification.id} notification={notification} isNamed {...props} />
        ))}
      </ul>
    </li>
  );
}

/** Groups notifications by project, in the order of the newest of each project. */
function ByProject({ rows, ...props }: { rows: readonly Notification[] } & Omit<ItemProps<never>, 'notification'>) {
  return (
    <ul className="notifications">
      {byProject(rows).map((group) => {
        const [newest] = group;
        if (!newest) return null;
        return group.length === 1 ? (
          <Item key={newest.id} notification={newest} {...props} />
        ) : (
          <ProjectGroup key={newest.id} rows={ofProject(group)} {...props} />
        );
      })}
    </ul>
  );
}

/** The heading shows its day. */
const HOURS_AND_MINUTES = 'HH:mm'.length;

/** Groups consecutive rows by day. */
function byDay(rows: readonly Notification[], date: (instant: string) => string) {
  const days: { day: string; rows: Notification[] }[] = [];
  for (const row of rows) {
    const day = date(row.createdDate);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

/** Absences stand alone. */
function byProject(rows: readonly Notification[]): Notification[][] {
  const groups = new Map<string, Notification[]>();
  for (const row of rows) {
    const key = 'absence' in row ? row.id : row.projectCode;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

const ofProject = (rows: readonly Notification[]): ProjectNotification[] =>
  rows.flatMap((row) => ('absence' in row ? [] : [row]));

interface NotificationListProps {
  rows: readonly Notification[];
  /** The level of the day headings; null in the panel of the bell, which has a single group for each project. */
  level: 2 | null;
  onOpen?: () => void;
}

/** Notifications as links to their subjects, newest first, by day and project; opening one marks it as read. */
export function NotificationList({ rows, level, onOpen }: NotificationListProps) {
  const text = useText();
  const { t, date } = text;
  const client = useQueryClient();
  const named = useId();
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
  const onOpened = (opened: Notification) => void open(opened);
  if (level === null) return <ByProject rows={rows} isDated onOpen={onOpened} />;
  const now = dayOf(new Date().toISOString());
  const [today, yesterday] = [now, addDays(now, -1)].map(date);
  return byDay(rows, date).map(({ day, rows: own }) => (
    <section key={`${day}/${own[0]?.id}`} aria-labelledby={`${named}-${own[0]?.id}`}>
      <h2 id={`${named}-${own[0]?.id}`} className="notification-day">
        {day === today ? t('daily.today') : day === yesterday ? t('daily.yesterday') : day}
      </h2>
      <ByProject rows={own} onOpen={onOpened} />
    </section>
  ));
}
