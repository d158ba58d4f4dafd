import { sql } from 'kysely';
import { listInfo } from '@pimis/domain/workflow/lists';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { transitionsOf } from '@pimis/domain/workflow/transitions';
import type { Database, Tx } from '../../platform/database.ts';

/** Keeps the commission's decision, and what was decided about, on the newest list that each project stands on. */
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

/** The words of a decision in a phase: the label of the commission's step. */
export function decisionText(phase: number, action: number | null): string {
  if (action === null) return 'чека одлуку';
  return transitionsOf(phase, PHASE_STATUS.waitingCommission).find((step) => step.action === action)?.label.sr ?? '';
}

/** What the commission decided of a project, oldest first. Dates are YYYY-MM-DD. */
export async function decisionsOf(
  db: Database,
  projectId: number,
): Promise<{ list: string; date: string | null; decision: string; comment: string }[]> {
  const { rows } = await sql<{
    type: number;
    name: string;
    phase: number;
    decision: number | null;
    date: string | null;
    comment: string | null;
  }>`
    select lists.type, lists.name, (items.snapshot ->> 'phase')::integer as phase, items.decision,
           items.decision_date as date, items.decision_comment as comment
    from project_list_items items join project_lists lists on lists.id = items.list_id
    where items.project_id = ${projectId} order by lists.id`.execute(db);
  return rows.map((row) => ({
    list: `${listInfo(row.type).title.sr} ${row.name}`,
    date: row.date,
    decision: decisionText(row.phase, row.decision),
    comment: row.comment ?? '',
  }));
}
