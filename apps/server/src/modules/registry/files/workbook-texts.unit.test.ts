import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { workbookStream } from '../../../platform/documents/xlsx/workbook.ts';
import { newReading } from './file-rows.ts';
import { workbookRows } from './workbook.ts';

/** Texts that look like the escape of ECMA-376 for characters that XML cannot contain, and similar ones. */
const piece = fc.constantFrom(
  '_',
  'x',
  '_x',
  'x0041_',
  '_x0041_',
  '_x005F_',
  '_x000d_',
  '0041',
  'А',
  ' ',
  '&',
  '<',
  "'",
);
const texts = fc.array(
  fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => `т${pieces.join('')}т`),
  { minLength: 1, maxLength: 8 },
);

const sheet = (title: string, lines: readonly string[]) =>
  workbookStream({
    name: 'Лист',
    columns: [{ title, kind: 'text', width: 20 }],
    lines: lines.map((text) => ({ kind: 'row' as const, cells: [text] })),
    at: new Date('2026-01-02'),
  });

async function readBack(bytes: Buffer): Promise<string[]> {
  const rows: string[] = [];
  for await (const { cells } of workbookRows(bytes, newReading())) rows.push(cells[0] ?? '');
  return rows;
}

it('texts of a workbook are read as typed, even if they look like escapes', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (typed) => {
      const title = typed[0] ?? '';
      expect(await readBack(await buffer(await sheet(title, typed)))).toEqual([title, ...typed]);
    }),
    { numRuns: 60 },
  );
});

it('lines of a text end as a spreadsheet ends them', async () => {
  const written = await sheet('наслов', ['први\r\nдруги\rтрећи\nчетврти']);
  expect(await readBack(await buffer(written))).toEqual(['наслов', 'први\nдруги\nтрећи\nчетврти']);
});
