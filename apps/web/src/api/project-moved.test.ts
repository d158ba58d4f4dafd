import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { projectsMoved } from './project-moved.ts';

const KEYS = [
  ['projects', 'page=1'],
  ['lists', 3],
  ['dashboard', 'tasks'],
  ['notifications'],
  ['project', 'A-1', 'phases'],
  ['form', 'A-1', 7],
  ['project', 'B-2', 'phases'],
  ['form', 'B-2', 9],
  ['configuration'],
];

/** What is read again after the projects with these codes have moved. */
async function readAgainAfter(codes?: readonly string[]) {
  const client = new QueryClient();
  for (const key of KEYS) client.setQueryData(key, 'read');
  await projectsMoved(client, codes);
  return KEYS.filter((key) => client.getQueryState(key)?.isInvalidated);
}

test('a project that has moved is read again wherever it is shown, and no other project is', async () => {
  expect(await readAgainAfter(['A-1'])).toEqual(KEYS.slice(0, 6));
  expect(await readAgainAfter(['A-1', 'B-2'])).toEqual(KEYS.slice(0, 8));
});

test('every project is read again where any of them may have moved', async () => {
  expect(await readAgainAfter()).toEqual(KEYS.slice(0, 8));
});
