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
  it('is the first visible one, with the names of all', async () => {
    const { rows, reading } = await read();
    expect(rows).toEqual([['други']]);
    expect(reading).toMatchObject({ sheet: 'Друга', sheets: ['Прва', 'Друга'], share: 1 });
  });

  it('is the requested one, or none', async () => {
    expect(await read({}, 'Прва')).toMatchObject({ rows: [['1']], reading: { sheet: 'Прва' } });
    await expect(read({}, 'Трећа')).rejects.toThrow('UnknownSheet');
  });

  it('is the first if all are hidden; sheets without a part are left out', async () => {
    const sheets = '<sheet name="А" id="rId7"/><sheet name="Б" id="rId1" state="veryHidden"/><sheet name="В"/>';
    const book = `<workbook><sheets>${sheets}</sheets></workbook>`;
    expect((await read({ 'xl/book.xml': book })).reading).toMatchObject({ sheet: 'Б', sheets: ['Б'] });
    const empty = read({ 'xl/book.xml': '<workbook><sheets><sheet name="А" id="rId3"/></sheets></workbook>' });
    await expect(empty).rejects.toThrow('no sheet');
    await expect(read({ '_rels/.rels': relations(relation('rId1', 'other', 'xl/book.xml')) })).rejects.toThrow(
      'no workbook',
    );
  });

  it('has a name of at most a hundred characters, and is one of at most two hundred', async () => {
    const names = Array.from({ length: 201 }, (_, at) => `<sheet name="${'л'.repeat(100)}${at}" id="rId1"/>`);
    const { reading } = await read({ 'xl/book.xml': `<workbook><sheets>${names.join('')}</sheets></workbook>` });
    expect(reading.sheets).toEqual(Array(200).fill('л'.repeat(100)));
  });
});

it('incomplete relations, and tags that are not relations, are ignored', async () => {
  const poor = '<Relationship Id="rId1"/><Relationship Id="rId1" Target="x.xml"/>';
  const ofSheet = `${poor}<Other Id="rId2" Type="${OFFICE}/worksheet" Target="x.xml"/>`;
  const book = parts()['xl/_rels/book.xml.rels'].replace('<Relationships>', `<Relationships>${ofSheet}`);
  const ofBook = `${poor}<Relationship Id="rId1" Type="${OFFICE}/officeDocument"/>`;
  const root = parts()['_rels/.rels'].replace('<Relationships>', `<Relationships>${ofBook}`);
  const more = { '_rels/.rels': root, 'xl/_rels/book.xml.rels': book };
  expect((await read(more)).rows).toEqual([['други']]);
});

