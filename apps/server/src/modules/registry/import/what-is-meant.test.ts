import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { RegistryRow } from '@pimis/contract/registries';
import { sendImport } from '../../../testing/registry.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const DRY = '?dryRun=true';

const send = (registry: string, content: Buffer | string, query = '') =>
  sendImport(server, 'operator', registry, content, query);
const row = async (registry: string, id: string) =>
  (await server.call<RegistryRow>('operator', 'GET', `registry/${registry}/${id}`)).payload;
const sheet = async (rows: string[][]) => Buffer.from(await writeXlsx({ sheets: [{ name: 'Подаци', rows }] }));

/** A text in Windows-1251, restricted to letters that the code page has in the order of Unicode. */
const windows1251 = (text: string) =>
  Buffer.from(
    [...text].map((letter) => (letter < '\x80' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x410 + 0xc0)),
  );

describe('the encoding of a text', () => {
  const NAMED = 'code;name\n961;Комерцијална банка'.replaceAll('ј', 'й') + ' Београд\n962;Банка Поште\n';

  it('is detected, and shown with the first values, before anything is written', async () => {
    const { payload } = await send('banks', windows1251(NAMED), DRY);
    expect(payload).toMatchObject({ encoding: 'windows-1251', doubtful: false, created: 2 });
    expect(payload.firstRows).toEqual([
      { row: 2, values: { code: '961', name: 'Комерцийална банка Београд' } },
      { row: 3, values: { code: '962', name: 'Банка Поште' } },
    ]);
    expect((await send('banks', NAMED, DRY)).payload).toMatchObject({ encoding: 'utf-8', doubtful: false });
    const book = await sheet([
      ['code', 'name'],
      ['963', 'Банка'],
    ]);
    expect((await send('banks', book, DRY)).payload).toMatchObject({ encoding: null, doubtful: false });
  });

  it('is refused if one file has two, small or large', async () => {
    const large = Buffer.from(Array.from({ length: 3000 }, (_, row) => `${row};Банка Поште\n`).join(''));
    for (const bytes of [Buffer.from(NAMED), Buffer.concat([Buffer.from('code;name\n'), large])]) {
      const mixed = Buffer.concat([bytes, windows1251('964;Ж\n'), Buffer.from('965;Њ\n')]);
      expect((await send('banks', mixed, DRY)).status.name).toBe('MixedEncoding');
    }
  });

  it('is chosen by hand if it is doubtful, also for a large file', async () => {
    const rows = Array.from({ length: 2500 }, (_, row) => `${String(row).padStart(3, '0')};x${' '.repeat(20)}\n`).join(
      '',
    );
    for (const more of ['', rows]) {
      const bytes = Buffer.concat([Buffer.from('code;name\n966;'), windows1251('Ж'), Buffer.from(`\n${more}`)]);
      expect((await send('banks', bytes, DRY)).payload).toMatchObject({ doubtful: true });
      expect((await send('banks', bytes)).status.name).toBe('DoubtfulEncoding');
      const { payload } = await send('banks', bytes, `${DRY}&encoding=windows-1251`);
      expect(payload).toMatchObject({ encoding: 'windows-1251', doubtful: false });
      expect(payload.firstRows[0]?.values.name).toBe('Ж');
    }
    expect((await send('banks', 'code;name\n', `${DRY}&encoding=latin1`)).httpStatus).toBe(422);
  });

  it('a first line that declares the separator is not the header, but counts as a row', async () => {
    const { payload } = await send('banks', '\ufeffsep=;\r\ncode;name\r\n967;Прва, друга\r\n9x;Лоша\r\n', DRY);
    expect(payload).toMatchObject({ header: 2, created: 1, errors: [{ row: 4, column: 'code' }] });
    expect(payload.firstRows[0]?.values.name).toBe('Прва, друга');
  });
});

describe('a change by an import', () => {
  const bank = (code: string) => row('banks', code);

  it('is shown before it is written, with each stored and new value', async () => {
    await send('banks', 'code,name,note\n951,Прва банка,белешка\n952,Друга банка,друга белешка\n');
    const { payload } = await send('banks', 'code,name,note\n951,Прва банка,\n952,Нова банка,друга белешка\n', DRY);
    expect(payload).toMatchObject({ updated: 2, changeCount: 2, emptied: [] });
    expect(payload.changes).toEqual([
      { row: 2, column: 'note', before: 'белешка', after: null },
      { row: 3, column: 'name', before: 'Друга банка', after: 'Нова банка' },
    ]);
  });

  it('needs a confirmation if a column is emptied', async () => {
    const file = 'code,name,note\n951,Прва банка,\n952,Друга банка,\n';
    expect((await send('banks', file, DRY)).payload).toMatchObject({ emptied: ['note'], changeCount: 2 });
    expect((await send('banks', file, '?confirm=')).httpStatus).toBe(422);
    expect((await send('banks', file, '?dryRun=false')).status.name).toBe('UnconfirmedImport');
    expect(await bank('951')).toMatchObject({ note: 'белешка' });
    expect((await send('banks', file, '?confirm=changes')).payload).toMatchObject({ updated: 2 });
    expect(await bank('951')).toMatchObject({ note: null });
  });

  it('needs a confirmation if more than a tenth of the rows change', async () => {
    const { rows } = await sql<{ code: string; stored: number }>`
      select code, count(*) over ()::integer as stored from banks order by code`.execute(server.context.db);
    const tenth = Math.floor((rows[0]?.stored ?? 0) / 10);
    const file = (count: number) =>
      `code,name\n${rows
        .slice(0, count)
        .map(({ code }) => `${code},Измењена ${code} ${count}\n`)
        .join('')}`;
    expect((await send('banks', file(tenth), DRY)).payload).toMatchObject({ manyChanges: false });
    expect((await send('banks', file(tenth), '?dryRun=false')).payload).toMatchObject({ updated: tenth });
    expect((await send('banks', file(tenth + 1), DRY)).payload).toMatchObject({ manyChanges: true });
    expect((await send('banks', file(tenth + 1), '?dryRun=false')).status.name).toBe('UnconfirmedImport');
    expect((await send('banks', file(tenth + 1))).payload).toMatchObject({ updated: tenth + 1 });
  });
});

