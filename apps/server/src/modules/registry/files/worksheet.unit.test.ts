import { describe, expect, it } from 'vitest';
import { XmlReader } from '../../../platform/documents/xml-tokenizer.ts';
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_ROW, SheetReader, type Workbook } from './worksheet.ts';

const WORKBOOK: Workbook = {
  texts: ['шифра', '_x0041_', ' назив '],
  isDay: (style) => style === 1,
  showsNumber: (style) => style !== 1 && style !== 2,
  dayOf: (serial) => (serial > 100 ? undefined : `day ${serial}`),
};

/** The rows of a sheet with this XML in its data. */
function rowsOf(xml: string, before = '') {
  const rows = new SheetReader(WORKBOOK);
  const reader = new XmlReader(rows);
  reader.write(Buffer.from(`<worksheet>${before}<sheetData>${xml}</sheetData></worksheet>`));
  reader.end();
  return rows.taken();
}
/** The only cell of a row: its text, or why it has none. */
function cellOf(xml: string, before = '') {
  const [row] = rowsOf(`<row r="1">${xml}</row>`, before);
  return row && { text: row.cells[0], broken: row.broken, ...(row.odd ? { odd: row.odd } : {}) };
}
const text = (value: string) => ({ text: value, broken: [] });

describe('a cell', () => {
  it.each([
    ['a number', '<c r="A1"><v>12.50</v></c>', '12.5'],
    ['a number with an exponent', '<c r="A1" t="n"><v>1.5E+9</v></c>', '1500000000'],
    ['a number with the noise of rounding', '<c r="A1"><v>0.30000000000000004</v></c>', '0.3'],
    ['a shared text', '<c r="A1" t="s"><v> 0 </v></c>', 'шифра'],
    ['a shared text with an escaped character', '<c r="A1" t="s"><v>1</v></c>', 'A'],
    ['an inline text', '<c r="A1" t="inlineStr"><is><t>а </t><r><t>б</t></r></is></c>', 'а б'],
    ['the text of a formula', '<c r="A1" t="str"><f>B1</f><v>_x0041_б</v></c>', 'Aб'],
    ['yes', '<c r="A1" t="b"><v> 1 </v></c>', 'true'],
    ['no', '<c r="A1" t="b"><v>0</v></c>', 'false'],
    ['a day as text', '<c r="A1" t="d"><v> 2026-03-01T10:00:00 </v></c>', '2026-03-01'],
    ['a day as number', '<c r="A1" s="1"><v>5</v></c>', 'day 5'],
  ])('is read as %s', (_, xml, value) => {
    expect(cellOf(xml)).toEqual(text(value));
  });

  it('contains only its value, without formulas and phonetic readings', () => {
    expect(cellOf('<c r="A1"><f>1+1</f><v>2</v></c>')).toEqual(text('2'));
    expect(cellOf('<c r="A1" t="inlineStr"><is><t>а</t><rPh><t>х</t></rPh><t>б</t></is></c>')).toEqual(text('аб'));
    expect(rowsOf('<row r="1"><c r="A1"><v>1</v></c>текст<v>9</v><t>9</t></row>')).toEqual([
      { row: 1, cells: ['1'], broken: [] },
    ]);
    const own = '<c r="B1" t="inlineStr">а<x>б</x><is><t>в</t>г<rPh><x/><t>х</t></rPh></is></c>';
    expect(rowsOf(`<row r="1"><c r="A1"><v>1</v></c>${own}</row>`)).toEqual([
      { row: 1, cells: ['1', 'в'], broken: [] },
    ]);
  });

  it.each([
    ['an error of a formula', '<c r="A1" t="e"><v>#N/A</v></c>'],
    ['an unknown type', '<c r="A1" t="x"><v>1</v></c>'],
    ['an invalid number', '<c r="A1"><v>один</v></c>'],
    ['an infinite number', '<c r="A1"><v>1E+999</v></c>'],
    ['a day that does not exist', '<c r="A1" s="1"><v>101</v></c>'],
  ])('is broken with %s', (_, xml) => {
    expect(cellOf(xml)).toEqual({ text: undefined, broken: [0] });
  });

  it.each([
    '<c r="A1" s="1"/>',
    '<c r="A1"><v> </v></c>',
    '<c r="A1" t="s"><v> </v></c>',
    '<c r="A1" t="b"><v> </v></c>',
    // The empty result of a formula, as Excel stores it.
    '<c r="A1" t="str"><f>IF(B1="","",B1)</f><v></v></c>',
  ])('without a value is ignored: %s', (xml) => {
    expect(rowsOf(`<row r="1">${xml}</row>`)).toEqual([]);
  });

  it('is odd if its formula has no value, its format shows another number, or it is hidden', () => {
    expect(cellOf('<c r="A1"><f>1+1</f></c>')).toEqual({
      text: undefined,
      broken: [],
      odd: { 0: 'FormulaWithoutValue' },
    });
    // Formulas that were never computed.
    for (const kind of ['', ' t="str"', ' t="n"']) {
      expect(cellOf(`<c r="A1"${kind}><f>1+1</f></c>`)?.odd, kind).toEqual({ 0: 'FormulaWithoutValue' });
    }
    expect(cellOf('<c r="A1"><f>1+1</f><v></v></c>')?.odd).toEqual({ 0: 'FormulaWithoutValue' });
    expect(cellOf('<c r="SF1"><f>1+1</f></c>')?.odd).toEqual({ [MAX_COLUMNS - 1]: 'FormulaWithoutValue' });
    expect(cellOf('<c r="A1" s="2"><v>1.5</v></c>')).toEqual({ ...text('1.5'), odd: { 0: 'ShownOtherwise' } });
    expect(cellOf('<c r="A1" s="2"><v>x</v></c>')).toEqual({ text: undefined, broken: [0] });
    // Number formats do not apply to texts.
    expect(cellOf('<c r="A1" s="2" t="str"><v>1.5</v></c>')).toEqual(text('1.5'));
    const [hidden] = rowsOf('<row r="1" hidden="1"><c r="A1"><v>1</v></c></row>');
    expect(hidden?.odd).toEqual({ 0: 'HiddenCell' });
    const columns = '<cols><col min="1" max="2" hidden="true"/><col min="4" max="4" hidden="0"/></cols>';
    const [row] = rowsOf('<row r="1"><c r="B1" s="2"><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row>', columns);
    expect(row).toEqual({ row: 1, cells: ['', '1', '2', '3'], broken: [], odd: { 1: 'HiddenCell' } });
    const [edges] = rowsOf(
      '<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c><c><v>4</v></c></row>',
      '<cols><col min="2" max="3" hidden="1"/><other min="1" max="9" hidden="1"/></cols>',
    );
    expect(edges?.odd).toEqual({ 1: 'HiddenCell', 2: 'HiddenCell' });
    // The next row is visible again.
    const rows = rowsOf('<row r="1" hidden="true"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>');
    expect(rows[1]).toEqual({ row: 2, cells: ['2'], broken: [] });
  });

  it('is at the place of its reference, otherwise after the last one', () => {
    expect(rowsOf('<row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c><c r="AA3"><v>3</v></c></row>')).toEqual([
      { row: 3, cells: ['', '1', '2', ...Array<string>(23).fill(''), '3'], broken: [] },
    ]);
  });
});

