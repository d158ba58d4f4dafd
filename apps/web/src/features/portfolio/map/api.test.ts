import { expect, test } from 'vitest';
import { answerCalls, readAfter, shownMeanwhile } from '../../../testing/queries.ts';
import { mapQuery } from './api.ts';

test('the map is read, and stays while that of another filter is read', async () => {
  answerCalls();
  const read = ['/api/portfolio/map?status=pending'];
  expect(await readAfter(mapQuery('status=pending'), ['portfolio'])).toEqual({ read, again: true });
  expect(await shownMeanwhile(mapQuery('status=pending'), mapQuery('status=finished'))).toEqual(read);
});
