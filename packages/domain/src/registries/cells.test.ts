import { describe, expect, it } from 'vitest';
import { columnOf, registryOf } from './catalogue.ts';
import { digitsOf, parseCell, withZeros } from './cells.ts';
import type { RegistryColumn } from './types.ts';

const label = { sr: 'Колона', en: 'Column' };
const column = (kind: RegistryColumn['kind'], more: Partial<RegistryColumn> = {}): RegistryColumn => ({
  name: 'c',
  kind,
  label,
  ...more,
});
const WRONG = { problem: 'InvalidDataType' };
const REFUSED = { problem: 'InvalidFieldValue' };

describe('a whole number', () => {
  it.each([
    ['0', { value: '0' }],
    ['007', { value: '7' }],
    ['-12', { value: '-12' }],
    ['999999999999999', { value: '999999999999999' }],
    ['1000000000000000', WRONG],
    ['1.0', WRONG],
    ['1 ком', WRONG],
    ['бр. 1', WRONG],
    ['+1', WRONG],
  ])('%s is %j', (text, cell) => {
    expect(parseCell(column('int'), text)).toEqual(cell);
  });

  it('stays within the bounds of its column, which belong to it', () => {
    const month = column('int', { min: 1, max: 12 });
    expect(['0', '1', '12', '13'].map((text) => parseCell(month, text))).toEqual([
      REFUSED,
      { value: '1' },
      { value: '12' },
      REFUSED,
    ]);
    expect(parseCell(column('int', { min: 0 }), '-1')).toEqual(REFUSED);
  });
});

describe('an amount', () => {
  it.each([
    ['12.345.678,9', '12345678.90'],
    ['-1.234,5', '-1234.50'],
    ['123456789012345', '123456789012345.00'],
    ['000012345678901234,10', '12345678901234.10'],
    ['1,5000', '1.50'],
    ['1,0500', '1.05'],
    ['-0,00', '0.00'],
    ['1,234.56', '1234.56'],
    ['1,234,567', '1234567.00'],
    ['1.234.567', '1234567.00'],
    ['1 234 567,8', '1234567.80'],
    ['1\u00a0234.5', '1234.50'],
    ['0,500', '0.50'],
    ['1000.500', '1000.50'],
  ])('%s is stored as %s', (text, value) => {
    expect(parseCell(column('amount'), text)).toEqual({ value });
  });

  it('that files cannot show as it is, is refused', () => {
    expect(parseCell(column('amount'), '123456789012345,10')).toEqual({ problem: 'InvalidFieldValue' });
  });

  // Thousands in one notation, decimals in the other.
  it.each(['1.500', '1,500', '100.000', '-12,000', '1.234'])('%s is refused, as it may be two amounts', (text) => {
    expect(parseCell(column('amount'), text)).toEqual(WRONG);
  });

  it.each(['x1.234,50', '1.234,50x', '12.34,5', 'дин 5', '5 дин', '1,2,3', '0,0010', '1.234.56', '1234.567,8'])(
    '%s is none',
    (text) => {
      expect(parseCell(column('amount'), text)).toEqual(WRONG);
    },
  );

  it.each([
    ['decimals of zeros and a digit', `1,${'0'.repeat(500_000)}1`, WRONG],
    ['zeros before and behind', `${'0'.repeat(200_000)}1,5${'0'.repeat(200_000)}`, { value: '1.50' }],
    ['digits', '1'.repeat(400_000), WRONG],
    ['dots', '1.'.repeat(200_000), WRONG],
    // A pattern that looks behind each character would take minutes and exceed the time of the test.
  ])('is read in one pass, whatever its length: %s', (_, text, cell) => {
    expect(parseCell(column('amount'), text)).toEqual(cell);
  });

  it('has as many decimals as its column keeps', () => {
    expect(parseCell(column('amount', { scale: 0 }), '12,00')).toEqual({ value: '12' });
    expect(parseCell(column('amount', { scale: 0 }), '12,5')).toEqual(WRONG);
    expect(parseCell(column('amount', { scale: 4 }), '1,5')).toEqual({ value: '1.5000' });
    expect(parseCell(column('amount', { scale: 3 }), '1,500')).toEqual({ value: '1.500' });
    expect(parseCell(column('amount', { scale: 4 }), '1,234.5678')).toEqual({ value: '1234.5678' });
    expect(parseCell(column('amount', { max: 100 }), '100,00')).toEqual({ value: '100.00' });
    expect(parseCell(column('amount', { max: 100 }), '100,01')).toEqual(REFUSED);
    expect(parseCell(column('amount', { min: -5 }), '-5,01')).toEqual(REFUSED);
  });
});

