import { sql } from 'kysely';
import type { Static } from 'typebox';
import { COUNTED_ROWS, type LongListSchema } from '@pimis/contract/envelope';
import type { ProjectGroup, ProjectRow } from '@pimis/contract/projects';
import { STAGES } from '@pimis/domain/workflow/phases';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database } from '../../platform/database.ts';
import { type Order, writePageKey } from '../../platform/page-keys.ts';
import type { TableField } from '../../platform/paging.ts';
import { rowsOf } from './list.ts';
import { findPage, openedWindow, openPage } from './table-pages.ts';
import { readTable, type Table } from './table-query.ts';

const TYPES: Readonly<Record<TableField['kind'], Order['type']>> = {
  text: 'text',
  code: 'text',
  integer: 'integer',
  money: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
};

/** Projects of the whole table by stage, in the order of the stages, with what they cost together. */
async function groupsOf(db: Database, table: Table): Promise<ProjectGroup[]> {
  const { rows } = await sql<{ place: number; projects: number; totalValue: string }>`
    select ${sql.raw(table.fields.stage?.column ?? '')} as place, count(*)::integer as projects,
           coalesce(sum(projects.total_value), 0)::numeric(20, 2)::text as "totalValue"
    from ${table.sight.table} where ${table.where}
    group by place order by place`.execute(db);
  return rows.flatMap(({ place, ...group }) => {
    const stage = STAGES[place - 1];
    return stage ? [{ stage, ...group }] : [];
  });
}

/** The project table: a page of the pending, finished or archived projects that the user may see. */
export async function listProjects(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
  { day, now }: { day: string; now: Date },
): Promise<{ rows: ProjectRow[]; additional: Static<typeof LongListSchema> & { groups: ProjectGroup[] | null } }> {
  const table = readTable(user, query, day, now);
  const { list, fields, sortBy } = table;
  const field = fields[sortBy];
  if (!field) throw new Error(`No field ${sortBy}`);
  const order: Order = {
    column: field.column,
    id: 'projects.id',
    type: sortBy === 'code' ? 'citext' : TYPES[field.kind],
    descending: list.sortBy === undefined || list.descending,
    nullable: field.nullable ?? false,
  };
  const opened = openedWindow(table, order, query);
  const page = opened
    ? await openPage(db, table, order, opened, { day, query })
    : await findPage(db, table, order, { query, now });
  const ids = page.found.map(({ id }) => id);
  const rows = page.rows ?? (await rowsOf(db, ids, day));
  const [first, last] = [page.found[0], page.found.at(-1)].map((end) => end && writePageKey(end));
  return {
    rows,
    additional: {
      totalRows: page.total,
      totalIsAtLeast: page.atLeast,
      keys: first === undefined || last === undefined ? null : { first, last },
      groups: query.groups === 'true' && !page.atLeast && page.total <= COUNTED_ROWS ? await groupsOf(db, table) : null,
    },
  };
}
