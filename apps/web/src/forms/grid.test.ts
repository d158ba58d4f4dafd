import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field, Kind } from '@pimis/domain/forms/types';
import { copyBlock, formatGrid, gridColumns, parseGrid, readCell } from './grid.ts';

const field = (kind: Kind, more: Partial<Field> = {}): Field => ({
  path: 'a',
  kind,
  label: { sr: 'А', en: 'A' },
  ...more,
});

describe('blocks of cells as text', () => {
  it('come back as they went out', () => {
    const cells = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(cells, (rows) => {
        // Spreadsheets do not distinguish a carriage return within a cell from a line break either.
        const clean = rows.map((row) => row.map((cell) => cell.replaceAll('\r', '')));
        expect(parseGrid(formatGrid(clean))).toEqual(clean);
      }),
    );
  });

  it('take what spreadsheets give: a new line at the end, quotes, Windows line ends', () => {
    expect(parseGrid('а\t1\r\nб\t2\r\n')).toEqual([
      ['а', '1'],
      ['б', '2'],
    ]);
    expect(parseGrid('"два\nреда"\t"наводник "" ту"')).toEqual([['два\nреда', 'наводник " ту']]);
  });

  it.each<[string, string[][]]>([
    // Excel writes quotes within a text as they are, and quotes only cells with a line break or a tab.
    ['"Пчелица" вртић\tб\r\n', [['"Пчелица" вртић', 'б']]],
    ['"Пчелица"\r\n', [['"Пчелица"']]],
    ['вртић "Пчелица"\r\n', [['вртић "Пчелица"']]],
    ['"прва\nдруга ""два"""\r\nтрећа\r\n', [['прва\nдруга "два"'], ['трећа']]],
    ['"без краја\tб', [['"без краја', 'б']]],
    ['а\r\n\r\n', [['а'], ['']]],
    ['\tб\r\n', [['', 'б']]],
    ['', [['']]],
  ])('are read as Excel writes them: %j', (text, rows) => {
    expect(parseGrid(text)).toEqual(rows);
  });
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
    [field('date'), '1.3.2027.', '2027-03-01'],
    [field('date'), '01.03.2027', '2027-03-01'],
    [field('date'), '2027-03-01', '2027-03-01'],
    [field('month'), '3.2027.', '2027-03'],
    [field('text', { maxLength: 3 }), 'абвг', 'абвг'],
    [field('text'), 'два\nреда', 'два реда'],
    [field('markdown'), 'два\nреда', 'два\nреда'],
    [field('select', { options: [{ value: 2, label: { sr: 'Друго', en: 'Other' } }] }), 'друго', 2],
    [field('yesNo'), 'да', 'Да'],
    [field('yesNo'), 'No', 'Не'],
    [field('yesNoComment'), 'Не – чека се', { choice: 'Не', comment: 'чека се' }],
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
    [field('select', { options: [] }), 'нешто'],
    [field('yesNo'), 'можда'],
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
});
