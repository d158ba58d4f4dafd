import { expect, test } from 'vitest';
import { signIn } from '../testing/sign-in.ts';
import { onUserChange } from './session.ts';

test('another user, and nobody else, is reported as a change', () => {
  const heard: (number | undefined)[] = [];
  onUserChange((user) => heard.push(user?.id));
  signIn(1);
  signIn(1, [], 'Ана с другим именом');
  expect(heard).toEqual([]);
  signIn(2);
  expect(heard).toEqual([2]);
});
