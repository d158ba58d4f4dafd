import { Indicator } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { noticesQuery } from '../../api/common.ts';
import { useSession } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Empty } from '../../ui/Empty.tsx';
import { HeaderPanel } from '../../ui/HeaderPanel.tsx';
import { IconBell } from '../../ui/icons.ts';
import { noticeTexts } from '../../ui/notice-period.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { markAllRead, newestNotificationsQuery, unreadQuery } from './api.ts';
import { NotificationList } from './NotificationList.tsx';
import { Failed } from '../../ui/Failed.tsx';

const MOST_SHOWN = 99;

/** Marks everything as read; used by the panel and by the page. */
export function ReadAllButton({ unread }: { unread: number }) {
  const text = useText();
  const client = useQueryClient();
  if (unread === 0) return null;
  const readAll = async () => {
    try {
      await markAllRead();
      await client.invalidateQueries({ queryKey: ['notifications'] });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <button type="button" className="link-button" style={{ marginLeft: 'auto' }} onClick={() => void readAll()}>
      {text.t('daily.readAll')}
    </button>
  );
}

function Notices() {
  const text = useText();
  const { t } = text;
  const { data: notices = [] } = useQuery(noticesQuery);
  if (notices.length === 0) return null;
  return (
    <div role="group" aria-label={t('shell.notices.title')}>
      {notices.map((notice) => (
        <div key={notice.id} className="bell-notice">
          <p className="strong">{noticeTexts(notice, text).title}</p>
          <p className="meta">{noticeTexts(notice, text).text}</p>
        </div>
      ))}
    </div>
  );
}

function Newest({ onOpen }: { onOpen: () => void }) {
  const { t } = useText();
  const { data: rows, error, refetch } = useQuery(newestNotificationsQuery);
  return (
    <>
      <Notices />
      {!rows && error && <Failed error={error} onRetry={() => void refetch()} />}
      {!rows && !error && <p className="meta header-panel-coming">{t('common.loading')}</p>}
      {rows?.length === 0 && <Empty title={t('daily.none')} hint={t('daily.noneHint')} />}
      {rows && rows.length > 0 && <NotificationList rows={rows} level={null} onOpen={onOpen} />}
    </>
  );
}

/**
 * The bell of the header: the number of unread notifications, and a panel with the newest of them and the notices of
 * the system.
 */
export function Bell() {
  const { t } = useText();
  const session = useSession();
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: session.status === 'in' });
  return (
    <HeaderPanel
      label={unread === 0 ? t('daily.bell') : t('daily.bellUnread', { count: unread })}
      icon={<IconBell size={18} stroke={1.7} />}
      around={(button) => (
        <Indicator
          disabled={unread === 0}
          label={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          color="red.8"
          size={16}
          offset={6}
          styles={{ indicator: { fontSize: 12, fontWeight: 600, padding: '0 4px', pointerEvents: 'none' } }}
        >
          {button}
        </Indicator>
      )}
      title={t('daily.title')}
      tools={<ReadAllButton unread={unread} />}
      foot={(close) => (
        <Link to="/notifications" onClick={close}>
          {t('daily.all')}
        </Link>
      )}
    >
      {(close) => <Newest onOpen={close} />}
    </HeaderPanel>
  );
}
