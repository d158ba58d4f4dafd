import { sql } from 'kysely';
import type { Returned, SentAgain } from '@pimis/contract/projects';
import { FORM_STATUS } from '@pimis/domain/constants';
import { RETURN_KEYS, type ReturnState } from '@pimis/domain/workflow/returns';
import { ENTRY_STATUSES } from '@pimis/domain/workflow/statuses';
import type { Database, Tx } from '../../platform/database/database.ts';
import { inIds, PREPARED } from '../../platform/database/prepared-statements.ts';

/** SQL, for the phase `phases`: sent and unanswered remarks on forms that are not approved. */
export const openRemarks = sql<number>`(
  select count(*)::integer
  from published.project_forms remarked join published.form_remarks remarks on remarks.form_id = remarked.id
  where remarked.project_phase_id = phases.id and remarked.status <> ${sql.lit(FORM_STATUS.approved)}
    and remarks.activity_id is not null and not remarks.done)`;

/** SQL: remarks of the user on forms of the present phase of `projects` that are not sent. */
export const draftRemarksOf = (userId: number) => sql<number>`(
  select count(*)::integer
  from published.form_remarks drafts
  join published.project_forms remarked on remarked.id = drafts.form_id
  join published.project_phases present on present.id = remarked.project_phase_id
  where drafts.user_id = ${userId} and drafts.activity_id is null
    and remarked.project_id = projects.id and present.phase = projects.phase)`;

/** How many remarks of the user on the present phases of these projects are not sent, by project id. */
export async function draftRemarks(
  tx: Tx,
  projectIds: readonly number[],
  userId: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; drafts: number }>`
    select projects.id, ${draftRemarksOf(userId)} as drafts from published.projects
    where projects.id ${inIds(projectIds)}`.execute(tx);
  return new Map(rows.map(({ id, drafts }) => [id, drafts]));
}

/** SQL: a form of the phase `phases` was saved after `returned`, the activity that returned it. */
export const changedSinceReturn = sql<boolean>`exists (
  select 1
  from published.project_forms amended join published.form_revisions revisions on revisions.form_id = amended.id
  where amended.project_phase_id = phases.id and revisions.created_at > returned.created_at)`;

/**
 * SQL, for the phase `phases` of `projects`: the remarks of a form that was returned and sent again, done and open;
 * null in the first round, and while the form is being amended. A return applies to the newest form of the phase.
 */
export const sentAgain = sql<SentAgain | null>`case when phases.returned_activity_id is null
    and projects.phase_status not in (${sql.join(ENTRY_STATUSES.map((status) => sql.lit(status)))}) then (
  select json_build_object('id', newest.id, 'segment', newest.code, 'open', ${openRemarks}, 'done', (
    select count(*)::integer
    from published.project_forms remarked join published.form_remarks remarks on remarks.form_id = remarked.id
    where remarked.project_phase_id = phases.id and remarked.status <> ${sql.lit(FORM_STATUS.approved)}
      and remarks.activity_id is not null and remarks.done))
  from (select id, code, status, created_at from published.project_forms
        where project_phase_id = phases.id order by ordinal desc limit 1) newest
  where newest.status <> ${sql.lit(FORM_STATUS.approved)} and exists (
    select from published.project_activities back
    where back.project_phase_id = phases.id and back.created_at >= newest.created_at
      and back.operation in (${sql.join([...RETURN_KEYS].map((key) => sql.lit(key)))}))) end`;

/** `sentAgain` for the present phase of one project. */
export async function findSentAgain(db: Database | Tx, projectId: number): Promise<SentAgain | null> {
  const { rows } = await sql<{ sentAgain: SentAgain | null }>`
    select ${PREPARED} ${sentAgain} as "sentAgain" from published.projects
    join published.project_phases phases on phases.project_id = projects.id and phases.phase = projects.phase
    where projects.id = ${projectId}::integer`.execute(db);
  return rows[0]?.sentAgain ?? null;
}

/** The return that the phase must answer; null if it was not returned, or was sent again. */
export async function findReturn(
  db: Database | Tx,
  projectPhaseId: number,
): Promise<{ shown: Returned; state: ReturnState } | null> {
  const { rows } = await sql<Omit<Returned, 'date'> & { createdAt: Date; changed: boolean }>`
    select ${PREPARED} returned.operation, returned.comment, returned.user_name as "userName",
           returned.stand_in_for_name as "standInFor",
           returned.created_at as "createdAt", returned.form_revision as "formRevision",
           ${openRemarks} as "openRemarks", ${changedSinceReturn} as changed
    from published.project_phases phases
    join published.project_activities returned on returned.id = phases.returned_activity_id
    where phases.id = ${projectPhaseId}::integer`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { createdAt, changed, ...returned } = found;
  return {
    shown: { ...returned, date: createdAt.toISOString() },
    state: { openRemarks: found.openRemarks, changed },
  };
}
