import type { ImportError, ImportResult } from '@pimis/contract/registries';
import { writableColumns } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { parseCell } from '@pimis/domain/registries/values';
import type { AuditOrigin } from '../../platform/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { applyStage, lockRegistry, openStage, type StagedRow, stageRows } from './apply.ts';
import { guessRows, readRows } from './files.ts';

/** Errors that an answer lists; all of them are counted. */
const MAX_ERRORS = 500;
const BATCH = 5_000;
const MAX_ROWS = 200_000;
const READ_SHARE = 60;

interface Header {
  /** Column at each place of the file; null where it is unknown. */
  places: (RegistryColumn | null)[];
  errors: ImportError[];
}

const fold = (text: string) => text.trim().toLocaleLowerCase('sr');

/** Columns of a file by their name, or by their Serbian or English label. */
function readHeader(registry: Registry, cells: readonly string[]): Header {
  const columns = writableColumns(registry);
  // Exports hold what the system writes itself too: known, and left alone.
  const derived = registry.columns.filter((column) => column.derived).map((column) => fold(column.name));
  const errors: ImportError[] = [];
  const seen = new Set<string>();
  const places = cells.map((cell) => {
    const name = fold(cell);
    if (name === '' || derived.includes(name)) return null;
    const column = columns.find(({ name: own, label }) =>
      [own, label.sr, label.en].some((known) => fold(known) === name),
    );
    if (!column) errors.push({ row: 1, column: cell.trim().slice(0, 60), code: 'UnknownColumn' });
    else if (seen.has(column.name)) errors.push({ row: 1, column: column.name, code: 'RepeatedColumn' });
    if (column) seen.add(column.name);
    return column ?? null;
  });
  for (const key of registry.key) {
    if (!seen.has(key)) errors.push({ row: 1, column: key, code: 'MandatoryFieldNotSet' });
  }
  return { places, errors };
}

function readRow({ places }: Header, row: number, cells: readonly string[], errors: ImportError[]): StagedRow {
  const values: Record<string, string | null> = {};
  for (const [place, column] of places.entries()) {
    if (!column) continue;
    const cell = parseCell(column, cells[place]);
    if ('problem' in cell) errors.push({ row, column: column.name, code: cell.problem });
    else values[column.name] = cell.value;
  }
  return { row, values };
}

export interface ImportCall {
  registry: Registry;
  bytes: Buffer;
  dryRun: boolean;
  origin: AuditOrigin;
  /** Told now and then how far it has come, in per cent. */
  onProgress?: (percent: number) => Promise<void>;
}

/**
 * Reads a file into a registry: every row or none. Rows with a known key change it, others are added; nothing is
 * removed. A rehearsal (dryRun) judges and counts only. Errors: InvalidImportFormat, EmptyImportPayload,
 * ReachedImportRowsLimit; what is wrong with rows stands in the result.
 */
export async function importRows(context: Context, call: ImportCall): Promise<ImportResult> {
  const { registry, bytes, dryRun, origin } = call;
  return context.db.transaction().execute(async (tx) => {
    await lockRegistry(tx, registry);
    await openStage(tx, registry);
    const errors: ImportError[] = [];
    let header: Header | null = null;
    let batch: StagedRow[] = [];
    let rows = 0;
    const expected = guessRows(bytes);
    for await (const { row, cells } of readRows(bytes)) {
      if (!header) {
        header = readHeader(registry, cells);
        errors.push(...header.errors);
        if (errors.length > 0) break;
        continue;
      }
      rows += 1;
      if (rows > MAX_ROWS) throw new ApiError('ReachedImportRowsLimit');
      batch.push(readRow(header, row, cells, errors));
      if (batch.length < BATCH) continue;
      if (errors.length === 0) await stageRows(tx, registry, batch);
      batch = [];
      await call.onProgress?.(
        Math.round(READ_SHARE * (expected ? Math.min(1, rows / expected) : rows / (rows + BATCH))),
      );
    }
    if (!header || (rows === 0 && errors.length === 0)) throw new ApiError('EmptyImportPayload');
    const counted = { dryRun, rows, created: 0, updated: 0, unchanged: 0 };
    if (errors.length > 0) return { ...counted, errorCount: errors.length, errors: errors.slice(0, MAX_ERRORS) };
    await stageRows(tx, registry, batch);
    await call.onProgress?.(READ_SHARE);
    const given = new Set(header.places.flatMap((column) => (column ? [column.name] : [])));
    const applied = await applyStage(tx, {
      registry,
      mode: 'upsert',
      given,
      day: today(context),
      origin,
      dryRun,
      imported: true,
      maxErrors: MAX_ERRORS,
    });
    return { dryRun, rows, ...applied };
  });
}
