import { writeXlsxStream } from 'hucre/xlsx';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { wordingOf } from '@pimis/domain/text/wording';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import { formBlocks } from '../apps/server/src/modules/forms/document.ts';
import type { PdfDocument } from '../apps/server/src/platform/documents/pdf/model.ts';
import { renderPdf } from '../apps/server/src/platform/documents/pdf/render.ts';
import { zipStream } from '../apps/server/src/platform/documents/zip.ts';
import { type SheetLine, workbookStream } from '../apps/server/src/platform/documents/xlsx/workbook.ts';

/**
 * Measures exports beside the bare library: a workbook of 100,000 rows and 25 columns, a report of 5,000 rows as a
 * paper, a hundred forms, and the archive of a list with the waiting time of other calls. Prints seconds, size and the
 * peak memory of the process; one kind only: `npm run bench:exports sheet`.
 */
const ROWS = 100_000;
const COLUMNS = 25;
const PAPER_ROWS = 5_000;
const MB = 1024 * 1024;
const SAMPLE_MS = 20;
const SMALLEST = 10 * 1024;

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
  // An empty file measures nothing.
  if (size < SMALLEST) throw new Error(`${name}: ${size} bytes`);
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
    measure(`workbook, ${ROWS} × ${COLUMNS}`, async () =>
      sizeOf(await workbookStream({ name: 'Пројекти', columns, lines: lines(), at: new Date() })),
    ),
  bare: () =>
    measure(`the same by the bare library`, () =>
      sizeOf(Readable.fromWeb(writeXlsxStream(bare(), { name: 'Пројекти' }) as never)),
    ),
  forms: () =>
    measure(`${FORMS} forms on paper`, async () => {
      const papers = await Promise.all(numbered(FORMS).map((index) => renderPdf(form(index))));
      return papers.reduce((sum, paper) => sum + paper.length, 0);
    }),
  list: () => measure(`archive of a list of ${LIST} projects`, list),
  paper: () => measure(`paper of ${PAPER_ROWS} rows`, async () => (await renderPdf(paper)).length),
};

const FORMS = 100;
const LIST = 50;
/** The interval of the other calls, in milliseconds. */
const CALL_MS = 10;

/** A filled form on paper; each is another project's. */
function form(index: number): PdfDocument {
  const definition = findFormDefinition('ideja');
  if (!definition) throw new Error('There is no form ideja');
  const values = { ...IDEA_EXAMPLE, basic: { ...(IDEA_EXAMPLE.basic as object), projectName: `Пројекат ${index}` } };
  const blocks = formBlocks({
    definition,
    values,
    validation: { Errors: [], Warnings: [] },
    marks: null,
    documents: new Map(),
    data: {},
    remarks: [],
    viewer: { admin: true, mei: false },
    wording: wordingOf(),
  });
  return { title: definition.title.sr, subtitle: `Пројекат ${index}`, blocks, signatures: ['Одговорно лице'] };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The archive of a list, and the longest wait of other calls. */
async function list(): Promise<number> {
  const waits = monitorEventLoopDelay({ resolution: CALL_MS });
  waits.enable();
  const entries = numbered(LIST).map((index) => ({
    name: `${index}.pdf`,
    modified: new Date(0),
    make: () => renderPdf(form(index)),
  }));
  const failed = (name: string, error: unknown) => {
    throw new Error(name, { cause: error });
  };
  const size = await sizeOf(zipStream(entries, {}, { failed }));
  waits.disable();
  const shown = (nanoseconds: number) => `${(nanoseconds / 1e6 - CALL_MS).toFixed(0)} ms`;
  process.stdout.write(`others wait ${shown(waits.percentile(99))} (99 %), ${shown(waits.max)} at most\n`);
  return size;
}

const wanted = process.argv.slice(2);
for (const [kind, run] of Object.entries(KINDS)) if (wanted.length === 0 || wanted.includes(kind)) await run();
process.exit(0);