it('a sheet is read in pieces, and the share that was read grows', async () => {
  const cells = Array.from({ length: 20_000 }, (_, at) => `<row><c><v>${Math.sin(at)}</v></c></row>`).join('');
  const reading = newReading();
  const bytes = await archive(parts({ 'xl/sheets/2.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>` }));
  const shares: number[] = [];
  for await (const _ of workbookRows(bytes, reading)) shares.push(reading.share);
  expect(shares).toHaveLength(20_000);
  expect(shares[0]).toBeGreaterThan(0);
  expect(shares[0]).toBeLessThan(0.5);
  expect(shares.at(-1)).toBe(1);
});

it('a truncated sheet is refused', async () => {
  await expect(read({ 'xl/sheets/2.xml': '<worksheet><sheetData><row><c><v>1</v></c></row>' })).rejects.toThrow();
});

describe('the parts that a sheet uses', () => {
  const styled = (style: number, value: string) => ({ 'xl/sheets/2.xml': sheet(value, `s="${style}"`) });
  const formats = {
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/><numFmt numFmtId="165" formatCode="0%"/>' +
      '<numFmt numFmtId="2" formatCode="dd.mm.yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="2"/><xf numFmtId="165"/></cellXfs><xf numFmtId="14"/></styleSheet>',
  };

  it('include shared texts, or none if the workbook has no such part', async () => {
    expect((await read({ 'xl/sheets/2.xml': sheet('0', 't="s"') })).rows).toEqual([['први']]);
    expect((await read({ 'xl/sheets/2.xml': sheet('2', 't="s"') })).rows).toEqual([]);
    await expect(read({ 'xl/sheets/2.xml': sheet('3', 't="s"') })).rejects.toThrow('no such text');
    const { 'xl/texts.xml': _, ...without } = parts({ 'xl/sheets/2.xml': sheet('7') });
    const rows: string[][] = [];
    for await (const { cells } of workbookRows(await archive(without), newReading())) rows.push(cells);
    expect(rows).toEqual([['7']]);
    const { 'xl/texts.xml': _none, ...referring } = parts({ 'xl/sheets/2.xml': sheet('0', 't="s"') });
    await expect(workbookRows(await archive(referring), newReading()).next()).rejects.toThrow('no such text');
  });

  it('include shared texts without phonetic readings and stray text', async () => {
    const text =
      '<si>а<r>б<rPr><b/>в</rPr><t>дру</t>г</r><rPh>д<b/><t>х</t></rPh><r><t>ги</t></r>ђ</si><si><t>трећи</t></si>';
    const texts = { 'xl/texts.xml': `<sst>${text}</sst>` };
    expect((await read({ ...texts, 'xl/sheets/2.xml': sheet('0', 't="s"') })).rows).toEqual([['други']]);
    expect((await read({ ...texts, 'xl/sheets/2.xml': sheet('1', 't="s"') })).rows).toEqual([['трећи']]);
  });

  it.each([
    [0, '46082', '46082'],
    [1, '46082', '2026-03-01'],
    [2, '46082', '2026-03-01'],
    // The file cannot replace a built-in format.
    [3, '46082', '46082'],
    [5, '46082', '46082'],
    [1, '0', '1899-12-31'],
    [1, '2958465', '9999-12-31'],
  ])('include the format %i of a cell, by which %s is %s', async (style, value, text) => {
    expect((await read({ ...formats, ...styled(style, value) })).rows).toEqual([[text]]);
  });

  it.each(['-1', '2958466'])('include a date format, by which %s is not a day', async (value) => {
    expect((await read({ ...formats, ...styled(1, value) })).rows).toEqual([[]]);
  });

  it('include the day from which a workbook counts', async () => {
    for (const flag of ['1', 'true']) {
      const book = parts()['xl/book.xml'].replace('<workbookPr/>', `<workbookPr date1904="${flag}"/>`);
      expect((await read({ ...formats, ...styled(1, '44620'), 'xl/book.xml': book })).rows).toEqual([['2026-03-01']]);
    }
  });

  it('include number formats, which may hide the number of a cell', async () => {
    const rows = [];
    const bytes = await archive(parts({ ...formats, ...styled(4, '0.5') }));
    for await (const row of workbookRows(bytes, newReading())) rows.push(row);
    expect(rows).toMatchObject([{ cells: ['0.5'], odd: { 0: 'ShownOtherwise' } }]);
    // The first format, none, and one that the workbook does not have.
    const plain = [];
    for (const attributes of ['s="0"', '', 's="99"']) {
      const book = await archive(parts({ ...formats, 'xl/sheets/2.xml': sheet('0.5', attributes) }));
      for await (const row of workbookRows(book, newReading())) plain.push(row);
    }
    expect(plain).toEqual(Array(3).fill({ row: 1, cells: ['0.5'], broken: [] }));
  });

  it('include the formats of cells, whatever other tags the part has', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="9"><alignment/></xf><xf numFmtId="14"/></cellXfs></styleSheet>';
    expect((await read({ 'xl/styles.xml': styles, ...styled(1, '46082') })).rows).toEqual([['2026-03-01']]);
  });

  it('do not include tags that only look like a sheet', async () => {
    const sheets = '<sheets><view name="Поглед" id="rId1"/><sheet id="rId2"/></sheets>';
    const { reading, rows } = await read({
      ...formats,
      ...styled(1, '46082'),
      'xl/book.xml': `<workbook>${sheets}</workbook>`,
    });
    // Without a property of the workbook the days count from 1900.
    expect({ rows, sheets: reading.sheets }).toEqual({ rows: [['2026-03-01']], sheets: [''] });
  });
});

describe('limits', () => {
  it('of a shared text are those of a cell', async () => {
    const long = (length: number) => ({ 'xl/texts.xml': `<sst><si/><si><t>${'а'.repeat(length)}</t></si></sst>` });
    expect((await read(long(32_767))).rows[0]?.[0]).toHaveLength(32_767);
    await expect(read(long(32_767 * 7 + 1))).rejects.toThrow('text too long');
    // Also for a text that no cell uses. Escapes count as written until they are decoded.
    const unused = `<sst><si/><si><t>а</t></si><si><t>${'а'.repeat(32_767 * 7 + 1)}</t></si></sst>`;
    await expect(read({ 'xl/texts.xml': unused })).rejects.toThrow('text too long');
    const escaped = { 'xl/texts.xml': `<sst><si/><si><t>${'_x0041_'.repeat(32_767)}</t></si></sst>` };
    expect((await read(escaped)).rows[0]?.[0]).toHaveLength(32_767);
  });

  it('apply to unpacked parts; a file that is not an archive has no size', async () => {
    const bytes = await archive({ a: 'x'.repeat(1000), b: 'y' });
    expect(await unpackedSize(bytes)).toBe(1001);
    expect(await unpackedSize(Buffer.from('x'))).toBe(0);
    await expect(read({ 'xl/book.xml': `<workbook>${' '.repeat(8 * 1024 * 1024)}</workbook>` })).rejects.toThrow();
  });
});
