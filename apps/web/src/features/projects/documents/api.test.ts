import { expect, test } from 'vitest';
import { answerCalls, readAfter } from '../../../testing/queries.ts';
import { revisionsQuery, unfinishedQuery } from './api.ts';

const CHANGED = ['project', 'A-1', 'documents'];

test('the revisions of a document are read with the document, and read again after a change of documents', async () => {
  const { asked } = answerCalls(() => ({
    payload: [{ revision: 2 }],
    additionalInformation: { document: { title: 'План' }, mayChange: true },
  }));
  expect(await readAfter(revisionsQuery('A-1', 5), CHANGED)).toEqual({
    read: { revisions: [{ revision: 2 }], document: { title: 'План' }, mayChange: true },
    again: true,
  });
  expect(asked()).toEqual(['GET /api/projects/A-1/documents/5/revisions']);
});

test('unfinished uploads to the project are read, and read again after a change of documents', async () => {
  const { asked } = answerCalls(() => ({ payload: [] }));
  expect(await readAfter(unfinishedQuery('A-1'), CHANGED)).toEqual({ read: [], again: true });
  expect(asked()).toEqual(['GET /api/projects/A-1/uploads']);
});
