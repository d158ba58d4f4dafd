import { expect, it } from 'vitest';
import { EMAIL_PATTERN } from './email.ts';
import { isOneLine } from './one-line.ts';

it.each(['', 'Мост на Дрини', 'Most\tna Drini', 'А\u200eБ', 'Ђ\u0301', '👩‍🚒', '\u2027', '\u202f', '\u2065', '\u206a'])(
  '%j stays on its line',
  (text) => expect(isOneLine(text)).toBe(true),
);

const BREAKS = ['\n', '\r', '\v', '\f', '\0', '\u001b', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029'];
const TURNING = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];

it.each([...BREAKS, ...TURNING])('a text with %j does not', (sign) => {
  for (const text of [sign, `Мост${sign}`, `Мост ${sign}на Дрини`]) expect(isOneLine(text)).toBe(false);
});

it.each(TURNING)('an e-mail address has no %j either', (sign) => {
  expect(new RegExp(EMAIL_PATTERN).test(`ana${sign}@opstina.rs`)).toBe(false);
  expect(new RegExp(EMAIL_PATTERN, 'u').test(`ana@opstina${sign}.rs`)).toBe(false);
});
