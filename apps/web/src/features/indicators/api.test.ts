import { expect, test } from 'vitest';
import { answerCalls, readAfter } from '../../testing/queries.ts';
import { indicatorsQuery } from './api.ts';

test('the indicators of a phase are read, and read again after a change of the project', async () => {
  answerCalls();
  const read = ['/api/projects/A-1/phases/4/success-key-indicator'];
  expect(await readAfter(indicatorsQuery('A-1', 4), ['project', 'A-1', 'indicators'])).toEqual({ read, again: true });
  expect(indicatorsQuery('A-1', 5).queryKey).not.toEqual(indicatorsQuery('A-1', 4).queryKey);
});
