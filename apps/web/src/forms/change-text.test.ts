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
