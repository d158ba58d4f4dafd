import type { Readable } from 'node:stream';
import type { ImportError, ImportResult } from '@pimis/contract/registries';
import { columnNamed } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { parseCell, withZeros } from '@pimis/domain/registries/cells';
import type { Encoding } from '@pimis/domain/text/encoding';
import { cutText } from '@pimis/domain/text/cut';
import type { AuditOrigin } from '../../../platform/audit/audit.ts';
import { type Context, today } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { applyStage, lockForCall, lockForImport, openStage, type StagedRow, stageRows } from '../apply.ts';
import { HEADER_ROWS, MAX_ROWS } from '../files/files.ts';
import { type FileRow, newReading, type Reading } from '../files/file-rows.ts';
import { parseTable } from '../files/parse-table.ts';
import { SHOWN_VALUE } from '../rules.ts';

/** The most errors that an answer lists; all are counted. */
const MAX_ERRORS = 500;
const BATCH = 5_000;
/** The number of rows shown together with the encoding. */
const FIRST_ROWS = 3;
const READ_SHARE = 60;
/** The highest per cent that is reported before the end. */
const ALMOST = 99;
/** Per cent between two reports of progress. */
const PROGRESS_STEP = 2;

interface Header {
  row: number;
  /** The meaning of each column of the file: a column of the registry, an ignored one, or none. */
  places: (RegistryColumn | 'ignored' | null)[];
  given: ReadonlySet<string>;
}

/** The errors of a file: all are counted, the first in the order of the file are listed. */
class Problems {
  count = 0;
  private readonly collected: ImportError[] = [];

  add(...errors: readonly ImportError[]): void {
    this.count += errors.length;
    for (const error of errors) if (this.collected.length < MAX_ERRORS) this.collected.push(error);
  }

  /** Adds the errors of a later check. */
  merge(errors: readonly ImportError[], count: number): { errorCount: number; errors: ImportError[] } {
    const all = [...this.collected, ...errors].sort((one, other) => one.row - other.row);
    return { errorCount: this.count + count, errors: all.slice(0, MAX_ERRORS) };
  }
}

const LETTERS = 26;

/** The name of a column in spreadsheets: A, B … Z, AA. */
function placeName(place: number): string {
  const rest = Math.floor(place / LETTERS);
  return (rest > 0 ? placeName(rest - 1) : '') + String.fromCharCode('A'.charCodeAt(0) + (place % LETTERS));
}

/** Columns of a file by name, or by label in either language and script. */
function readHeader(registry: Registry, { row, cells, broken }: FileRow, problems: Problems): Header {
  const given = new Set<string>();
  const places = cells.map((cell) => {
    if (cell.trim() === '') return null;
    const column = columnNamed(registry, cell);
    // Exports have columns that the system computes; they are known and ignored.
    if (column?.derived) return 'ignored';
    if (!column) problems.add({ row, column: cutText(cell.trim(), SHOWN_VALUE), code: 'UnknownColumn' });
    else if (given.has(column.name)) problems.add({ row, column: column.name, code: 'RepeatedColumn' });
    else given.add(column.name);
    // The error of the header is reported; its cells are not reported again.
    return column ?? 'ignored';
  });
  for (const place of broken) problems.add({ row, column: placeName(place), code: 'UnknownColumn' });
  for (const key of registry.key) {
    if (!given.has(key)) problems.add({ row, column: key, code: 'MandatoryFieldNotSet' });
  }
  return { row, places, given };
}

const namesKey = (registry: Registry, { cells }: FileRow) => {
  const names = new Set(cells.map((cell) => columnNamed(registry, cell)?.name));
  return registry.key.every((key) => names.has(key));
};

/** Finds the header among the first rows: the one with the whole key, otherwise the one with the most columns. */
function likelyHeader(registry: Registry, rows: readonly FileRow[]): number {
  const known = rows.map(({ cells }) => cells.filter((cell) => columnNamed(registry, cell)).length);
  return Math.max(0, known.indexOf(Math.max(...known)));
}

