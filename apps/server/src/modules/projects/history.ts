import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/**
 * Records the history of projects for reports of a past day: it closes the open row of each project that has changed
 * and opens the next. Call it in the transaction of every change to a project.
 */
export async function recordHistories(tx: Tx, projectIds: readonly number[], now: Date): Promise<void> {
  await sql`select record_project_history(${[...projectIds]}::integer[], ${now})`.execute(tx);
}

/** The same for one project. */
export function recordHistory(tx: Tx, projectId: number, now: Date): Promise<void> {
  return recordHistories(tx, [projectId], now);
}
