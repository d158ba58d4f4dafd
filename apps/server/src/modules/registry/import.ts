import type { ImportError, ImportResult } from '@pimis/contract/registries';
import { writableColumns } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { parseCell } from '@pimis/domain/registries/cells';
import type { AuditOrigin } from '../../platform/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { applyStage, lockRegistry, openStage, type StagedRow, stageRows } from './apply.ts';
import { type FileRow, guessRows, readRows } from './files.ts';

/** Errors that an answer lists; all of them are counted. */
const MAX_ERRORS = 500;
const BATCH = 5_000;
const MAX_ROWS = 200_000;
const READ_SHARE = 60;

interface Header {
  /** What stands at each place of the file: a column, one that is left alone, or none. */
  places: (RegistryColumn | 'ignored' | null)[];
  given: ReadonlySet<string>;
}

/** What is wrong with a file: all of it is counted, the first in the order of the file are kept. */
class Problems {
  count = 0;
  private readonly kept: ImportError[] = [];

  add(...errors: readonly ImportError[]): void {
    this.count += errors.length;
    for (const error of errors) if (this.kept.length < MAX_ERRORS) this.kept.push(error);
  }

  /** With those that a later look has found. */
  merge(errors: readonly ImportError[], count: number): { errorCount: number; errors: ImportError[] } {
    const all = [...this.kept, ...errors].sort((one, other) => one.row - other.row);
    return { errorCount: this.count + count, errors: all.slice(0, MAX_ERRORS) };
  }
}

const fold = (text: string) => text.trim().toLocaleLowerCase('sr');

const LETTERS = 26;

/** A place as spreadsheets name it: A, B … Z, AA. */
function placeName(place: number): string {
  const rest = Math.floor(place / LETTERS);
  return (rest > 0 ? placeName(rest - 1) : '') + String.fromCharCode('A'.charCodeAt(0) + (place % LETTERS));
}

/** Columns of a file by their name, or by their Serbian or English label. */
function readHeader(registry: Registry, { row, cells, broken }: FileRow, problems: Problems): Header {
  const columns = writableColumns(registry);
  // Exports hold what the system writes itself too: known, and left alone.
  const derived = registry.columns.filter((column) => column.derived).map((column) => fold(column.name));
  const given = new Set<string>();
  const places = cells.map((cell) => {
    const name = fold(cell);
    if (name === '') return null;
    if (derived.includes(name)) return 'ignored';
    const column = columns.find(({ name: own, label }) =>
      [own, label.sr, label.en].some((known) => fold(known) === name),
    );
    if (!column) problems.add({ row, column: cell.trim().slice(0, 60), code: 'UnknownColumn' });
    else if (given.has(column.name)) problems.add({ row, column: column.name, code: 'RepeatedColumn' });
    else given.add(column.name);
    // The header has told of it: its cells are not told of again.
    return column ?? 'ignored';
  });
  for (const place of broken) problems.add({ row, column: placeName(place), code: 'UnknownColumn' });
  for (const key of registry.key) {
    if (!given.has(key)) problems.add({ row, column: key, code: 'MandatoryFieldNotSet' });
  }
  return { places, given };
}

/** The cells of a row as they are stored; those that are wrong are told, and named in `bad`. */
function readRow({ places }: Header, { row, cells, broken }: FileRow, problems: Problems): StagedRow {
  const values: Record<string, string | null> = {};
  const bad: string[] = [];
  for (let place = 0; place < Math.max(places.length, cells.length); place += 1) {
    const column = places[place];
    if (column === 'ignored') continue;
    if (!column) {
      // A cell without a column: a text with a delimiter in it, or a header without a name.
      if (cells[place]?.trim()) problems.add({ row, column: placeName(place), code: 'UnknownColumn' });
      continue;
    }
    const cell = broken.includes(place) ? { problem: 'InvalidDataType' } : parseCell(column, cells[place]);
    if ('problem' in cell) {
      problems.add({ row, column: column.name, code: cell.problem });
      bad.push(column.name);
    } else values[column.name] = cell.value;
  }
  return { row, values, bad };
}

export interface ImportCall {
  registry: Registry;
  bytes: Buffer;
  dryRun: boolean;
  origin: AuditOrigin;
  /** Told now and then how far it has come, in per cent. */
  onProgress?: (percent: number) => Promise<void>;
  /** Told the result within the transaction that writes; what it throws undoes the whole. */
  onEnd?: (tx: Tx, result: ImportResult) => Promise<void>;
}

/**
 * Reads a file into a registry: every row or none. Rows with a known key change it, others are added; nothing is
 * removed. A rehearsal (dryRun) judges and counts only. Errors: InvalidImportFormat, EmptyImportPayload,
 * ReachedImportRowsLimit; what is wrong with rows stands in the result.
 */
export async function importRows(context: Context, call: ImportCall): Promise<ImportResult> {
  const { registry, bytes, dryRun, origin } = call;
  return context.db.transaction().execute(async (tx) => {
    await openStage(tx, registry);
    const problems = new Problems();
    let header: Header | null = null;
    let batch: StagedRow[] = [];
    let rows = 0;
    const expected = guessRows(bytes);
    for await (const row of readRows(bytes)) {
      if (!header) {
        header = readHeader(registry, row, problems);
        continue;
      }
      rows += 1;
      if (rows > MAX_ROWS) throw new ApiError('ReachedImportRowsLimit');
      batch.push(readRow(header, row, problems));
      if (batch.length < BATCH) continue;
      await stageRows(tx, registry, batch);
      batch = [];
      await call.onProgress?.(
        Math.round(READ_SHARE * (expected ? Math.min(1, rows / expected) : rows / (rows + BATCH))),
      );
    }
    if (!header || (rows === 0 && problems.count === 0)) throw new ApiError('EmptyImportPayload');
    await stageRows(tx, registry, batch);
    await call.onProgress?.(READ_SHARE);
    // Others may write while the file is read; from here on the registry stands still.
    await lockRegistry(tx, registry);
    const { errors, errorCount, ...counts } = await applyStage(tx, {
      registry,
      mode: 'upsert',
      given: header.given,
      day: today(context),
      origin,
      // A file with wrong cells is judged by the rules too, so that one look tells all that is wrong with it.
      dryRun: dryRun || problems.count > 0,
      imported: true,
      maxErrors: MAX_ERRORS,
    });
    const result = { dryRun, rows, ...counts, ...problems.merge(errors, errorCount) };
    await call.onEnd?.(tx, result);
    return result;
  });
}