/** Passes the rows of a file to the temporary table, once the header is found; rows above it are titles. */
class Intake {
  header: Header | null = null;
  rows = 0;
  readonly first: { row: number; values: Record<string, string | null> }[] = [];
  readonly problems = new Problems();
  private waiting: FileRow[] = [];
  private batch: StagedRow[] = [];
  private readonly tx: Tx;
  private readonly registry: Registry;
  private readonly zeros: boolean;

  constructor(tx: Tx, { registry, zeros }: ImportCall) {
    this.tx = tx;
    this.registry = registry;
    this.zeros = zeros === true;
  }

  async take(row: FileRow): Promise<void> {
    if (this.header) return this.stage(this.header, row);
    this.waiting.push(row);
    if (namesKey(this.registry, row)) return this.begin(this.waiting.length - 1);
    if (this.waiting.length === HEADER_ROWS) return this.begin(likelyHeader(this.registry, this.waiting));
  }

  /** Writes the remaining rows. Error: EmptyImportPayload. */
  async end(): Promise<Header> {
    if (!this.header && this.waiting.length > 0) await this.begin(likelyHeader(this.registry, this.waiting));
    if (!this.header || (this.rows === 0 && this.problems.count === 0)) throw new ApiError('EmptyImportPayload');
    await stageRows(this.tx, this.registry, this.batch);
    this.batch = [];
    return this.header;
  }

  private async begin(place: number): Promise<void> {
    const [head, ...rest] = this.waiting.slice(place);
    this.waiting = [];
    if (!head) return;
    this.header = readHeader(this.registry, head, this.problems);
    for (const row of rest) await this.stage(this.header, row);
  }

  private async stage(header: Header, row: FileRow): Promise<void> {
    this.rows += 1;
    if (this.rows > MAX_ROWS) throw new ApiError('ReachedImportRowsLimit');
    const read = readRow(header, row, { problems: this.problems, zeros: this.zeros });
    if (this.first.length < FIRST_ROWS) this.first.push({ row: read.row, values: read.values });
    this.batch.push(read);
    if (this.batch.length < BATCH) return;
    await stageRows(this.tx, this.registry, this.batch);
    this.batch = [];
  }
}

/** Returns the error of a cell, with a suggestion. */
function problemOf(column: RegistryColumn, text: string, code: string) {
  const value = cutText(text.trim(), SHOWN_VALUE);
  const shown = value === '' ? {} : { value };
  const suggestion = code === 'InvalidFieldValue' ? withZeros(column, text.trim()) : undefined;
  return suggestion === undefined ? { code, ...shown } : { code: 'LeadingZerosLost', ...shown, suggestion };
}

/** The cells of a row as stored; wrong cells are reported and named in `bad`. */
function readRow(
  { places }: Header,
  { row, cells, broken, odd = {} }: FileRow,
  { problems, zeros }: { problems: Problems; zeros: boolean },
): StagedRow {
  const values: Record<string, string | null> = {};
  const bad: string[] = [];
  for (let place = 0; place < Math.max(places.length, cells.length); place += 1) {
    const column = places[place];
    if (column === 'ignored') continue;
    const text = cells[place] ?? '';
    if (!column) {
      // A cell without a column: a text contains the separator, or a header is empty.
      if (text.trim() === '') continue;
      problems.add({ row, column: placeName(place), code: 'UnknownColumn' });
      bad.push(placeName(place));
      continue;
    }
    const meant = zeros && column.pattern !== undefined ? (withZeros(column, text.trim()) ?? text) : text;
    const wrong = odd[place] ?? (broken.includes(place) ? 'InvalidDataType' : undefined);
    const cell = wrong ? { problem: wrong } : parseCell(column, meant);
    if ('problem' in cell) {
      problems.add({ row, column: column.name, ...problemOf(column, text, cell.problem) });
      bad.push(column.name);
    } else values[column.name] = cell.value;
  }
  return { row, values, bad };
}

