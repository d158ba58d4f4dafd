import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatGrid, parseGrid } from './cell-blocks.ts';

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
    ['а\nб', [['а'], ['б']]],
    ['"а\r\nб"', [['а\nб']]],
    ['\tб\r\n', [['', 'б']]],
    ['', [['']]],
  ])('are read as Excel writes them: %j', (text, rows) => {
    expect(parseGrid(text)).toEqual(rows);
  });
});
