import { expect, test } from 'vitest';
import { answerCalls, ownCache, pagesOf, readAfter } from '../../../testing/queries.ts';
import { projectTimelineQuery, timelineQuery } from './api.ts';

test('the projects of the timeline are read page by page after the key of the last one, until there are none', async () => {
  const { asked } = answerCalls((address) => ({
    payload: [address.length],
    additionalInformation: { next: address.includes('after') ? null : 'a&b' },
  }));
  const first = '/api/portfolio/timeline?status=pending';
  expect(await pagesOf(timelineQuery('status=pending'))).toEqual([
    { rows: [first.length], next: 'a&b' },
    { rows: [`${first}&after=a%26b`.length], next: null },
  ]);
  expect(asked()).toEqual([`GET ${first}`, `GET ${first}&after=a%26b`]);
});

test('other filters have a timeline of their own; each is read again after a change', async () => {
  answerCalls(() => ({ payload: [], additionalInformation: { next: null } }));
  const client = ownCache();
  const query = timelineQuery('status=pending');
  await client.fetchInfiniteQuery(query);
  await client.invalidateQueries({ queryKey: ['portfolio'] });
  expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
  expect(client.getQueryState(timelineQuery('status=finished').queryKey)).toBeUndefined();
});

test('the activities of a project are read, and read again after a change of it', async () => {
  answerCalls();
  const read = ['/api/projects/A-1/timeline'];
  expect(await readAfter(projectTimelineQuery('A-1'), ['project', 'A-1'])).toEqual({ read, again: true });
});
