import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** The key of an advisory lock (any constant): only one server exports at a time. */
const EXPORTING = 727_366;

export interface ExportState {
  seal: string;
  takenAt: Date | null;
  failures: number;
  reason: string | null;
  nextAt: Date | null;
}

const NOTHING_TAKEN: ExportState = { seal: '0', takenAt: null, failures: 0, reason: null, nextAt: null };

/** The progress of the export; the beginning if the installation has never exported. */
export async function readExport(db: Database | Tx): Promise<ExportState> {
  const row = await db
    .selectFrom('audit_export')
    .select([sql<string>`seal::text`.as('seal'), 'taken_at as takenAt', 'failures', 'reason', 'next_at as nextAt'])
    .executeTakeFirst();
  return row ?? NOTHING_TAKEN;
}

/** Locks the export until the transaction ends; null while another server has it. */
export async function claimExport(tx: Tx): Promise<ExportState | null> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${EXPORTING}) as free`.execute(tx);
  return rows[0]?.free ? readExport(tx) : null;
}

/** The transaction holds the lock of `claimExport`. */
export async function writeExport(tx: Tx, { seal, takenAt, failures, reason, nextAt }: ExportState): Promise<void> {
  const row = { seal, taken_at: takenAt, failures, reason, next_at: nextAt };
  await tx
    .insertInto('audit_export')
    .values(row)
    .onConflict((known) => known.column('id').doUpdateSet(row))
    .execute();
}

/** The number of rows that the log store does not have, and the time of the first of them; null if it has all. */
export async function rowsBehind(db: Database, seal: string): Promise<{ rows: number; since: Date } | null> {
  const { rows } = await sql<{ rows: number; since: Date | null }>`
    select (coalesce((select max(chain.seal) from audit_chain chain), 0) - ${seal}::bigint
        + (select count(*) from audit_unsealed))::float8 as rows,
      coalesce(
        (select log.at from audit_chain chain join published.audit_log log on log.id = chain.audit_id
         where chain.seal > ${seal}::bigint order by chain.seal limit 1),
        (select min(log.at) from audit_unsealed waiting
         join published.audit_log log on log.id = waiting.audit_id)) as since`.execute(db);
  const [found] = rows;
  return found?.since ? { rows: found.rows, since: found.since } : null;
}