describe('a row', () => {
  it('has its own number or the next one; blank rows are left out', () => {
    const cell = '<c><v>1</v></c>';
    expect(rowsOf(`<row>${cell}</row><row r="5">${cell}</row><row/><row>${cell}</row>`).map(({ row }) => row)).toEqual([
      1, 5, 7,
    ]);
  });

  it('is returned once', () => {
    const rows = new SheetReader(WORKBOOK);
    const reader = new XmlReader(rows);
    reader.write(Buffer.from('<a><row><c><v>1</v></c></row>'));
    expect([rows.taken().length, rows.taken().length]).toEqual([1, 0]);
  });

  it.each(['0', '-1', '1.5', 'x', String(MAX_ROW + 1)])('with the number %s is refused', (number) => {
    expect(() => rowsOf(`<row r="${number}"/>`)).toThrow('no such row');
  });

  it('must have a larger number than the row before', () => {
    expect(() => rowsOf('<row r="2"/><row r="2"/>')).toThrow('no such row');
    expect(rowsOf(`<row r="${MAX_ROW}"><c><v>1</v></c></row>`)).toHaveLength(1);
  });
});

describe('limits', () => {
  it('of columns are those of spreadsheets, and of our tables', () => {
    const last = (column: string, value = '1') => rowsOf(`<row r="1"><c r="${column}1"><v>${value}</v></c></row>`);
    expect(last('SF')[0]?.cells).toHaveLength(MAX_COLUMNS);
    expect(() => last('SG')).toThrow('too many columns');
    expect(() => last('XFD')).toThrow('too many columns');
    expect(() => last('XFE')).toThrow('no such cell');
    expect(() => last('1')).toThrow('no such cell');
    expect(() => last('1A')).toThrow('no such cell');
    expect(() => rowsOf('<row r="1"><c r="SG1" t="e"><v>#N/A</v></c></row>')).toThrow('too many columns');
    // A blank or empty cell far to the right is only a style, and so is a formula there.
    expect(rowsOf('<row r="1"><c r="SG1" t="str"><v> </v></c><c r="SH1"><f>1</f></c></row>')).toEqual([]);
    expect(() => rowsOf('<c r="A1"><v>1</v></c>')).toThrow('no such cell');
  });

  it('of texts apply while a cell is read', () => {
    const longest = 'а'.repeat(32_767);
    expect(cellOf(`<c r="A1" t="str"><v>${longest}</v></c>`)?.text).toBe(longest);
    expect(() => cellOf(`<c r="A1" t="str"><v>${longest}а</v></c>`)).toThrow('text too long');
    expect(() => cellOf(`<c r="A1" t="str"><v>${'_x0041_'.repeat(32_767)}_</v></c>`)).toThrow('text too long');
    expect(cellOf(`<c r="A1" t="str"><v>${'_x0041_'.repeat(32_767)}</v></c>`)?.text).toHaveLength(32_767);
    expect(() => cellOf(`<c r="A1" t="b"><v>${' '.repeat(MAX_CELL_LENGTH + 1)}</v></c>`)).toThrow('text too long');
    expect(MAX_CELL_LENGTH).toBe(32_767 * 7);
  });

  it('of shared texts are those that the workbook has', () => {
    expect(() => cellOf('<c r="A1" t="s"><v>3</v></c>')).toThrow('no such text');
    expect(() => cellOf('<c r="A1" t="s"><v>x</v></c>')).toThrow('no such text');
  });
});
