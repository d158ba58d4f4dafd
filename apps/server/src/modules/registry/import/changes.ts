import { sql } from 'kysely';
import type { ImportChange } from '@pimis/contract/registries';
import { writableColumns } from '@pimis/domain/registries/catalogue';
import { changesManyRows } from '@pimis/domain/registries/import-changes';
import type { Registry } from '@pimis/domain/registries/types';
import type { Tx } from '../../../platform/database/database.ts';
import { SHOWN_VALUE, STAGE, table } from '../rules.ts';
import { columnSql, sameKey } from '../table.ts';

/** The most changes that an answer lists; all are counted. */
const MAX_CHANGES = 500;

const givenValues = (registry: Registry, given: ReadonlySet<string>) =>
  writableColumns(registry).filter(({ name }) => given.has(name) && !registry.key.includes(name));

/** The stored and the new value of each changed cell, in the order of the file. */
export async function changesOf(
  tx: Tx,
  registry: Registry,
  given: ReadonlySet<string>,
): Promise<{ changeCount: number; changes: ImportChange[] }> {
  const columns = givenValues(registry, given);
  if (columns.length === 0) return { changeCount: 0, changes: [] };
  const cells = columns.map(({ name }, place) => {
    const [before, after] = [columnSql('t', name), columnSql('s', name)];
    return sql`select s.row_number as row, ${place}::integer as place, ${name}::text as "column",
                      left(${before}::text, ${SHOWN_VALUE}) as before, left(${after}::text, ${SHOWN_VALUE}) as after
               from ${sql.id(STAGE)} s join ${table(registry)} t on ${sameKey(registry, 't', 's')}
               where ${before} is distinct from ${after} and not ${name} = any (s.bad)`;
  });
  const { rows } = await sql<ImportChange & { total: number }>`
    select row, "column", before, after, count(*) over ()::integer as total
    from (${sql.join(cells, sql` union all `)}) changed
    order by row, place limit ${MAX_CHANGES}`.execute(tx);
  return {
    changeCount: rows[0]?.total ?? 0,
    changes: rows.map(({ row, column, before, after }) => ({ row, column, before, after })),
  };
}

/** Whether a change of this many rows must be confirmed. */
export async function changesMany(tx: Tx, registry: Registry, updated: number): Promise<boolean> {
  if (updated === 0) return false;
  const { rows } = await sql<{ stored: number }>`select count(*)::integer as stored from ${table(registry)}`.execute(
    tx,
  );
  return changesManyRows(updated, rows[0]?.stored ?? 0);
}

/** Columns without a value in the whole file, although some stored row that it changes has one. */
export async function emptiedColumns(tx: Tx, registry: Registry, given: ReadonlySet<string>): Promise<string[]> {
  const columns = givenValues(registry, given);
  if (columns.length === 0) return [];
  const emptied = columns.map(({ name }) => {
    const [before, after] = [columnSql('t', name), columnSql('s', name)];
    return sql`select ${name}::text as name
               where not exists (select from ${sql.id(STAGE)} s where ${after} is not null or ${name} = any (s.bad))
                 and exists (select from ${sql.id(STAGE)} s join ${table(registry)} t on ${sameKey(registry, 't', 's')}
                             where ${before} is not null)`;
  });
  const { rows } = await sql<{ name: string }>`${sql.join(emptied, sql` union all `)}`.execute(tx);
  return rows.map(({ name }) => name);
}
