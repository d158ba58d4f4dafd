import { readdirSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import yazl from 'yazl';
import fastify from 'fastify';
import { setCallingUser, trackCallers } from '../../../platform/limits/pool-quota.ts';
import { commandOf, KNOWS_COMMANDS, lowerPriority, parentOf } from '../../../platform/process/processes.ts';
import { type FileRow, newReading } from './file-rows.ts';
import { parseTable } from './parse-table.ts';

// A process of the lowest priority would get no time for minutes while other tests keep every processor busy.
vi.mock('../../../platform/process/processes.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../../../platform/process/processes.ts')>()),
  lowerPriority: vi.fn(),
}));

const PART = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A workbook whose only sheet has this XML inside, of any size. */
async function workbookOf(rows: () => Iterable<string>, name = 'Подаци'): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const relation = (id: string, kind: string, target: string) =>
    Buffer.from(
      `${PART}<Relationships xmlns="${RELATIONS}"><Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`,
    );
  const sheets = `<sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets>`;
  zip.addBuffer(relation('rId1', 'officeDocument', 'xl/workbook.xml'), '_rels/.rels');
  zip.addBuffer(
    Buffer.from(`${PART}<workbook xmlns="${SPACE}" xmlns:r="${OFFICE}">${sheets}</workbook>`),
    'xl/workbook.xml',
  );
  zip.addBuffer(relation('rId1', 'worksheet', 'worksheets/sheet1.xml'), 'xl/_rels/workbook.xml.rels');
  function* sheet() {
    yield `${PART}<worksheet xmlns="${SPACE}"><sheetData>`;
    yield* rows();
    yield '</sheetData></worksheet>';
  }
  zip.addReadStream(Readable.from(sheet()), 'xl/worksheets/sheet1.xml');
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/** Yields this many rows, a thousand at a time. */
const rows = (count: number, row: (number: number) => string) =>
  function* () {
    for (let from = 1; from <= count; from += 1000) {
      yield Array.from({ length: 1000 }, (_, index) => row(from + index)).join('');
    }
  };
const repeated = (text: string, times: number) =>
  function* () {
    for (let time = 0; time < times; time += 1) yield text;
  };
function* around(before: string, inside: () => Iterable<string>, after: string): Generator<string> {
  yield before;
  yield* inside();
  yield after;
}

const TABLE = Buffer.from(
  `code;name\n${Array.from({ length: 30_000 }, (_, index) => `${index};"Банка; ${index}"`).join('\n')}\n`,
);

async function allOf(content: Buffer | Readable, sheet: string | null = null) {
  const reading = newReading(sheet);
  const read: FileRow[] = [];
  for await (const row of parseTable(content, reading)) read.push(row);
  return { read, reading };
}

/** The processes that parse tables for this process. */
const readers = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => parentOf(pid) === process.pid && commandOf(pid)?.includes('table-parser-process') === true);

