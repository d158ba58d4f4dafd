import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  Comment,
  CommentsAdditional,
  Following,
  Notification,
  NotificationsAdditional,
  NotificationSettings,
  Unread,
} from '@pimis/contract/daily';
import { call, callQuietly } from '../../api/client.ts';

const POLL_MS = 60_000;
export const PANEL_SIZE = 20;
const COMMENTS_PAGE = 25;

/** Asked every minute while the tab is seen; the session is not prolonged by it. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  meta: { quiet: true },
  refetchInterval: POLL_MS,
  queryFn: async () => (await callQuietly<Unread>('notifications/count')).unread,
});

export const newestNotificationsQuery = queryOptions({
  queryKey: ['notifications', 'newest'],
  queryFn: async () => (await call<Notification[]>('GET', `notifications?perPage=${PANEL_SIZE}`)).payload,
});

export function notificationsQuery(unreadOnly: boolean) {
  return infiniteQueryOptions({
    queryKey: ['notifications', 'all', unreadOnly],
    initialPageParam: 1,
    queryFn: async ({ pageParam }) => {
      const path = `notifications?perPage=${PANEL_SIZE}&page=${pageParam}${unreadOnly ? '&unread=true' : ''}`;
      const { payload, additional } = await call<Notification[], NotificationsAdditional>('GET', path);
      return { rows: payload, ...additional };
    },
    getNextPageParam: (last, _pages, page) => (page * PANEL_SIZE < last.totalRows ? page + 1 : undefined),
  });
}

export async function markRead(id: string): Promise<void> {
  await call<Unread>('PUT', `notifications/${id}/read`);
}

export async function markAllRead(): Promise<void> {
  await call<Unread>('PUT', 'notifications/read-all');
}

export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: async () => (await call<NotificationSettings>('GET', 'notifications/settings')).payload,
});

export function followingQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code, 'follow'],
    queryFn: async () => (await call<Following>('GET', `projects/${code}/follow`)).payload,
  });
}

export function commentsQuery(code: string) {
  return infiniteQueryOptions({
    queryKey: ['project', code, 'comments'],
    initialPageParam: 1,
    queryFn: async ({ pageParam }) => {
      const path = `projects/${code}/comments?perPage=${COMMENTS_PAGE}&page=${pageParam}`;
      const { payload, additional } = await call<Comment[], CommentsAdditional>('GET', path);
      return { rows: payload, ...additional };
    },
    getNextPageParam: (last, _pages, page) => (page * COMMENTS_PAGE < last.totalRows ? page + 1 : undefined),
  });
}
