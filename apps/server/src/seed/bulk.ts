import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { compactStateCounts } from '../modules/projects/state-counts.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/database/database.ts';
import { dropIndexes } from './bulk-indexes.ts';
import { addPeople } from './bulk-people.ts';
import { addProjects } from './bulk-projects.ts';

const LETTER = join(import.meta.dirname, 'data', 'primer-dokumenta.pdf');
const BATCH = 50_000;
/** Projects for each organization, and the bounds of the number of organizations. */
const PROJECTS_OF_ORGANIZATION = 100;
const LEAST_ORGANIZATIONS = 150;
const MOST_ORGANIZATIONS = 10_000;
const USERS_OF_ORGANIZATION = 5;

/**
 * Growing tables. Their indexes and foreign keys are made again after all rows are inserted, which is many times
 * faster.
 */
const GROWING = [
  'projects',
  'project_visibility',
  'project_phases',
  'project_forms',
  'form_revisions',
  'project_activities',
  'project_history',
  'project_followers',
  'project_list_items',
  'documents',
  'document_revisions',
  'notifications',
];

/**
 * Adds many projects for load tests and measurements, in bulk SQL, with organizations, users, form values, activities,
 * documents, lists, appropriations and notifications in proportion. They are consistent but were never worked on: the
 * data are for lists, search and reports, not for the workflow. All or none.
 */
export async function seedBulk(context: Context, count: number): Promise<void> {
  const wanted = Math.ceil(count / PROJECTS_OF_ORGANIZATION);
  const organizations = Math.min(MOST_ORGANIZATIONS, Math.max(LEAST_ORGANIZATIONS, wanted));
  // All documents have one content, so each can be opened and none takes space.
  const letter = await context.files.put('documents/load-letter', createReadStream(LETTER), Number.MAX_SAFE_INTEGER);
  await context.db.transaction().execute(async (tx) => {
    // Memory for sorting and building indexes; the database has no other users now.
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx);
    await sql`set local work_mem = '128MB'`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const references = await dropReferences(tx);
    const indexes = await dropIndexes(tx, GROWING);
    // The filled example has no opinion of the ministry, so the trigger's result is known for all.
    await sql`alter table form_revisions disable trigger ministry_commented_added`.execute(tx);
    await addPeople(tx, { organizations, usersOfEach: USERS_OF_ORGANIZATION });
    await sql`analyze organizations, users`.execute(tx);
    for (let done = 0; done < count; done += BATCH) {
      await addProjects(tx, Math.min(BATCH, count - done), letter, context.now());
      // Triggers join the rows of a batch with the tables. Without statistics the planner would take the tables for
      // empty and scan them.
      if (done === 0) await sql`analyze ${sql.join(GROWING.map((table) => sql.table(table)))}`.execute(tx);
      // Nobody worked on these projects, so they have no projections: lists are measured without them.
      await sql`delete from projections_dirty`.execute(tx);
    }
    await sql`alter table form_revisions enable trigger ministry_commented_added`.execute(tx);
    for (const statement of [...indexes, ...references]) await sql.raw(statement).execute(tx);
  });
  await compactStateCounts(context);
  await sql`vacuum analyze`.execute(context.db);
}

/** Drops the foreign keys of the growing tables; returns the statements that make them again. */
async function dropReferences(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(${GROWING}::regclass[])
    order by 1, 2`.execute(tx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.raw(name)}`.execute(tx);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}
