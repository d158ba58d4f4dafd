import { expect, test } from 'vitest';
import { answerCalls, readAfter } from '../../testing/queries.ts';
import { summaryQuery } from './api.ts';

test('the warnings of the portfolio are read, and read again after a step on any project', async () => {
  answerCalls();
  expect(await readAfter(summaryQuery, ['dashboard'])).toEqual({ read: ['/api/dashboard/portfolio'], again: true });
});
