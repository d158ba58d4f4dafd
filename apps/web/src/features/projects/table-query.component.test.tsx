import { expect, test } from 'vitest';
import { signIn } from '../../testing/sign-in.ts';
import { FIRST_PAGE } from '../../ui/DataTable/state.ts';
import { finishedChoice, firstParameters } from './table-query.ts';

test('finished projects are shown first to who has chosen them, not to the next one on this computer', () => {
  signIn(1);
  localStorage.setItem(finishedChoice().key, 'true');
  expect(firstParameters(FIRST_PAGE, false)).toContain('status=finished');
  signIn(2);
  expect(firstParameters(FIRST_PAGE, false)).toContain('status=pending');
});