export interface ImportCall {
  registry: Registry;
  content: Buffer | Readable;
  dryRun: boolean;
  /** The sheet of a workbook; the first by default. */
  sheet?: string | null;
  /** Codes get the leading zeros back that a spreadsheet removed. */
  zeros?: boolean;
  /** The encoding of a text; found by itself by default. */
  encoding?: Encoding | null;
  /** The user has confirmed that many rows change or columns are emptied. */
  isConfirmed?: boolean;
  /** Nobody waits for the response, so it may wait for other writers. */
  inBackground?: boolean;
  origin: AuditOrigin;
  /** Receives the progress in per cent; an exception rolls everything back. */
  onProgress?: (percent: number) => Promise<void>;
  /** Receives the result within the writing transaction; an exception rolls everything back. */
  onEnd?: (tx: Tx, result: ImportResult) => Promise<void>;
}

/**
 * Reads a file into a registry: every row or none. Rows with a known key change it, others are added; nothing is
 * removed. A rehearsal (dryRun) only checks and counts. Errors: InvalidImportFormat, MixedEncoding, DoubtfulEncoding,
 * UnconfirmedImport, UnknownSheet, EmptyImportPayload, ReachedImportRowsLimit, those of lockForCall unless it runs in
 * the background; the result has the errors of rows.
 */
export async function importRows(context: Context, call: ImportCall): Promise<ImportResult> {
  const reading = newReading(call.sheet, call.encoding);
  const rows = parseTable(call.content, reading);
  try {
    // A file that is not a table is refused before any work starts.
    const first = await rows.next();
    return await context.db.transaction().execute((tx) => importRead(context, call, { tx, first, rows, reading }));
  } finally {
    await rows.return(undefined);
  }
}

interface Read {
  tx: Tx;
  first: IteratorResult<FileRow>;
  rows: AsyncGenerator<FileRow>;
  reading: Reading;
}

async function importRead(
  context: Context,
  call: ImportCall,
  { tx, first, rows: others, reading }: Read,
): Promise<ImportResult> {
  const { registry, dryRun, origin } = call;
  await openStage(tx, registry);
  const intake = new Intake(tx, call);
  let reported = 0;
  if (!first.done) await intake.take(first.value);
  for await (const row of others) {
    await intake.take(row);
    const percent = Math.floor(READ_SHARE * reading.share);
    if (percent < reported + PROGRESS_STEP) continue;
    reported = percent;
    await call.onProgress?.(percent);
  }
  const header = await intake.end();
  await call.onProgress?.(READ_SHARE);
  // Others may write while the file is read, and throughout a rehearsal; otherwise the registry is locked from here on.
  if (!dryRun) await (call.inBackground === true ? lockForImport : lockForCall)(tx, registry);
  // The encoding is known when the file is read.
  if (reading.doubtful && !dryRun) throw new ApiError('DoubtfulEncoding');
  const { problems, rows } = intake;
  const { errors, errorCount, ...counts } = await applyStage(tx, {
    registry,
    mode: 'upsert',
    given: header.given,
    day: today(context),
    origin,
    // A file with wrong cells is also checked by the rules, so that the result has all errors.
    dryRun: dryRun || problems.count > 0,
    rehearsal: dryRun,
    zeros: call.zeros === true,
    isConfirmed: call.isConfirmed === true,
    imported: true,
    maxErrors: MAX_ERRORS,
    onStep: async (share) => call.onProgress?.(READ_SHARE + Math.floor((ALMOST - READ_SHARE) * share)),
  });
  const { sheet, sheets, encoding, doubtful } = reading;
  const read = { header: header.row, sheet, sheets: [...sheets], encoding, doubtful, firstRows: intake.first };
  const result = { dryRun, ...read, rows, ...counts, ...problems.merge(errors, errorCount) };
  await call.onEnd?.(tx, result);
  return result;
}
