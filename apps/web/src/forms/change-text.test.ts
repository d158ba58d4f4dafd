import { expect, it } from 'vitest';
import type { Field } from '@pimis/domain/forms/types';
import { placeText, type Shown } from './change-text.ts';

const label = { sr: 'Опис', en: 'Description' };
const column: Field = { path: 'measures', kind: 'markdown', label };
const shown: Shown = { language: 'sr', label: (field) => field.label.sr, script: (text) => text };

it('a compared long text is what was typed, with the marks of its format', () => {
  const stored = '2027\\. године &lt;5 %, **5 \\* 3** и a\\_b &amp;lt;';
  const typed = '2027. године <5 %, **5 * 3** и a_b &lt;';
  expect(placeText(column, stored, shown)).toBe(typed);
  const table: Field = { path: 'rows', kind: 'table', label, columns: [column] };
  expect(placeText(table, { measures: stored }, shown)).toBe(`Опис: ${typed}`);
  expect(placeText(column, undefined, shown)).toBe('–');
});

it('compared numbers and days are written as the language writes them', () => {
  const text = (kind: Field['kind'], value: unknown, language: Shown['language']) =>
    placeText({ path: 'place', kind, label }, value, { ...shown, language });
  const rate = { id: 'EUR', exchangeRate: '117.2000' };
  expect([text('rsd', '1234.50', 'sr'), text('date', '2027-03-01', 'sr'), text('currency', rate, 'sr')]).toEqual([
    '1.234,50',
    '1.3.2027.',
    'EUR · 117,2000',
  ]);
  expect([text('rsd', '1234.50', 'en'), text('date', '2027-03-01', 'en'), text('currency', rate, 'en')]).toEqual([
    '1,234.50',
    '1 Mar 2027',
    'EUR · 117.2000',
  ]);
});
