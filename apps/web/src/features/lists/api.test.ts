import { expect, test } from 'vitest';
import { answerCalls, pagesOf, readAfter } from '../../testing/queries.ts';
import { listItemsQuery, listsQuery, namedListQuery } from './api.ts';

test('lists are read by pages, the older ones after the last one read, until there are none', async () => {
  const pages = [
    { payload: [{ id: 9 }, { id: 8 }], additionalInformation: { older: true } },
    { payload: [{ id: 5 }], additionalInformation: { older: false } },
  ];
  const { asked } = answerCalls((address) => pages[address.includes('after') ? 1 : 0] ?? { payload: [] });
  expect(await pagesOf(listsQuery(3))).toEqual([
    { lists: [{ id: 9 }, { id: 8 }], older: true },
    { lists: [{ id: 5 }], older: false },
  ]);
  expect(asked()).toEqual(['GET /api/projects/lists/3?perPage=20', 'GET /api/projects/lists/3?perPage=20&after=8']);
});

test('a list is read by its name, and again after a change of lists', async () => {
  const { asked } = answerCalls(() => ({ payload: [{ id: 4, name: '2026/1' }] }));
  expect(await readAfter(namedListQuery(3, '2026/1'), ['lists'])).toEqual({
    read: { id: 4, name: '2026/1' },
    again: true,
  });
  expect(asked()).toEqual(['GET /api/projects/lists/3?name=2026%2F1']);
});

test('a name that no list has, or can have, is the name of none; other failures are failures', async () => {
  answerCalls(() => ({ payload: [] }));
  expect((await readAfter(namedListQuery(3, 'a'), [])).read).toBeNull();
  answerCalls(() => ({ payload: null, refused: 'ValidationError' }));
  expect((await readAfter(namedListQuery(3, 'a'), [])).read).toBeNull();
  answerCalls(() => ({ payload: null, refused: 'Forbidden' }));
  await expect(readAfter(namedListQuery(3, 'a'), [])).rejects.toMatchObject({ name: 'Forbidden' });
});

test('the projects of a list are read, and read again after a change of lists', async () => {
  answerCalls();
  const read = ['/api/projects/lists/3/2026%2F1'];
  expect(await readAfter(listItemsQuery(3, '2026/1'), ['lists'])).toEqual({ read, again: true });
});
