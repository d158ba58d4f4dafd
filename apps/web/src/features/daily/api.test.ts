import { environmentManager, QueryObserver } from '@tanstack/react-query';
import i18next from 'i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerCalls, ownCache, pagesOf, readAfter, shownMeanwhile } from '../../testing/queries.ts';
import {
  commentsQuery,
  followingQuery,
  markAllRead,
  markRead,
  newestNotificationsQuery,
  notificationsQuery,
  operationsQuery,
  peopleQuery,
  settingsQuery,
  unnotifiedQuery,
  unreadQuery,
} from './api.ts';

test.each([
  ['the newest notifications', newestNotificationsQuery, ['notifications'], '/api/notifications?perPage=20'],
  ['running operations', operationsQuery, ['operations'], '/api/operations'],
  ['settings', settingsQuery, ['notification-settings'], '/api/notifications/settings'],
  ['whether a project is followed', followingQuery('A-1'), ['project', 'A-1'], '/api/projects/A-1/follow'],
])('%s are read, and read again after a change', async (_, query, changed, address) => {
  answerCalls();
  expect(await readAfter(query, changed)).toEqual({ read: [address], again: true });
});

test('the number of unread notifications is read every minute, without a message where it fails', async () => {
  vi.useFakeTimers();
  // Only a page reads by itself.
  environmentManager.setIsServer(() => false);
  onTestFinished(() => {
    vi.useRealTimers();
    environmentManager.setIsServer(() => true);
  });
  const { asked } = answerCalls(() => ({ payload: { unread: 3 } }));
  const observer = new QueryObserver(ownCache(), unreadQuery);
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(125_000);
  stop();
  expect(asked()).toEqual(Array.from({ length: 3 }, () => 'GET /api/notifications/count'));
  expect(observer.getCurrentResult().data).toBe(3);
  expect([unreadQuery, operationsQuery].map(({ meta }) => meta)).toEqual([{ quiet: true }, { quiet: true }]);
  expect((await readAfter(unreadQuery, ['notifications'])).again).toBe(true);
});

const pageOf = (address: string) => Number(new URL(address, 'http://a').searchParams.get('page'));
const given = (totalRows: number) => (address: string) => ({
  payload: pageOf(address),
  additionalInformation: { totalRows },
});
const rows = (pages: readonly unknown[]) => pages.map((page) => (page as { rows: unknown }).rows);

test('notifications are read by pages of twenty until there are no more, all or the unread ones', async () => {
  const { asked } = answerCalls(given(41));
  expect(await pagesOf(notificationsQuery(false))).toEqual([1, 2, 3].map((page) => ({ rows: page, totalRows: 41 })));
  expect(asked()).toEqual([1, 2, 3].map((page) => `GET /api/notifications?perPage=20&page=${page}`));
  const unread = answerCalls(given(40));
  expect(rows(await pagesOf(notificationsQuery(true)))).toEqual([1, 2]);
  expect(unread.asked()).toEqual([1, 2].map((page) => `GET /api/notifications?perPage=20&page=${page}&unread=true`));
});

test('comments are read by pages of twenty-five until there are no more', async () => {
  const { asked } = answerCalls(given(51));
  expect(await pagesOf(commentsQuery('A-1'))).toEqual([1, 2, 3].map((page) => ({ rows: page, totalRows: 51 })));
  expect(asked()).toEqual([1, 2, 3].map((page) => `GET /api/projects/A-1/comments?perPage=25&page=${page}`));
  answerCalls(given(50));
  expect(rows(await pagesOf(commentsQuery('A-1')))).toEqual([1, 2]);
});

test('lists that differ are kept apart, and read again after a change', async () => {
  const client = ownCache();
  answerCalls(given(1));
  const lists = [
    [notificationsQuery(false), ['notifications']],
    [notificationsQuery(true), ['notifications']],
    [commentsQuery('A-1'), ['project', 'A-1']],
    [commentsQuery('B-2'), ['project', 'B-2']],
  ] as const;
  for (const [query, changed] of lists) {
    expect(client.getQueryState(query.queryKey)).toBeUndefined();
    await client.fetchInfiniteQuery(query as ReturnType<typeof commentsQuery>);
    await client.invalidateQueries({ queryKey: changed });
    expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
  }
});

test('a notification is read by itself, and all at once', async () => {
  const { asked } = answerCalls();
  await markRead('n/1');
  await markAllRead();
  expect(asked()).toEqual(['PUT /api/notifications/n%2F1/read', 'PUT /api/notifications/read-all']);
});

test('people are found by what is typed, in the script of the screen; those found before stay meanwhile', async () => {
  const { language } = i18next;
  onTestFinished(() => {
    i18next.language = language;
  });
  i18next.language = 'sr-Latn';
  const { asked } = answerCalls();
  const address = (typed: string) => `/api/projects/A-1/comments/people?q=${typed}&script=latin`;
  expect(await shownMeanwhile(peopleQuery('A-1', 'an'), peopleQuery('A-1', 'ana'))).toEqual([address('an')]);
  expect(asked().slice(0, 1)).toEqual([`GET ${address('an')}`]);
  expect(await readAfter(peopleQuery('A-1', 'an'), ['project', 'A-1'])).toMatchObject({ again: true });
});

test('who of several people would get no notification is asked at once', async () => {
  const { asked } = answerCalls((address) => ({ payload: { unnotified: [address] } }));
  const address = '/api/projects/A-1/comments/mentions?logins=ana%2Cvera';
  const read = await readAfter(unnotifiedQuery('A-1', ['ana', 'vera']), ['project', 'A-1']);
  expect(read).toEqual({ read: [address], again: true });
  expect(asked()).toEqual([`GET ${address}`]);
  const shown = await shownMeanwhile(unnotifiedQuery('A-1', ['ana', 'vera']), unnotifiedQuery('A-1', ['vera']));
  expect(shown).toEqual([address]);
});

test('nobody is looked for before something is typed', () => {
  const { asked } = answerCalls();
  for (const query of [peopleQuery('A-1', ''), unnotifiedQuery('A-1', [])]) {
    new QueryObserver(ownCache(), query as ReturnType<typeof peopleQuery>).subscribe(() => undefined)();
  }
  expect(asked()).toEqual([]);
});
