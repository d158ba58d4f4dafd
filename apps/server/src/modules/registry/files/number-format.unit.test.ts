import { formatValue } from 'hucre';
import { expect, it } from 'vitest';
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
])('%s in %s is seen as it is', (number, code) => expect(shows(number, code)).toBe(true));

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
])('%s in %s is seen otherwise', (number, code) => expect(shows(number, code)).toBe(false));

it('knows the formats that a workbook names by number alone', () => {
  expect([0, 2, 3, 9].map((id) => builtInFormat(String(id)).code)).toEqual(['', '0.00', '#,##0', '0%']);
  expect([13, 14, 22, 49].map((id) => builtInFormat(String(id)).isDay)).toEqual([false, true, true, false]);
});
