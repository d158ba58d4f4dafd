import { expect, test } from 'vitest';
import { answerDownloads } from '../../../testing/downloads.ts';
import { answerCalls, readAfter } from '../../../testing/queries.ts';
import { decisionsQuery, savePaper } from './api.ts';

const LIST = { type: 3, name: '2026/1' };

test.each([
  ['of a list', LIST, '/api/projects/lists/3/2026%2F1/summaries', ['lists', 3, '2026/1']],
  ['that await the user', null, '/api/tasks/decisions', ['dashboard', 'tasks']],
] as const)('summaries of projects %s are read, and read again after a step', async (_, list, address, changed) => {
  answerCalls((asked) => ({ payload: [asked], additionalInformation: { more: true } }));
  expect(await readAfter(decisionsQuery(list), changed)).toEqual({
    read: { rows: [address], more: true },
    again: true,
  });
});

test('the paper is that of the list, or of the projects that await the user, in the script of the screen', async () => {
  const { addresses, names } = answerDownloads();
  await savePaper(LIST, { script: 'latin' });
  await savePaper(null, { language: 'en' });
  expect(addresses).toEqual([
    '/api/projects/lists/3/2026%2F1/summaries/paper?script=latin',
    '/api/tasks/decisions/paper?language=en',
  ]);
  expect(names).toEqual(['sazetak.pdf', 'sazetak.pdf']);
});
