import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Records the commission's decision and the decided facts on the newest list of each project. */
export async function keepDecision(
  tx: Tx,
  projectIds: readonly number[],
  decision: {
    action: number;
    date: string | null;
    comment: string | null;
    postponedDate: string | null;
    userId: number | null;
    at: Date;
  },
): Promise<void> {
  await sql`
    update project_list_items items set decision = ${decision.action}, decision_date = ${decision.date}::date,
      decision_comment = ${decision.comment}, postponed_date = ${decision.postponedDate}::date,
      decided_at = ${decision.at}, decided_by = ${decision.userId},
      form_revision = (select max(revision) from published.form_revisions where form_revisions.form_id = items.form_id),
      form_status = (select status from published.project_forms where project_forms.id = items.form_id)
    where project_id = any(${[...projectIds]}::integer[]) and decision is null
      and list_id = (select max(list_id) from project_list_items newest where newest.project_id = items.project_id)`.execute(
    tx,
  );
}

/** A decision of the commission on a list, or a pending one. */
export interface ListedDecision {
  /** Type and name of the list. */
  type: number;
  name: string;
  phase: number;
  /** The action of the commission's step; null while it is pending. */
  decision: number | null;
  /** YYYY-MM-DD */
  date: string | null;
  /** The day to which it was postponed, YYYY-MM-DD. */
  postponedDate: string | null;
  comment: string;
}

/** The commission's decisions on a project, oldest first. */
export async function decisionsOf(db: Database, projectId: number): Promise<ListedDecision[]> {
  const { rows } = await sql<ListedDecision>`
    select lists.type, lists.name, (items.snapshot ->> 'phase')::integer as phase, items.decision,
           items.decision_date as date, items.postponed_date as "postponedDate", coalesce(items.decision_comment, '') as comment
    from project_list_items items join project_lists lists on lists.id = items.list_id
    where items.project_id = ${projectId} order by lists.id`.execute(db);
  return rows;
}
