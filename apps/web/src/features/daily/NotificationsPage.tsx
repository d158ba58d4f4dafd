import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { notificationsQuery, unreadQuery } from './api.ts';
import { ReadAllButton } from './Bell.tsx';
import { NotificationList } from './NotificationList.tsx';

/** Every notification, newest first. */
export function NotificationsPage() {
  const { t } = useText();
  const [unreadOnly, setUnreadOnly] = useState(false);
  const { data: unread = 0 } = useQuery(unreadQuery);
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    notificationsQuery(unreadOnly),
  );
  if (error && !data) return <ErrorPage error={error} />;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div style={{ maxWidth: 860 }}>
      <div className="page-head">
        <h1>
          {t('daily.title')} <span className="count">{unread}</span>
        </h1>
        <SegmentedControl
          aria-label={t('daily.show')}
          value={unreadOnly ? 'unread' : 'all'}
          onChange={(value) => setUnreadOnly(value === 'unread')}
          data={(['all', 'unread'] as const).map((value) => ({ value, label: t(`daily.filter.${value}`) }))}
        />
      </div>
      <section className="panel" aria-label={t('daily.title')}>
        {unread > 0 && (
          <div className="panel-head">
            <ReadAllButton unread={unread} />
          </div>
        )}
        {isPending && (
          <p className="meta" style={{ padding: 14 }}>
            {t('common.loading')}
          </p>
        )}
        {!isPending && rows.length === 0 && (
          <Empty title={t(unreadOnly ? 'daily.noneUnread' : 'daily.none')} hint={t('daily.noneHint')} />
        )}
        <NotificationList rows={rows} level={2} />
        {hasNextPage && (
          <div style={{ padding: 12, borderTop: '1px solid var(--p-line)' }}>
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('daily.older')}
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}
