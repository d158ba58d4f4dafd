import { expect, test } from 'vitest';
import { answerCalls, readAfter } from '../../testing/queries.ts';
import { publicityQuery } from './api.ts';

test('public and withheld projects are read, and read again after a change', async () => {
  answerCalls();
  expect(await readAfter(publicityQuery, ['publicity'])).toEqual({
    read: ['/api/administration/publicity'],
    again: true,
  });
});
