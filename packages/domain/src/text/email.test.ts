import { expect, test } from 'vitest';
import { EMAIL_PATTERN, emailProblem, maskedEmail } from './email.ts';

test('a masked address is recognized by its owner, and hides its name and the length of it', () => {
  expect(maskedEmail('ana.anic@example.rs')).toBe('a•••@example.rs');
  expect(maskedEmail('a@example.rs')).toBe('a•••@example.rs');
});

const labels = (count: number) => Array(count).fill('b'.repeat(49)).join('.');

test.each([
  ['a@b.rs', null],
  ["o'brien+pimis@b-c.rs", null],
  ['пера.перић@пример.срб', null],
  [`${'a'.repeat(64)}@b.rs`, null],
  [`a@${'b'.repeat(63)}.rs`, null],
  [`a@${labels(5)}.rs`, null],
  ['a..b@c.rs', 'InvalidField'],
  ['.a@c.rs', 'InvalidField'],
  ['a.@c.rs', 'InvalidField'],
  ['a@b..rs', 'InvalidField'],
  ['a@.b.rs', 'InvalidField'],
  ['a@b.rs.', 'InvalidField'],
  ['a@-b.rs', 'InvalidField'],
  ['a@b-.rs', 'InvalidField'],
  ['a@b', 'InvalidField'],
  [`${'a'.repeat(65)}@b.rs`, 'InvalidField'],
  [`a@${'b'.repeat(64)}.rs`, 'InvalidField'],
  [`aa@${labels(5)}.rs`, 'InvalidField'],
  ['milena.jovan\u200bovic@prokuplje.rs', 'HiddenCharacter'],
  ['a\u00ad@b.rs', 'HiddenCharacter'],
  ['a@b\u2060.rs', 'HiddenCharacter'],
  ['\ufeffa@b.rs', 'HiddenCharacter'],
  ['a\u200d@b.rs', 'HiddenCharacter'],
])('%j as an address: %s', (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
  // The validator of the calls compiles the pattern with the flag.
  expect(new RegExp(EMAIL_PATTERN, 'u').test(email)).toBe(problem === null);
});
