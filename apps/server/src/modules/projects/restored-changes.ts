import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { PlainStatements } from '../../platform/database/plain-statements.ts';

/**
 * Gives all projects of a restored installation a new place in the order of changes: what was changed since the backup
 * is undone, and readers of the changes have to learn that.
 */
export async function noteRestoredProjects(client: PlainStatements): Promise<void> {
  // A backup of an earlier version has no such table.
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('project_changes') is not null as found`);
  if (rows[0]?.found) await client.query('update project_changes set changed_by = pg_current_xact_id()::text::bigint');
}

/**
 * Transactions are numbered by the database server: rows that came from another one (by pg_dump, for example) may have
 * numbers that are not reached here for a long time. They get a number of this server.
 */
export async function renumberForeignChanges(db: Database): Promise<void> {
  await sql`
    update project_changes set changed_by = pg_current_xact_id()::text::bigint
    where changed_by >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.execute(db);
}
