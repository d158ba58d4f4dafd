import { describe, expect, it } from 'vitest';
import { archive } from '../../../testing/workbook.ts';
import { newReading } from './file-rows.ts';
import { unpackedSize, workbookRows } from './workbook.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`;
const sheet = (value: string, attributes = '') =>
  `<worksheet><sheetData><row r="1"><c r="A1" ${attributes}><v>${value}</v></c></row></sheetData></worksheet>`;

/** A workbook of two sheets with shared texts and styles; `more` replaces parts. */
const parts = (more: Record<string, string> = {}) => ({
  '_rels/.rels': relations(relation('rId9', 'other', 'x.xml'), relation('rId1', 'officeDocument', 'xl/book.xml')),
  'xl/book.xml':
    '<workbook><workbookPr/><sheets><sheet name="Прва" id="rId1" state="hidden"/><sheet name="Друга" id="rId2"/></sheets></workbook>',
  'xl/_rels/book.xml.rels': relations(
    relation('rId1', 'worksheet', 'sheets/1.xml'),
    relation('rId2', 'worksheet', '/xl/sheets/2.xml'),
    relation('rId3', 'sharedStrings', 'texts.xml'),
    relation('rId4', 'styles', 'styles.xml'),
  ),
  'xl/sheets/1.xml': sheet('1'),
  'xl/sheets/2.xml': sheet('1', 't="s"'),
  'xl/texts.xml':
    '<sst><si><t>први</t></si><si><r><t>дру</t></r><rPh><t>х</t></rPh><r><t>ги</t></r></si><si/>лажни<t>лажни</t></sst>',
  ...more,
});
async function read(more: Record<string, string> = {}, wanted: string | null = null) {
  const reading = newReading(wanted);
  const rows: string[][] = [];
  for await (const { cells } of workbookRows(await archive(parts(more)), reading)) rows.push(cells);
  return { rows, reading };
}

describe('the sheet of a workbook', () => {
  it('is the first that is seen, with the names of all', async () => {
    const { rows, reading } = await read();
    expect(rows).toEqual([['други']]);
    expect(reading).toMatchObject({ sheet: 'Друга', sheets: ['Прва', 'Друга'], share: 1 });
  });

  it('is the one that is wanted, or none', async () => {
    expect(await read({}, 'Прва')).toMatchObject({ rows: [['1']], reading: { sheet: 'Прва' } });
    await expect(read({}, 'Трећа')).rejects.toThrow('UnknownSheet');
  });

  it('is the first where all are hidden, and those without a part are left out', async () => {
    const sheets = '<sheet name="А" id="rId7"/><sheet name="Б" id="rId1" state="veryHidden"/><sheet name="В"/>';
    const book = `<workbook><sheets>${sheets}</sheets></workbook>`;
    expect((await read({ 'xl/book.xml': book })).reading).toMatchObject({ sheet: 'Б', sheets: ['Б'] });
    const empty = read({ 'xl/book.xml': '<workbook><sheets><sheet name="А" id="rId3"/></sheets></workbook>' });
    await expect(empty).rejects.toThrow('no sheet');
    await expect(read({ '_rels/.rels': relations(relation('rId1', 'other', 'xl/book.xml')) })).rejects.toThrow(
      'no workbook',
    );
  });

  it('has a name of a hundred characters at most, and is one of two hundred', async () => {
    const names = Array.from({ length: 201 }, (_, at) => `<sheet name="${'л'.repeat(100)}${at}" id="rId1"/>`);
    const { reading } = await read({ 'xl/book.xml': `<workbook><sheets>${names.join('')}</sheets></workbook>` });
    expect(reading.sheets).toEqual(Array(200).fill('л'.repeat(100)));
  });
});

describe('what a sheet refers to', () => {
  const styled = (style: number, value: string) => ({ 'xl/sheets/2.xml': sheet(value, `s="${style}"`) });
  const formats = {
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/><numFmt numFmtId="165" formatCode="0%"/>' +
      '<numFmt numFmtId="2" formatCode="dd.mm.yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="2"/><xf numFmtId="165"/></cellXfs><xf numFmtId="14"/></styleSheet>',
  };

  it('are its shared texts, or none where the workbook has no such part', async () => {
    expect((await read({ 'xl/sheets/2.xml': sheet('0', 't="s"') })).rows).toEqual([['први']]);
    expect((await read({ 'xl/sheets/2.xml': sheet('2', 't="s"') })).rows).toEqual([]);
    await expect(read({ 'xl/sheets/2.xml': sheet('3', 't="s"') })).rejects.toThrow('no such text');
    const { 'xl/texts.xml': _, ...without } = parts({ 'xl/sheets/2.xml': sheet('7') });
    const rows: string[][] = [];
    for await (const { cells } of workbookRows(await archive(without), newReading())) rows.push(cells);
    expect(rows).toEqual([['7']]);
  });

  it.each([
    [0, '46082', '46082'],
    [1, '46082', '2026-03-01'],
    [2, '46082', '2026-03-01'],
    // A format of the library of formats is not replaced by one of the file.
    [3, '46082', '46082'],
    [5, '46082', '46082'],
    [1, '0', '1899-12-31'],
    [1, '2958465', '9999-12-31'],
  ])('is the format %i of a cell: %s is %s', async (style, value, text) => {
    expect((await read({ ...formats, ...styled(style, value) })).rows).toEqual([[text]]);
  });

  it.each(['-1', '2958466'])('is no day with the number %s', async (value) => {
    expect((await read({ ...formats, ...styled(1, value) })).rows).toEqual([[]]);
  });

  it('is the day from which a workbook counts', async () => {
    for (const flag of ['1', 'true']) {
      const book = parts()['xl/book.xml'].replace('<workbookPr/>', `<workbookPr date1904="${flag}"/>`);
      expect((await read({ ...formats, ...styled(1, '44620'), 'xl/book.xml': book })).rows).toEqual([['2026-03-01']]);
    }
  });

  it('is whether a format shows the number that a cell has', async () => {
    const rows = [];
    const bytes = await archive(parts({ ...formats, ...styled(4, '0.5') }));
    for await (const row of workbookRows(bytes, newReading())) rows.push(row);
    expect(rows).toMatchObject([{ cells: ['0.5'], odd: { 0: 'ShownOtherwise' } }]);
  });
});

describe('limits', () => {
  it('of a shared text: the characters of a cell', async () => {
    const long = (length: number) => ({ 'xl/texts.xml': `<sst><si/><si><t>${'а'.repeat(length)}</t></si></sst>` });
    expect((await read(long(32_767))).rows[0]?.[0]).toHaveLength(32_767);
    await expect(read(long(32_767 * 7 + 1))).rejects.toThrow('text too long');
  });

  it('of an unpacked part; a file that is no archive has no size', async () => {
    const bytes = await archive({ a: 'x'.repeat(1000), b: 'y' });
    expect(await unpackedSize(bytes)).toBe(1001);
    expect(await unpackedSize(Buffer.from('x'))).toBe(0);
    await expect(read({ 'xl/book.xml': `<workbook>${' '.repeat(8 * 1024 * 1024)}</workbook>` })).rejects.toThrow();
  });
});
