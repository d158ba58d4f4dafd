import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import { workbook } from '../../../testing/workbook.ts';
import { readRows, readSize } from './files.ts';
import { type FileRow } from './file-rows.ts';
import { MAX_COLUMNS, MAX_ROW } from './worksheet.ts';

/** Returns all rows, or the error that the caller would get; any other error fails the test. */
async function read(bytes: Buffer): Promise<FileRow[] | 'refused'> {
  const rows: FileRow[] = [];
  try {
    for await (const row of readRows(bytes)) rows.push(row);
    return rows;
  } catch (error) {
    if (error instanceof ApiError && ['InvalidImportFormat', 'MixedEncoding'].includes(error.message)) return 'refused';
    throw error;
  }
}

/** Damaged copies of a file: truncated, with changed bytes, with parts missing or repeated. */
const harm = fc.array(
  fc.record({
    kind: fc.constantFrom('cut', 'change', 'drop', 'repeat' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 40 }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 4 },
);
type Harm = typeof harm extends fc.Arbitrary<infer Value> ? Value : never;

function harmed(whole: Buffer, harms: Harm): Buffer {
  return harms.reduce((bytes, { kind, at, length, bytes: other }) => {
    const from = Math.floor(at * bytes.length);
    const [before, after] = [bytes.subarray(0, from), bytes.subarray(from)];
    if (kind === 'cut') return before;
    if (kind === 'drop') return Buffer.concat([before, after.subarray(length)]);
    if (kind === 'repeat') return Buffer.concat([before, after.subarray(0, length), after]);
    return Buffer.concat([before, other, after.subarray(other.length)]);
  }, whole);
}

async function holds(whole: Buffer, runs: number, pack = async (bytes: Buffer) => bytes): Promise<void> {
  expect(await read(await pack(whole))).not.toBe('refused');
  await fc.assert(
    fc.asyncProperty(harm, async (harms) => {
      const bytes = await pack(harmed(whole, harms));
      expect(await readSize(bytes)).toBeGreaterThanOrEqual(0);
      const rows = await read(bytes);
      if (rows === 'refused') return;
      let last = 0;
      for (const { row, cells } of rows) {
        expect(row).toBeGreaterThan(last);
        expect(cells.length).toBeLessThanOrEqual(MAX_COLUMNS);
        last = row;
      }
      expect(last).toBeLessThanOrEqual(MAX_ROW);
    }),
    { numRuns: runs },
  );
}

const rows = [
  ['Валута', 'Датум', 'Јединица', 'Опис'],
  ['EUR', new Date('2032-02-29T00:00:00Z'), 1, 'један, "два"; _x0041_ <три> & четири'],
  [null, null, null, null],
  ['USD', '1.3.2032.', 117.1234, '=1+1'],
];
const text = 'шифра;назив;"напомена"\r\n81;"Њива, ""Ђ"";";\r\n\r\n82;šđčćž;"два\nреда"\r\n';
const sheet =
  '<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="a" xmlns:r="b"><sheetData><row r="1"><c r="A1" t="inlineStr">' +
  '<is><t>code &amp; &#1033;</t></is></c><c r="B1" t="str"><v><![CDATA[name]]></v></c></row><!-- x --><row r="3">' +
  '<c r="A3" s="1"><v>1.5E+9</v></c><c r="C3" t="e"><v>#N/A</v></c><c r="D3" t="b"><v>1</v></c></row></sheetData></worksheet>';

describe('a damaged file is either read or refused', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 with swapped bytes', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['tabs', Buffer.from(text.replaceAll(';', '\t'))],
    ['Windows-1250', Buffer.from([0x61, 0x3b, 0x62, 0x0a, 0x9a, 0xf0, 0xe8, 0xe6, 0x9e, 0x3b, 0x22, 0x8a, 0x22])],
  ])('as text: %s', async (_name, whole) => {
    await holds(whole, 400);
  });

  it('as a workbook, in its archive', async () => {
    await holds(Buffer.from(await writeXlsx({ sheets: [{ name: 'Подаци', rows }] })), 600);
  });

  it('as a workbook, in the XML of its sheet', async () => {
    await holds(Buffer.from(sheet), 600, (bytes) => workbook(bytes.toString('utf8')));
  });
});

it('a workbook with XML that is too deep, or with too many files, is refused', async () => {
  expect(await read(await workbook('<a>'.repeat(100_000)))).toBe('refused');
  expect(await read(await workbook(`<worksheet>${' '.repeat(1_000_000)}</worksheet>`))).toBe('refused');
});

it('a workbook is as large as all of its parts, whatever name its sheet’s part has', async () => {
  const large = `<worksheet>${'<!-- -->'.repeat(100_000)}<sheetData/></worksheet>`;
  for (const name of ['sheet1.xml', 'sheet1.XML', 'sheet1.bin', 'sheet1']) {
    const bytes = await workbook(large, name);
    expect(bytes.length).toBeLessThan(32 * 1024);
    expect(await readSize(bytes), name).toBeGreaterThan(large.length);
    expect(await read(bytes)).toEqual([]);
  }
});

it('an endless row of a text is refused, whatever its content', async () => {
  for (const mark of [',', ';', '\t', '"', 'a', 'a,', '""', '"a",']) {
    expect(await read(Buffer.from(mark.repeat(3_000_000 / mark.length)))).toBe('refused');
  }
});
