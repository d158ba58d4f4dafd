import { expect, it } from 'vitest';
import { wordingOf } from './wording.ts';

it('says texts, amounts, days and months as the language writes them', () => {
  const [sr, en] = [wordingOf(), wordingOf('en')];
  expect([sr.say({ sr: 'Листа', en: 'List' }), en.say({ sr: 'Листа', en: 'List' })]).toEqual(['Листа', 'List']);
  expect([sr.amount('1234567.5'), en.amount('1234567.5')]).toEqual(['1.234.567,50', '1,234,567.50']);
  expect([en.amount('-0.10'), en.amount('нема')]).toEqual(['−0.10', 'нема']);
  expect([sr.day('2026-11-05'), en.day('2026-11-05')]).toEqual(['5.11.2026.', '5 Nov 2026']);
  expect([sr.month('2026-05'), en.month('2026-05')]).toEqual(['5.2026.', 'May 2026']);
});
