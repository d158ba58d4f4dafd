import type { Person } from '@pimis/contract/daily';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callQuietly } from '../../api/client.ts';
import { readersScript } from '../../browser/readers-script.ts';

const POLL_MS = 60_000;
export const PANEL_SIZE = 20;
const COMMENTS_PAGE = 25;

/** Polled every minute while the tab is visible; it does not prolong the session. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  meta: { quiet: true },
  refetchInterval: POLL_MS,
  queryFn: async () => (await callQuietly('GET /notifications/count')).payload.unread,
});

/** Polled every second while something runs, otherwise when something starts. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  meta: { quiet: true },
  queryFn: async () => (await callQuietly('GET /operations')).payload,
});

export const newestNotificationsQuery = queryOptions({
  queryKey: ['notifications', 'newest'],
  queryFn: async () => (await call('GET /notifications', { query: { perPage: String(PANEL_SIZE) } })).payload,
});

export function notificationsQuery(unreadOnly: boolean) {
  return infiniteQueryOptions({
    queryKey: ['notifications', 'all', unreadOnly],
    initialPageParam: 1,
    queryFn: async ({ pageParam }) => {
      const query = {
        perPage: String(PANEL_SIZE),
        page: String(pageParam),
        ...(unreadOnly ? { unread: 'true' as const } : {}),
      };
      const { payload, additional } = await call('GET /notifications', { query });
      return { rows: payload, ...additional };
    },
    getNextPageParam: (last, _pages, page) => (page * PANEL_SIZE < last.totalRows ? page + 1 : undefined),
  });
}

export async function markRead(id: string): Promise<void> {
  await call('PUT /notifications/:notificationId/read', { params: { notificationId: id } });
}

export async function markAllRead(): Promise<void> {
  await call('PUT /notifications/read-all');
}

export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: async () => (await call('GET /notifications/settings')).payload,
});

export function followingQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code, 'follow'],
    queryFn: async () => (await call('GET /projects/:projectCode/follow', { params: { projectCode: code } })).payload,
  });
}

export function commentsQuery(code: string) {
  return infiniteQueryOptions({
    queryKey: ['project', code, 'comments'],
    initialPageParam: 1,
    queryFn: async ({ pageParam }) => {
      const { payload, additional } = await call('GET /projects/:projectCode/comments', {
        params: { projectCode: code },
        query: { perPage: String(COMMENTS_PAGE), page: String(pageParam) },
      });
      return { rows: payload, ...additional };
    },
    getNextPageParam: (last, _pages, page) => (page * COMMENTS_PAGE < last.totalRows ? page + 1 : undefined),
  });
}

/** People whom a comment on the project may name, by the typed part of a name or login. */
export function peopleQuery(code: string, typed: string) {
  return queryOptions({
    queryKey: ['project', code, 'people', typed],
    enabled: typed !== '',
    placeholderData: (before: Person[] | undefined) => before,
    queryFn: async () =>
      (
        await call('GET /projects/:projectCode/comments/people', {
          params: { projectCode: code },
          query: { q: typed, ...readersScript() },
        })
      ).payload,
  });
}

/** Logins in a comment that would get no notification. */
export function unnotifiedQuery(code: string, logins: readonly string[]) {
  return queryOptions({
    queryKey: ['project', code, 'unnotified', logins.join(',')],
    enabled: logins.length > 0,
    placeholderData: (before: string[] | undefined) => before,
    queryFn: async () => {
      const request = { params: { projectCode: code }, query: { logins: logins.join(',') } };
      return (await call('GET /projects/:projectCode/comments/mentions', request)).payload.unnotified;
    },
  });
}
