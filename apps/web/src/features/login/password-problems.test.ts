import { expect, it } from 'vitest';
import { login } from '../../i18n/messages/sr/login.ts';
import { isPasswordProblem } from './password-problems.ts';

it('every problem of a password that has an explanation is known, and no other error', () => {
  expect(Object.keys(login.problems).filter((code) => !isPasswordProblem(code))).toEqual([]);
  expect(['', 'Unauthorized', 'passwordDigit'].filter(isPasswordProblem)).toEqual([]);
});
