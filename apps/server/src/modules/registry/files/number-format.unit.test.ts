import { formatValue } from 'hucre';
import { describe, expect, it } from 'vitest';
import { builtInFormat, showsNumber } from './number-format.ts';

const shows = (number: number, code: string) =>
  showsNumber(number, code, (value, format) => formatValue(value, format));

it.each<[number, string]>([
  [1234.56, ''],
  [1234.56, 'General'],
  [12, 'General" дин."'],
  [123, '00000'],
  [1234, '#,##0'],
  [-1234, '#,##0;(#,##0)'],
  [-1234, '#,##0;[Red]-#,##0'],
  [1234.5, '[$-281A]#,##0.00\\ "RSD"'],
  [1234.5, '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-'],
  [0, '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-'],
  [0, '0%'],
  [0, '#,##0'],
])('%s in %s is shown as stored', (number, code) => expect(shows(number, code)).toBe(true));

it.each<[number, string]>([
  [0.5, '0%'],
  [0.1234, '0.00%'],
  [1234.56, '#,##0'],
  [1234.567, '#,##0.00'],
  [1234, '0,'],
  [0.5, '# ?/?'],
  [5, ';;;'],
  [0, ';;;'],
  [5, '"збирно"'],
  [-5, '0;'],
])('%s in %s is not shown as stored', (number, code) => expect(shows(number, code)).toBe(false));

it.each<[number, string]>([
  [5, ' General '],
  [5, ' '],
  [0, '"–"-'],
])('%s in %j is shown as stored, whatever surrounds it', (number, code) => expect(shows(number, code)).toBe(true));

describe('formats to which a workbook refers only by number', () => {
  const ids = Array.from({ length: 200 }, (_, id) => id);

  it('do not show a number as stored if they round, scale or divide it', () => {
    const rounding = ids.filter((id) => !shows(1234.5678, builtInFormat(String(id)).code));
    expect(rounding).toEqual([1, 2, 3, 4, 9, 10, 11, 12, 13, 37, 38, 39, 40, 48]);
    // These have enough decimals for the number.
    expect([2, 4, 39, 40].filter((id) => !shows(1234.5, builtInFormat(String(id)).code))).toEqual([]);
    expect([1, 3, 37, 38].filter((id) => !shows(-1234, builtInFormat(String(id)).code))).toEqual([]);
  });

  it('show days, also those of certain languages', () => {
    const range = (first: number, last: number) => ids.slice(first, last + 1);
    const days = ids.filter((id) => builtInFormat(String(id)).isDay);
    expect(days).toEqual([...range(14, 22), ...range(27, 36), ...range(45, 47), ...range(50, 58)]);
  });
});
