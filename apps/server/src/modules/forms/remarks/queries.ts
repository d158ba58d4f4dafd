import { sql } from 'kysely';
import type { Remark } from '@pimis/contract/remarks';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { inIds, PREPARED } from '../../../platform/database/prepared-statements.ts';

export interface RemarkRow {
  id: number;
  formId: number;
  place: string | null;
  text: string;
  revision: number;
  userId: number;
  author: string;
  createdAt: Date;
  activityId: string | null;
  sentAt: Date | null;
  answer: string | null;
  done: boolean;
  answeredBy: string | null;
  answeredAt: Date | null;
}

const COLUMNS = sql`
  remarks.id, remarks.form_id as "formId", remarks.place, remarks.text, remarks.revision, remarks.user_id as "userId",
  remarks.user_name as author, remarks.created_at as "createdAt", remarks.activity_id::text as "activityId",
  activities.created_at as "sentAt", remarks.answer, remarks.done, remarks.answered_name as "answeredBy",
  remarks.answered_at as "answeredAt"`;

/** Sent remarks of a form and the drafts of this user, in the order of writing. */
export function findRemarks(db: Database | Tx, formId: number, userId: number): Promise<RemarkRow[]> {
  return findRemarksOn(db, [formId], userId);
}

/** The same of several forms. */
export async function findRemarksOn(
  db: Database | Tx,
  formIds: readonly number[],
  userId: number,
): Promise<RemarkRow[]> {
  const { rows } = await sql<RemarkRow>`
    select ${PREPARED} ${COLUMNS}
    from form_remarks remarks
    left join published.project_activities activities on activities.id = remarks.activity_id
    where remarks.form_id ${inIds(formIds)}
      and (remarks.activity_id is not null or remarks.user_id = ${userId}::integer)
    order by remarks.id`.execute(db);
  return rows;
}

/** Remarks that were sent with these returns (ids of activities). */
export async function findRemarksOf(db: Database, activityIds: readonly string[]): Promise<RemarkRow[]> {
  if (activityIds.length === 0) return [];
  const { rows } = await sql<RemarkRow>`
    select ${COLUMNS}
    from form_remarks remarks
    join published.project_activities activities on activities.id = remarks.activity_id
    where remarks.activity_id = any(${[...activityIds]}::bigint[])
    order by remarks.id`.execute(db);
  return rows;
}

export function countRemarks(tx: Tx, formId: number): Promise<{ total: number }> {
  return tx
    .selectFrom('form_remarks')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('form_id', '=', formId)
    .executeTakeFirstOrThrow();
}

/** Sends this user's drafts on forms of the projects' phases together with the recorded return. */
export async function sendDrafts(tx: Tx, projectIds: readonly number[], userId: number): Promise<void> {
  await sql`
    update form_remarks set activity_id = phases.returned_activity_id
    from published.project_forms forms
    join published.projects on projects.id = forms.project_id
    join published.project_phases phases on phases.id = forms.project_phase_id and phases.phase = projects.phase
    where projects.id ${inIds(projectIds)} and form_remarks.form_id = forms.id
      and form_remarks.user_id = ${userId} and form_remarks.activity_id is null
      and phases.returned_activity_id is not null`.execute(tx);
}

export function toRemark(row: RemarkRow): Remark {
  const { id, place, text, revision, author, answer, done, answeredBy } = row;
  return {
    id,
    place,
    text,
    revision,
    author,
    createdDate: row.createdAt.toISOString(),
    sentDate: row.sentAt?.toISOString() ?? null,
    answer,
    done,
    answeredBy,
    answeredDate: row.answeredAt?.toISOString() ?? null,
  };
}
