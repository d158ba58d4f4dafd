import { expect, test } from 'vitest';
import { answerCalls, readAfter, shownMeanwhile } from '../../../testing/queries.ts';
import { courseQuery, moneyQuery, overviewQuery } from './api.ts';

test.each([
  ['overview', overviewQuery],
  ['money', moneyQuery],
  ['course', courseQuery],
] as const)('the part %s is read, and stays while that of another filter is read', async (part, query) => {
  answerCalls();
  const read = [`/api/portfolio/${part}?status=pending`];
  expect(await readAfter(query('status=pending'), ['portfolio'])).toEqual({ read, again: true });
  expect(await shownMeanwhile(query('status=pending'), query('status=finished'))).toEqual(read);
});

test('the parts of one filter are kept apart', () => {
  const keys = [overviewQuery, moneyQuery, courseQuery].map((query) => query('status=pending').queryKey.join('/'));
  expect(new Set(keys).size).toBe(3);
});
