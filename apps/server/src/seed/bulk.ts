import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { compactStateCounts } from '../modules/projects/state-counts.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/database.ts';
import { addPeople } from './bulk-people.ts';
import { addProjects } from './bulk-projects.ts';

const LETTER = join(import.meta.dirname, 'data', 'primer-dokumenta.pdf');
const BATCH = 50_000;
/** One organization for so many projects, and between these bounds. */
const PROJECTS_OF_ORGANIZATION = 100;
const LEAST_ORGANIZATIONS = 150;
const MOST_ORGANIZATIONS = 10_000;
const USERS_OF_ORGANIZATION = 5;

/**
 * Tables that grow; their indexes are made again, and what their rows refer to is looked for, when all rows are there,
 * which is many times faster.
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
 * Adds many projects for load and measuring, set by set in SQL, with organizations, users, values of forms, activities,
 * documents, lists, appropriations and notifications in proportion. They hold together but were never worked on: it is
 * data for lists, search and reports, not for the workflow. All of it or none.
 */
export async function seedBulk(context: Context, count: number): Promise<void> {
  const wanted = Math.ceil(count / PROJECTS_OF_ORGANIZATION);
  const organizations = Math.min(MOST_ORGANIZATIONS, Math.max(LEAST_ORGANIZATIONS, wanted));
  // One content for all of its documents: each can be saved, and none takes room.
  const letter = await context.files.put('documents/load-letter', createReadStream(LETTER), Number.MAX_SAFE_INTEGER);
  await context.db.transaction().execute(async (tx) => {
    // Memory for what sorts and builds indexes; nobody else is expected at this database now.
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx);
    await sql`set local work_mem = '128MB'`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const references = await dropReferences(tx);
    const indexes = await dropIndexes(tx);
    // The filled example holds no opinion of the ministry: what would be read of each form is known of all.
    await sql`alter table form_revisions disable trigger ministry_commented_added`.execute(tx);
    await addPeople(tx, { organizations, usersOfEach: USERS_OF_ORGANIZATION });
    await sql`analyze organizations, users`.execute(tx);
    for (let done = 0; done < count; done += BATCH) {
      await addProjects(tx, Math.min(BATCH, count - done), letter, context.now());
      // Triggers look for the rows of a batch among all: without it they would take the tables for empty, and read them.
      if (done === 0) await sql`analyze ${sql.join(GROWING.map((table) => sql.table(table)))}`.execute(tx);
    }
    await sql`alter table form_revisions enable trigger ministry_commented_added`.execute(tx);
    for (const statement of [...indexes, ...references]) await sql.raw(statement).execute(tx);
  });
  await compactStateCounts(context);
  await sql`vacuum analyze`.execute(context.db);
}

/** Drops the indexes of the growing tables that no constraint needs; answers how to make them again. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid = any(${GROWING}::regclass[]) and not indisunique
    order by 1`.execute(tx);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx);
  return rows.map(({ definition }) => definition);
}

/** Drops what the rows of the growing tables are held to refer to; answers how to ask for it again. */
async function dropReferences(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(${GROWING}::regclass[])
    order by 1, 2`.execute(tx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.raw(name)}`.execute(tx);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}
