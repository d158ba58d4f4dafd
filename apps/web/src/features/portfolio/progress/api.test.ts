import { expect, test } from 'vitest';
import { answerCalls, ownCache, pagesOf, readAfter, shownMeanwhile } from '../../../testing/queries.ts';
import { measuredProjectsQuery, ownProgressQuery, progressQuery, warningsQuery } from './api.ts';

test('the figures of the portfolio are read, and stay while those of another filter are read', async () => {
  answerCalls();
  const read = ['/api/portfolio/progress?status=pending'];
  expect(await readAfter(progressQuery('status=pending'), ['portfolio'])).toEqual({ read, again: true });
  expect(await shownMeanwhile(progressQuery('status=pending'), progressQuery('status=finished'))).toEqual(read);
});

test('the figures of a project are read, and read again after a change of it', async () => {
  answerCalls((address) => ({ payload: { measured: address } }));
  const read = '/api/projects/A-1/progress';
  expect(await readAfter(ownProgressQuery('A-1'), ['project', 'A-1'])).toEqual({ read, again: true });
});

test.each([
  ['measured projects', measuredProjectsQuery, '/api/portfolio/progress/projects'],
  ['warnings', warningsQuery, '/api/portfolio/warnings'],
] as const)('%s are read page by page after the key of the last one, until there are none', async (_, query, path) => {
  const { asked } = answerCalls((address) => ({
    payload: { rows: [1], next: address.includes('after') ? null : 'a&b' },
  }));
  const list = query('status=pending');
  expect(await pagesOf(list)).toEqual([
    { rows: [1], next: 'a&b' },
    { rows: [1], next: null },
  ]);
  expect(asked()).toEqual([`GET ${path}?status=pending`, `GET ${path}?status=pending&after=a%26b`]);
  const client = ownCache();
  await client.fetchInfiniteQuery(list as ReturnType<typeof warningsQuery>);
  await client.invalidateQueries({ queryKey: ['portfolio'] });
  expect(client.getQueryState(list.queryKey)?.isInvalidated).toBe(true);
  expect(client.getQueryState(query('status=finished').queryKey)).toBeUndefined();
});
