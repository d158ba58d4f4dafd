import type { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import type { CellValue } from 'hucre/csv';
import { writableColumns } from '@pimis/domain/registries/catalogue';
import type { Registry } from '@pimis/domain/registries/types';
import { type Context, today } from '../../platform/context.ts';
import { prefetchFirst } from '../../platform/prefetch-first.ts';
import { type FileFormat, writeRows } from './files.ts';
import { columnSql, sourceOf, validOn } from './table.ts';

const BATCH = 2_000;

/** Every row in the order of its key, read in batches; amounts, codes and days as text, so that no digit is lost. */
async function* registryRows(context: Context, registry: Registry, all: boolean): AsyncGenerator<CellValue[]> {
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

/** A registry as a file that its import takes back unchanged; ended rows too unless only the valid ones are wanted. */
export async function registryFile(
  context: Context,
  registry: Registry,
  format: FileFormat,
  all: boolean,
): Promise<Readable> {
  const header = writableColumns(registry).map(({ name }) => name);
  return writeRows(format, header, await prefetchFirst(registryRows(context, registry, all)));
}
