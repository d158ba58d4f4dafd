import { expect, it } from 'vitest';
import { pastedCode } from './pasted-code.ts';

it.each([
  [' VRTIC-2 \r\n', 'VRTIC-2'],
  ['- Most na Savi -', 'Most-na-Savi'],
  ['„Мост, Љубић“', 'Most-Ljubic'],
  ['đačka kuća', 'djacka-kuca'],
  ['ĐAČKA', 'DjACKA'],
  ['__VRTIC__', 'VRTIC'],
  ['ABCDEFGHIJ-KLMNOPQRS', 'ABCDEFGHIJ-KLMNOPQRS'],
  ['ABCDEFGHIJ_KLMNOPQ__STU', 'ABCDEFGHIJ_KLMNOPQ'],
  ['VRTIC\u00ad\u200b-2', 'VRTIC-2'],
  ['a__b - c', 'a__b-c'],
  ['REKONSTRUKCIJA-BOLNICE-NIS', 'REKONSTRUKCIJA'],
  ['ABCDEFGHIJ-KLMNOPQRS-T', 'ABCDEFGHIJ-KLMNOPQRS'],
  ['ABCDEFGHIJ-KLMNOPQR---T', 'ABCDEFGHIJ-KLMNOPQR'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'ABCDEFGHIJKLMNOPQRST'],
  ['- „“ -', ''],
])('%j is pasted as %j', (text, code) => {
  expect(pastedCode(text)).toBe(code);
});
