import { expect, it } from 'vitest';
import { isProjectCode, PROJECT_CODE_MAX } from './project-code.ts';

it.each(['ABC', 'put-blace_2', '123', 'a'.repeat(PROJECT_CODE_MAX)])('„%s“ is a working name', (code) => {
  expect(isProjectCode(code)).toBe(true);
});

it.each(['', 'AB', 'a'.repeat(PROJECT_CODE_MAX + 1), 'пут', 'A B C', 'abc\n', 'ab.c'])(
  '„%s“ is no working name',
  (code) => {
    expect(isProjectCode(code)).toBe(false);
  },
);
