import { expect, it } from 'vitest';
import { REGISTRIES } from './catalogue.ts';
import { columnRule } from './rules-text.ts';

const label = { sr: 'Колона', en: 'Column' };

it.each([
  [{ name: 'a', kind: 'code', label, pattern: '\\d{5}' }, 'тачно 5 цифара'],
  [{ name: 'a', kind: 'code', label, maxLength: 3, pattern: '\\d{3}' }, 'највише 3 знака, тачно 3 цифре'],
  [
    { name: 'a', kind: 'code', label, maxLength: 20, pattern: '\\d{3}-\\d{1,13}-\\d{2}' },
    'највише 20 знакова, облика 111-1111111111111-11',
  ],
  [{ name: 'a', kind: 'int', label, min: 1, max: 12 }, 'цео број, од 1 до 12'],
  [{ name: 'a', kind: 'amount', label, min: 0, scale: 4 }, 'износ са највише 4 децимала, најмање 0,00'],
  [{ name: 'a', kind: 'int', label, max: 12 }, 'цео број, највише 12'],
  [{ name: 'a', kind: 'int', label, min: 1 }, 'цео број, најмање 1'],
  [{ name: 'a', kind: 'int', label }, 'цео број'],
  [{ name: 'a', kind: 'amount', label, max: 1000 }, 'износ са највише 2 децимала, највише 1.000,00'],
  [{ name: 'a', kind: 'code', label, pattern: '\\d{11}' }, 'тачно 11 цифара'],
  [{ name: 'a', kind: 'code', label, pattern: '\\d{4,12}' }, 'од 4 до 12 цифара'],
  [{ name: 'a', kind: 'code', label, pattern: '[A-Z]{3}' }, '3 велика слова латинице'],
  [{ name: 'a', kind: 'code', label, pattern: '[A-Z]{12}' }, '12 велика слова латинице'],
  [{ name: 'a', kind: 'code', label, pattern: '\\d{10,12}-\\d{2}' }, 'облика 111111111111-11'],
  [{ name: 'a', kind: 'text', label }, undefined],
  [{ name: 'a', kind: 'date', label }, 'постојећи дан као 31.12.2026, почев од 1900. године'],
] as const)('says what is asked of %o', (column, rule) => {
  expect(columnRule(column)?.sr).toBe(rule);
});

it('writes limits as each language writes numbers, with all their decimals, and years without marks', () => {
  const rate = { name: 'a', kind: 'amount', label, scale: 4, min: 0.0001, max: 9_999_999_999.9999 } as const;
  expect(columnRule(rate)).toEqual({
    sr: 'износ са највише 4 децимала, од 0,0001 до 9.999.999.999,9999',
    en: 'an amount with at most 4 decimals, from 0.0001 to 9,999,999,999.9999',
  });
  const rule = (min: number, max: number) => columnRule({ name: 'a', kind: 'int', label, min, max });
  expect(rule(1, 1_000_000)).toEqual({
    sr: 'цео број, од 1 до 1.000.000',
    en: 'a whole number, from 1 to 1,000,000',
  });
  expect(rule(2000, 2100)?.sr).toBe('цео број, од 2000 до 2100');
});

it('has no regular expression in any message of any registry', () => {
  for (const { columns } of REGISTRIES) {
    for (const column of columns) expect(columnRule(column)?.sr ?? '', column.name).not.toMatch(/[\\[\]{}]/);
  }
});

it('leaves the full stop to the sentence around it', () => {
  for (const column of REGISTRIES.flatMap(({ columns }) => columns)) {
    const { sr = '', en = '' } = columnRule(column) ?? {};
    expect([sr.at(-1), en.at(-1)], column.name).not.toContain('.');
  }
});