describe('a cell whose content differs from what is visible', () => {
  /** A workbook with one sheet of that XML. */
  async function bookOf(xml: string, styles?: string): Promise<Buffer> {
    const zip = new ZipFile();
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const relations = (...parts: [type: string, target: string][]) =>
      Buffer.from(
        `<Relationships>${parts.map(([type, target]) => `<Relationship Id="r${target}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
      );
    zip.addBuffer(relations(['officeDocument', 'xl/workbook.xml']), '_rels/.rels');
    zip.addBuffer(
      relations(
        ['worksheet', 'sheet.xml'],
        ...(styles === undefined ? [] : [['styles', 'styles.xml'] as [string, string]]),
      ),
      'xl/_rels/workbook.xml.rels',
    );
    if (styles !== undefined) zip.addBuffer(Buffer.from(styles), 'xl/styles.xml');
    zip.addBuffer(
      Buffer.from('<workbook><sheets><sheet name="a" r:id="rsheet.xml" xmlns:r="r"/></sheets></workbook>'),
      'xl/workbook.xml',
    );
    zip.addBuffer(Buffer.from(`<worksheet>${xml}</worksheet>`), 'xl/sheet.xml');
    zip.end();
    return buffer(zip.outputStream as Readable);
  }
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const head = `<row>${['code', 'name', 'note'].map(text).join('')}</row>`;

  it('is reported with its row and column, and does not clear the stored value', async () => {
    await send('banks', 'code,name,note\n941,Прва банка,белешка\n');
    const file = await bookOf(
      `<cols><col min="4" max="5" hidden="1"/></cols><sheetData>${head}
        <row>${text('941')}${text('Прва банка')}<c><f>A1&amp;"x"</f></c></row>
        <row hidden="1">${text('942')}${text('Друга банка')}${text('')}</row>
        <row>${text('943')}<c t="str"><f>UPPER("а")</f><v>Израчуната</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row></sheetData>`,
    );
    const { payload } = await send('banks', file, DRY);
    expect(payload.errors.map(({ row: at, column, code }) => `${at} ${column} ${code}`)).toEqual([
      '2 note FormulaWithoutValue',
      '3 code HiddenCell',
      '3 name HiddenCell',
      '4 note InvalidDataType',
    ]);
    expect((await send('banks', file)).status.name).toBe('InvalidRegistryImport');
    expect(await row('banks', '941')).toMatchObject({ note: 'белешка' });
  });

  it('in a hidden column is reported too', async () => {
    const file = await bookOf(
      `<cols><col min="3" max="3" hidden="true"/></cols><sheetData>${head}<row>${['944', 'Банка', 'скривено'].map(text).join('')}</row></sheetData>`,
    );
    const { payload } = await send('banks', file, DRY);
    expect(payload.errors).toMatchObject([{ row: 2, column: 'note', code: 'HiddenCell' }]);
  });

  it('is reported if its format rounds or hides the number, and accepted if it adds separators', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000"/><numFmt numFmtId="165" formatCode=";;;"/></numFmts>' +
      '<cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="3"/><xf numFmtId="9"/></cellXfs></styleSheet>';
    const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
    const file = await bookOf(
      `<sheetData>${head}
        <row>${cell(1, '945')}${text('Пета')}${cell(3, '1234')}</row>
        <row>${cell(1, '946')}${text('Шеста')}${cell(3, '1234.5')}</row>
        <row>${cell(1, '947')}${text('Седма')}${cell(4, '0.5')}</row>
        <row>${cell(2, '948')}${text('Осма')}</row></sheetData>`,
      styles,
    );
    const { payload } = await send('banks', file, DRY);
    expect(payload.errors.map(({ row: at, column, code }) => `${at} ${column} ${code}`)).toEqual([
      '3 note ShownOtherwise',
      '4 note ShownOtherwise',
      '5 code ShownOtherwise',
    ]);
  });
});
