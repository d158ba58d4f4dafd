import { writeXlsxStream } from 'hucre/xlsx';
import { Readable } from 'node:stream';
import type { PdfDocument } from '../apps/server/src/platform/pdf/model.ts';
import { renderPdf } from '../apps/server/src/platform/pdf/render.ts';
import { type SheetLine, workbookStream } from '../apps/server/src/platform/xlsx/workbook.ts';

/**
 * Files of exports beside the bare library: a workbook of 100,000 rows and 25 columns, a report of 5,000 rows on paper.
 * Prints seconds, size and the most memory that the process has had; each kind alone: `npm run bench:exports sheet`.
 */
const ROWS = 100_000;
const COLUMNS = 25;
const PAPER_ROWS = 5_000;
const MB = 1024 * 1024;
const SAMPLE_MS = 20;

const amount = (row: number, column: number) => `${row * 1000 + column}.${String(column).padStart(2, '0')}`;

function* lines(): Generator<SheetLine> {
  for (let row = 0; row < ROWS; row++) {
    const cells = Array.from({ length: COLUMNS }, (_, column) =>
      column < 15 ? `Пројекат ${row} ${column}` : column < 20 ? '2026-11-21' : amount(row, column),
    );
    yield { kind: 'row', cells };
  }
}

function* bare(): Generator<(string | number | Date)[]> {
  const day = new Date('2026-11-21T00:00:00Z');
  for (const { cells } of lines()) {
    yield cells.map((cell, column) => (column < 15 ? (cell ?? '') : column < 20 ? day : Number(cell)));
  }
}

async function sizeOf(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of stream) size += chunk.length;
  return size;
}

async function measure(name: string, work: () => Promise<number>): Promise<void> {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, SAMPLE_MS);
  const began = performance.now();
  const size = await work();
  clearInterval(timer);
  look();
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(
    `${name}: ${seconds.toFixed(1)} s, ${(size / MB).toFixed(1)} MB, memory ${(peak / MB).toFixed(0)} MB\n`,
  );
}

const columns = Array.from({ length: COLUMNS }, (_, column) => ({
  title: `Колона ${column + 1}`,
  kind: column < 15 ? ('text' as const) : column < 20 ? ('day' as const) : ('money' as const),
  width: 16,
}));

const paper: PdfDocument = {
  title: 'Преглед пројеката',
  landscape: true,
  blocks: [
    {
      kind: 'table',
      columns: ['Радни назив', 'Назив', 'Фаза', 'Стање', 'Вредност, РСД'].map((title) => ({ title, align: 'left' })),
      rows: Array.from({ length: PAPER_ROWS }, (_, row) => [
        `PROJEKAT-${row}`,
        `Реконструкција деонице ${row}`,
        'Извештавање',
        'Унос',
        amount(row, 0),
      ]),
    },
  ],
};

const KINDS: Readonly<Record<string, () => Promise<void>>> = {
  sheet: () =>
    measure(`workbook, ${ROWS} × ${COLUMNS}`, () =>
      sizeOf(workbookStream({ name: 'Пројекти', columns, lines: lines(), at: new Date() })),
    ),
  bare: () =>
    measure(`the same by the bare library`, () =>
      sizeOf(Readable.fromWeb(writeXlsxStream(bare(), { name: 'Пројекти' }) as never)),
    ),
  paper: () => measure(`paper of ${PAPER_ROWS} rows`, async () => (await renderPdf(paper)).length),
};

const wanted = process.argv.slice(2);
for (const [kind, run] of Object.entries(KINDS)) if (wanted.length === 0 || wanted.includes(kind)) await run();
process.exit(0);
