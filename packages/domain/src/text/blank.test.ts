import { expect, it } from 'vitest';
import { isBlank, lettersOf, trimmed } from './blank.ts';

const UNSEEN = {
  nothing: '',
  spaces: ' \t\r\n\u00a0\u2003\u3000\ufeff',
  'zero width': '\u200b\u200c\u200d\u2060',
  'soft hyphens': '\u00ad\u00ad',
  'directions of writing': '\u200e\u200f\u202a\u202e\u2066',
  fillers: '\u3164\uffa0\u115f\u1160',
  'empty Braille patterns': '\u2800\u2800',
  'control characters': '\u0001\u007f',
  tags: '\u{e0041}\u{e007f}',
  'all with spaces between': ' \u200b \u00ad\n\u2800 ',
};

it.each(Object.entries(UNSEEN))('shows nothing: %s', (_name, text) => {
  expect([isBlank(text), trimmed(text)]).toEqual([true, '']);
});

it('shows nothing where there is no text', () => {
  expect([isBlank(null), isBlank(undefined)]).toEqual([true, true]);
});

it.each(['а', '-', '0', '.', '😀', '\u2801', '\u200bа', 'а\u200c', '\u0301'])('is seen: %j', (text) => {
  expect([isBlank(text), trimmed(` ${text}\n`)]).toEqual([false, text]);
});

it('counts the letters that are seen', () => {
  expect(['', 'Пут 12', '\u3164\u115fа\u200bб', '1. – !'].map(lettersOf)).toEqual([0, 3, 2, 0]);
});
