import { sql } from 'kysely';
import { expect } from 'vitest';
import { PROJECTIONS } from '../modules/projections/catalogue.ts';
import { bringAll } from '../modules/projections/compute.ts';
import type { Database, Tx } from '../platform/database/database.ts';

/** All rows of projections by table, for all projects or for one. */
export async function keptRows(db: Database | Tx, projectId: number | null = null) {
  const of = (table: string, order: string, key = 'project_id') =>
    sql<Record<string, unknown>>`select to_jsonb(kept) as row from (
        select * from ${sql.table(table)} where ${projectId}::integer is null or ${sql.ref(key)} = ${projectId}::integer
      ) kept order by ${sql.raw(order)}`.execute(db);
  const places = sql<Record<string, unknown>>`
    select id, level, districts, municipalities, planned_end, spent::text from projects
    where ${projectId}::integer is null or id = ${projectId}::integer order by id`.execute(db);
  const [forms, projects, quarters, needs, values, columns] = await Promise.all([
    of('public_forms', 'form_id, revision'),
    of('public_projects', 'project_id'),
    of('project_quarters', 'project_id, year, quarter'),
    of('project_needs', 'project_id, year, source'),
    of('earned_values', 'project_id, valid_from'),
    places,
  ]);
  return {
    publicForms: forms.rows,
    publicProjects: projects.rows,
    quarters: quarters.rows,
    needs: needs.rows,
    earnedValues: values.rows,
    projects: columns.rows,
  };
}

/** The rows of one project, by table. */
export const keptOf =
  (database: () => Database) =>
  async ({ id }: { id: number }) => {
    const { projects, ...tables } = await keptRows(database(), id);
    const rowsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ row }) => row);
    return {
      publicForms: rowsOf(tables.publicForms),
      publicProjects: rowsOf(tables.publicProjects),
      quarters: rowsOf(tables.quarters),
      needs: rowsOf(tables.needs),
      earnedValues: rowsOf(tables.earnedValues),
      project: projects[0],
    };
  };

type Kept = Awaited<ReturnType<typeof keptRows>>;

class Undone extends Error {}

/**
 * The rows after recomputing everything, in a transaction that is rolled back; `fromScratch`: after deleting them
 * first.
 */
async function computedRows(db: Database, fromScratch: boolean): Promise<Kept> {
  let rows: Kept | null = null;
  await db
    .transaction()
    .execute(async (tx) => {
      if (fromScratch) {
        for (const table of ['public_forms', 'public_projects', 'project_quarters', 'project_needs', 'earned_values']) {
          await sql`delete from ${sql.table(table)}`.execute(tx);
        }
        await sql`update projects set spent = 0, planned_end = null where (spent, planned_end) is distinct from (0, null)`.execute(
          tx,
        );
      }
      const { rows: all } = await sql<{ id: number }>`select id from projects order by id`.execute(tx);
      const projectIds = all.map(({ id }) => id);
      await bringAll(
        tx,
        PROJECTIONS.map((record) => ({ record, projectIds, anew: true })),
      );
      rows = await keptRows(tx);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  if (!rows) throw new Error('nothing was computed');
  return rows;
}

const text = (row: unknown) => JSON.stringify(row);
/** Public days that are kept after their sources are gone. */
const HISTORY = ['since', 'changed_at', 'seen'];
const withoutHistory = ({ row }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row as object).filter(([name]) => !HISTORY.includes(name)));

/**
 * Expects all stored rows to equal those computed by the domain, both again and from scratch, except public facts and
 * places of forms that have been unlocked since, which cannot be computed from scratch.
 */
export async function expectComputed(db: Database): Promise<void> {
  const kept = await keptRows(db);
  expect(await computedRows(db, false)).toEqual(kept);
  const { publicForms, publicProjects, ...others } = await computedRows(db, true);
  const { publicForms: knownForms, publicProjects: knownProjects, ...known } = kept;
  expect(others).toEqual(known);
  const forms = new Set(knownForms.map(text));
  expect(publicForms.filter((row) => !forms.has(text(row)))).toEqual([]);
  const projectOf = ({ row }: Record<string, unknown>) => (row as { project_id: number }).project_id;
  const found = new Set(publicForms.map(text));
  const opened = new Set(knownForms.filter((row) => !found.has(text(row))).map(projectOf));
  const projects = new Map(knownProjects.map((row) => [projectOf(row), row]));
  for (const row of publicProjects.filter((one) => !opened.has(projectOf(one)))) {
    expect(withoutHistory(row)).toEqual(withoutHistory(projects.get(projectOf(row)) ?? {}));
  }
}
