import { describe, expect, it } from 'vitest';
import type { Field, Kind } from '@pimis/domain/forms/types';
import { copyBlock, gridColumns, readCell } from './grid.ts';

const field = (kind: Kind, more: Partial<Field> = {}): Field => ({
  path: 'a',
  kind,
  label: { sr: 'А', en: 'A' },
  ...more,
});

describe('a pasted cell', () => {
  it.each<[Field, string, unknown]>([
    [field('rsd'), '1.234.567,89', '1234567.89'],
    [field('rsd'), '1.234', '1234.00'],
    [field('rsd'), '1,234.56', '1234.56'],
    [field('rsd'), '1234567.89', '1234567.89'],
    [field('rsd'), '1 234,5 РСД', '1234.50'],
    [field('rsd', { signed: true }), '-12,50', '-12.50'],
    [field('rsd'), '', '0.00'],
    [field('percent'), '12,5', '12.50'],
    [field('int'), '1.200', 1200],
    [field('year'), '2027', 2027],
    [field('year'), '2027.', 2027],
    [field('date'), '1.3.2027. 00:00:00', '2027-03-01'],
    [field('date'), '2027-03-01T00:00:00.000Z', '2027-03-01'],
    [field('month'), '2027-03-15', '2027-03'],
    [field('date'), '1.3.2027.', '2027-03-01'],
    [field('date'), '01.03.2027', '2027-03-01'],
    [field('date'), '2027-03-01', '2027-03-01'],
    [field('month'), '3.2027.', '2027-03'],
    [field('text', { maxLength: 3 }), 'абвг', 'абвг'],
    [field('text'), 'два\nреда', 'два реда'],
    [field('markdown'), 'два\nреда', 'два\nреда'],
    [field('text', { format: 'phone' }), '00381 64/123-45-67', '+381 (64) 123 4567'],
    [field('select', { options: [{ value: 2, label: { sr: 'Друго', en: 'Other' } }] }), 'друго', 2],
    [field('yesNo'), 'да', 'Да'],
    [field('yesNo'), 'No', 'Не'],
    [field('yesNoComment'), 'Не – чека се', { choice: 'Не', comment: 'чека се' }],
    [field('yesNoComment'), 'Не – чека се – још', { choice: 'Не', comment: 'чека се – још' }],
    [field('planDoc'), 'Није потребно', { choice: 'Није потребно' }],
    [field('select', { options: [{ value: 2, label: { sr: 'Друго', en: 'Other' } }] }), ' OTHER ', 2],
    [
      field('select', { options: [1, 2].map((value) => ({ value, label: { sr: `${value}.`, en: `${value}.` } })) }),
      '2',
      2,
    ],
    [field('date'), '1.3.2027. 12:30', '2027-03-01'],
    [field('date'), '2027-03-01 00:00:00', '2027-03-01'],
    [field('int'), ' 999.999 ', 999_999],
    [field('text'), '', ''],
    [field('markdown'), '', undefined],
    [field('markdown'), ' текст ', ' текст '],
    [field('text', { amountOrRemark: true }), 'н/п', 'н/п'],
    [field('date'), '', undefined],
  ])('of %o from "%s" is %o', (of, text, value) => {
    expect(readCell(of, text, undefined)).toEqual({ ok: true, value });
  });

  it.each<[Field, string]>([
    [field('date'), '30.2.2027.'],
    [field('rsd'), 'много'],
    [field('rsd'), 'РСД'],
    [field('rsd'), '1,234'],
    [field('rsd'), '-5'],
    [field('text', { amountOrRemark: true }), '1,234'],
    [field('rsd'), '10 до 20'],
    [field('int'), '1,5'],
    [field('int'), '1.5'],
    [field('int'), '1.234.567'],
    [field('date'), '1.3.2027. и даље'],
    [field('month'), '3.2027. до 5.'],
    [field('select', { options: [] }), 'нешто'],
    [field('yesNo'), 'можда'],
    [field('yesNo'), 'Није потребно'],
    [field('yesNoComment'), 'Није потребно – зато'],
    [field('planDoc'), 'можда'],
    [field('date'), '1.3.2027. 12:30 и даље'],
    [field('int'), '1.000.000'],
    [field('select'), 'нешто'],
    [field('file'), '12'],
    [field('org'), 'Град Прокупље'],
    [field('rsd'), '10 20'],
    [field('rsd'), '1000.000'],
  ])('that %o cannot take is left out: "%s"', (of, text) => {
    expect(readCell(of, text, undefined)).toEqual({ ok: false });
  });
});

describe('a copied block', () => {
  it('reads as on the screen, without tables inside rows', () => {
    const table = field('table', {
      columns: [field('text'), field('rsd', { path: 'b' }), field('table', { path: 'c', columns: [] })],
    });
    expect(gridColumns(table)).toHaveLength(2);
    const rows = [{ a: 'Радови', b: '1234.50' }, { a: 'Надзор' }];
    const block = { fromRow: 0, toRow: 1, fromColumn: 0, toColumn: 1 };
    expect(copyBlock(table, rows, block, 'sr')).toEqual([
      ['Радови', '1.234,50'],
      ['Надзор', ''],
    ]);
  });

  it('has the chosen rows and columns alone', () => {
    const table = field('table', { columns: ['a', 'b', 'c'].map((path) => field('text', { path })) });
    const rows = ['1', '2', '3'].map((row) => ({ a: `а${row}`, b: `б${row}`, c: `в${row}` }));
    const part = { fromRow: 1, toRow: 1, fromColumn: 1, toColumn: 1 };
    expect(copyBlock(table, rows, part, 'sr')).toEqual([['б2']]);
    expect(copyBlock(table, rows, { ...part, toRow: 2, fromColumn: 0 }, 'sr')).toEqual([
      ['а2', 'б2'],
      ['а3', 'б3'],
    ]);
  });
});
