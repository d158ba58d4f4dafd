import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How PostgreSQL sends its segments to an archive of its administrators. Moments are of its clock. */
export interface Archiver {
  /** archive_mode; the embedded PostgreSQL has none. */
  isOn: boolean;
  archivedAt: Date | null;
  failedAt: Date | null;
  /** The segment of the last failure. */
  segment: string | null;
}

/** The state of the archiver since its figures were reset. */
export async function archiverOf(db: Database): Promise<Archiver> {
  const { rows } = await sql<Archiver>`
    select current_setting('archive_mode') <> 'off' as "isOn", last_archived_time as "archivedAt",
      last_failed_time as "failedAt", last_failed_wal as segment
    from pg_stat_archiver`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('pg_stat_archiver is empty.');
  return found;
}

/**
 * Why the archive is behind; null if its last attempt was good. PostgreSQL repeats a failed segment until it is taken.
 */
export function archiverProblem({ archivedAt, failedAt, segment }: Archiver): string | null {
  if (failedAt === null || (archivedAt !== null && archivedAt >= failedAt)) return null;
  return `segment ${segment} was not archived at ${failedAt.toISOString()}`;
}
