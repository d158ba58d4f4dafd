import type { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import { writableColumns } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import { type Context, today } from '../../../platform/context.ts';
import { prefetchFirst } from '../../../platform/http/prefetch-first.ts';
import type { CellKind } from '../../../platform/documents/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../../platform/documents/xlsx/workbook.ts';
import { csvFile } from '../files/files.ts';
import { columnSql, sourceOf, validOn } from '../table.ts';

const BATCH = 2_000;

/** Every row in key order, in batches; amounts, codes and days are text, so that no digit is lost. */
async function* registryRows(context: Context, registry: Registry, all: boolean): AsyncGenerator<string[]> {
  const columns = writableColumns(registry);
  const db = context.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const key = registry.key.map((name) => columnSql('t', name));
  let after: unknown[] | null = null;
  for (;;) {
    let query = db
      .selectFrom(`${sourceOf(registry)} as t`)
      .select(columns.map((column) => sql<string | null>`${columnSql('t', column.name)}::text`.as(column.name)))
      .limit(BATCH);
    if (!all) query = query.where(validOn(registry, 't', today(context)));
    if (after) query = query.where(sql<boolean>`row(${sql.join(key)}) > row(${sql.join(after)})`);
    for (const column of key) query = query.orderBy(column);
    const rows: Record<string, unknown>[] = await query.execute();
    for (const row of rows) yield columns.map(({ name }) => (row[name] ?? '') as string);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = registry.key.map((name) => {
      const column = columns.find((one) => one.name === name);
      return column?.kind === 'int' ? Number(last[name]) : last[name];
    });
  }
}

const RATE_DECIMALS = 4;
const WIDTHS = { narrow: 16, wide: 36 } as const;

/** The column of a sheet for a column of a registry. */
export function cellKindOf({ kind, scale }: RegistryColumn): CellKind {
  if (kind === 'amount') return scale === RATE_DECIMALS ? 'rate' : 'money';
  if (kind === 'date') return 'day';
  return kind === 'int' ? 'whole' : kind;
}

export const columnWidth = ({ kind }: RegistryColumn): number => (kind === 'text' ? WIDTHS.wide : WIDTHS.narrow);

/** The rows of a registry, and the format of the file. */
export interface RegistryExport {
  /** `csv`: for programs; `local`: CSV as Serbian spreadsheets read it; `xlsx`: a workbook. */
  format: 'csv' | 'local' | 'xlsx';
  /** Includes ended rows. */
  all: boolean;
  written: Written;
}

/** A cell in local notation: decimal comma, and the day as D.M.YYYY. */
function localCell({ kind }: RegistryColumn, cell: string, { day }: Wording): string {
  if (cell === '') return cell;
  if (kind === 'amount') return cell.replace('.', ',');
  return kind === 'date' ? day(cell) : cell;
}

/**
 * A registry as a file that its import accepts unchanged. The CSV for programs names columns as the interface does;
 * files for people have labels, and typed numbers and days.
 */
export async function registryFile(
  context: Context,
  registry: Registry,
  { format, all, written }: RegistryExport,
): Promise<Readable> {
  const columns = writableColumns(registry);
  const rows = await prefetchFirst(registryRows(context, registry, all));
  if (format === 'csv') {
    return csvFile(
      columns.map(({ name }) => name),
      rows,
    );
  }
  const wording = wordingOf(written.language);
  const titles = columns.map(({ label }) => wording.say(label));
  if (format === 'local') {
    async function* local() {
      for await (const row of rows) {
        yield row.map((cell, at) => {
          const column = columns[at];
          return column ? localCell(column, cell, wordingOf('sr')) : cell;
        });
      }
    }
    return csvFile(titles, local(), ';');
  }
  async function* lines(): AsyncGenerator<SheetLine> {
    for await (const cells of rows) yield { kind: 'row', cells };
  }
  return workbookStream({
    name: wording.say(registry.title),
    columns: columns.map((column, at) => ({
      title: titles[at] ?? column.name,
      kind: cellKindOf(column),
      width: columnWidth(column),
    })),
    lines: lines(),
    language: written.language,
    at: context.now(),
  });
}
