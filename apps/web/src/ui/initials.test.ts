import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Милена Јовић', 'МЈ'],
  ['Ана Марија Петровић', 'АМ'],
  ['Милена', 'М'],
  ['🏗️ Школа', '🏗Ш'],
  ['Ана  Анић', 'АА'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