describe('a table that another process parses', () => {
  it('arrives unchanged, with its sheet and the progress', async () => {
    const { read, reading } = await allOf(TABLE);
    expect(read).toHaveLength(30_001);
    expect(read[0]).toEqual({ row: 1, cells: ['code', 'name'], broken: [] });
    expect(read.at(-1)).toEqual({ row: 30_001, cells: ['29999', 'Банка; 29999'], broken: [] });
    expect(reading).toEqual({ sheet: null, sheets: [], encoding: 'utf-8', doubtful: false, share: 1 });
    const row = (number: number) => `<row r="${number}"><c r="B${number}"><v>${number}</v></c></row>`;
    const book = await workbookOf(rows(20_000, row));
    const sheet = await allOf(book, 'Подаци');
    expect(sheet.read).toHaveLength(20_000);
    expect(sheet.read.at(-1)).toEqual({ row: 20_000, cells: ['', '20000'], broken: [] });
    expect(sheet.reading).toMatchObject({ sheet: 'Подаци', sheets: ['Подаци'] });
    await expect(allOf(book, 'Други')).rejects.toThrow('UnknownSheet');
    // Clients send the name of a sheet back to choose it, so it must not be cut within a character.
    const long = await workbookOf(rows(20_000, row), `${'л'.repeat(99)}🚧`);
    expect((await allOf(long)).reading.sheet).toBe('л'.repeat(99));
  });

  it('has long cells cut to the limit, never within a character', async () => {
    const long = `${'а'.repeat(7_000)}${' '.repeat(2_000)}б`;
    const { read } = await allOf(Buffer.concat([TABLE, Buffer.from(`9;${long}\n`)]));
    const cell = read.at(-1)?.cells[1] ?? '';
    expect(cell.length).toBe(8_001);
    expect(cell.endsWith('…')).toBe(true);
    const whole = await allOf(Buffer.concat([TABLE, Buffer.from(`9;${'а'.repeat(7_999)}🚧🚧\n`)]));
    expect(whole.read.at(-1)?.cells[1]).toBe(`${'а'.repeat(7_999)}…`);
  });

  it('is refused before its first row if it is damaged, whatever and wherever the fault', async () => {
    const book = await workbookOf(rows(50_000, (number) => `<row r="${number}"><c><v>${number * 7919}</v></c></row>`));
    const shapes: [string, Buffer, string][] = [
      ['5 million empty lines', Buffer.from('\n'.repeat(5_000_000)), 'InvalidImportFormat'],
      ['ends of lines of each kind', Buffer.from('\r\n\r'.repeat(600_000)), 'InvalidImportFormat'],
      ['the same, two bytes each', Buffer.from(`\ufeff${'\n'.repeat(1_100_000)}`, 'utf16le'), 'InvalidImportFormat'],
      ['a cell of 8 MB', Buffer.from(`code;name\n1;"${'a'.repeat(8_000_000)}"\n`), 'InvalidImportFormat'],
      ['commas alone', Buffer.from(','.repeat(8_000_000)), 'InvalidImportFormat'],
      ['a broken last line', Buffer.concat([TABLE, Buffer.from('1;"never closed')]), 'InvalidImportFormat'],
      ['no text', Buffer.concat([TABLE, Buffer.from([0])]), 'InvalidImportFormat'],
      [
        'too long a row',
        Buffer.concat([TABLE, Buffer.from(`${'b'.repeat(7_000)};`.repeat(50))]),
        'InvalidImportFormat',
      ],
      ['210,000 rows', Buffer.from('1;a\n'.repeat(210_000)), 'ReachedImportRowsLimit'],
      [
        'a workbook of too many rows',
        await workbookOf(rows(1_100_000, (row) => `<row r="${row}"/>`)),
        'InvalidImportFormat',
      ],
      [
        'a workbook with 200 MB in a cell',
        await workbookOf(() =>
          around(
            '<row r="1"><c r="A1" t="inlineStr"><is><t>',
            repeated('a'.repeat(1_000_000), 200),
            '</t></is></c></row>',
          ),
        ),
        'InvalidImportFormat',
      ],
      ['500,000 elements in each other', await workbookOf(repeated('<a>'.repeat(1_000), 500)), 'InvalidImportFormat'],
      ['half a workbook', book.subarray(0, book.length / 2), 'InvalidImportFormat'],
    ];
    for (const [name, content, refusal] of shapes) {
      await expect(parseTable(content, newReading()).next(), name).rejects.toThrow(refusal);
    }
  });
});

describe.runIf(KNOWS_COMMANDS)('the parser process', () => {
  it('has the lowest priority, and ends with the last requested row', async () => {
    const table = parseTable(TABLE, newReading());
    await table.next();
    const [reader] = readers();
    expect(lowerPriority).toHaveBeenLastCalledWith(reader, constants.priority.PRIORITY_LOW);
    await table.return(undefined);
    await expect.poll(readers).toEqual([]);
  });

  it('is one of at most as many as processors; a small table waits for none of them', async () => {
    const tables = Array.from({ length: 2 * availableParallelism() + 1 }, () => parseTable(TABLE, newReading()));
    const first = tables.map((table) => table.next());
    await Promise.race(first);
    expect(readers().length).toBeLessThanOrEqual(availableParallelism());
    const small = parseTable(Buffer.from('code;name\n1;a\n'), newReading());
    expect((await small.next()).value).toMatchObject({ cells: ['code', 'name'] });
    for (const table of tables) await table.return(undefined);
  });

  it.runIf(availableParallelism() > 1)('is limited to one for each account', async () => {
    const tables: ReturnType<typeof parseTable>[] = [];
    const app = fastify();
    trackCallers(app);
    app.get('/:user', async (request) => {
      setCallingUser(Number((request.params as { user: string }).user));
      const table = parseTable(TABLE, newReading());
      tables.push(table);
      await table.next();
    });
    const ask = async (user: number) => app.inject(`/${user}`);
    const ofOne = [ask(7), ask(7)];
    await Promise.race(ofOne);
    expect((await ask(8)).statusCode).toBe(200);
    expect(readers()).toHaveLength(2);
    for (const table of tables) await table.return(undefined);
    await Promise.all(ofOne);
  });

  it('frees its slot if it cannot be started, for example because of an invalid argument', async () => {
    for (let turn = 0; turn <= availableParallelism(); turn += 1) {
      await expect(parseTable(TABLE, newReading('\0')).next()).rejects.toThrow('InvalidImportFormat');
    }
    expect((await allOf(TABLE)).read).toHaveLength(30_001);
  });

  it('may die: the table is refused, and a part of it does not pass for all of it', async () => {
    const table = parseTable(TABLE, newReading());
    await table.next();
    for (const pid of readers()) process.kill(pid, 'SIGKILL');
    const rest = async () => {
      for await (const _ of table);
    };
    await expect(rest()).rejects.toThrow('InvalidImportFormat');
  });

  it('gets an error when the content breaks off, and so does the caller', async () => {
    async function* broken() {
      yield TABLE;
      throw new Error('the store is away');
    }
    await expect(allOf(Readable.from(broken(), { objectMode: false }))).rejects.toThrow('the store is away');
  });
});