describe('a day', () => {
  it.each([
    ['1.2.2026', '2026-02-01'],
    ['1. 2. 2026.', '2026-02-01'],
    ['1900-01-01', '1900-01-01'],
  ])('%s is %s', (text, value) => {
    expect(parseCell(column('date'), text)).toEqual({ value });
  });

  it.each(['1899-12-31', 'до 1.2.2026', '1.2.2026 у подне', '1.-2.2026', '1.2.x2026'])('%s is none', (text) => {
    expect(parseCell(column('date'), text)).toEqual(WRONG);
  });
});

describe('a text', () => {
  it('is as long as its column takes, counted in whole characters', () => {
    const short = column('text', { maxLength: 3 });
    expect(parseCell(short, 'абв')).toEqual({ value: 'абв' });
    expect(parseCell(short, 'абвг')).toEqual(REFUSED);
    expect(parseCell(short, '𝒜𝒜𝒜')).toEqual({ value: '𝒜𝒜𝒜' });
    expect(parseCell(short, 'ččč'.normalize('NFD'))).toEqual({ value: 'ččč' });
    expect(parseCell(column('text'), 'а'.repeat(1000))).toEqual({ value: 'а'.repeat(1000) });
    for (const length of [1001, 5000]) expect(parseCell(column('text'), 'а'.repeat(length))).toEqual(REFUSED);
    // Four code points that are composed into one letter.
    expect(parseCell(column('text', { maxLength: 1 }), '\u03b1\u0313\u0300\u0345')).toEqual({ value: '\u1f82' });
  });

  it('is stored as one sees it', () => {
    for (const text of ['Банка  Поште', 'Бан\u00adка Поште', '\ufeffБанка\u00a0Поште', 'Банка По\u200bште\u2060']) {
      expect(parseCell(column('text'), text)).toEqual({ value: 'Банка Поште' });
    }
    expect(parseCell(column('int'), '\u200b12')).toEqual({ value: '12' });
    expect(parseCell(column('date'), '1.\u00a02.\u00a02026.')).toEqual({ value: '2026-02-01' });
  });

  it('can be read and stored', () => {
    for (const text of ['a\0b', 'a\u2028b', 'a\u202eb', 'a\ud800b', `a${'\u0301'.repeat(31)}`]) {
      expect(parseCell(column('text'), text), JSON.stringify(text)).toEqual(REFUSED);
    }
  });

  it('has the whole of it as the pattern of its column asks, letters beyond the first plane too', () => {
    const code = column('code', { pattern: '\\d{2}|[A-Z]' });
    expect(['12', 'A', '123', 'A1', '1A'].map((text) => 'value' in parseCell(code, text))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(parseCell(code, '123')).toEqual(REFUSED);
    expect(parseCell(column('code', { pattern: '\\p{L}.' }), 'Ш𝒜')).toEqual({ value: 'Ш𝒜' });
  });
});

describe('a code of digits', () => {
  const bank = columnOf(registryOf('banks'), 'code');
  if (!bank) throw new Error('banks have a code');

  it('gets back the zeros that a spreadsheet takes from it', () => {
    const five = column('code', { pattern: '\\d{5}' });
    expect(['7', '00007', '12345', '123456', 'A7', '7 '].map((text) => withZeros(five, text))).toEqual([
      '00007',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(withZeros(column('code', { pattern: '\\d{12}' }), '1')).toBe('000000000001');
    expect([withZeros(five, '123'), withZeros(five, '12A')]).toEqual(['00123', undefined]);
    expect(withZeros(column('text'), '7')).toBeUndefined();
  });

  it('has as many as its pattern says always, or as the code that it refers to', () => {
    expect(digitsOf(bank)).toBe(3);
    expect(digitsOf(column('code', { references: 'banks' }))).toBe(3);
    expect(digitsOf(column('code', { references: 'banks', pattern: '\\d{9}' }))).toBe(9);
    for (const pattern of ['\\d{1,3}', '[A-Z]{3}', '\\d{3}-\\d{2}', 'A\\d{3}']) {
      expect(digitsOf(column('code', { pattern })), pattern).toBeUndefined();
    }
    expect(digitsOf(column('code'))).toBeUndefined();
  });
});
