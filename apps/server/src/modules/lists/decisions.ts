import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** Keeps the commission's decision on the newest list that the project stands on. */
export async function keepDecision(
  tx: Tx,
  projectId: number,
  decision: {
    action: number;
    date: string | null;
    comment: string | null;
    postponedDate: string | null;
    userId: number;
    at: Date;
  },
): Promise<void> {
  await sql`
    update project_list_items set decision = ${decision.action}, decision_date = ${decision.date}::date,
      decision_comment = ${decision.comment}, postponed_date = ${decision.postponedDate}::date,
      decided_at = ${decision.at}, decided_by = ${decision.userId}
    where project_id = ${projectId} and decision is null
      and list_id = (select max(list_id) from project_list_items where project_id = ${projectId})`.execute(tx);
}
