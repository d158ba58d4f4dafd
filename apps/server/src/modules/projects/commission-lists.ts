import { sql } from 'kysely';
import { COMMISSION_ATTEMPTS } from '@pimis/domain/constants';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { Database, Tx } from '../../platform/database/database.ts';
import { waitingForList } from './list-conditions.ts';

/** The list chosen for an important project that still waits for it. */
export async function chosenList(db: Database, projectId: number): Promise<number | null> {
  const row = await db
    .selectFrom('important_lists')
    .select('list_type')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.list_type ?? null;
}

/** Sets the list of important projects; a later choice replaces an earlier one. Returns the earlier ones. */
export async function chooseList(
  tx: Tx,
  choice: { projectIds: readonly number[]; listType: number; userId: number; at: Date },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ projectId: number; listType: number }>`
    with wanted as (select project_id from unnest(${[...choice.projectIds]}::integer[]) as wanted (project_id)
    ), before as (
      select project_id, list_type from important_lists where project_id in (select project_id from wanted)
    ), chosen as (
      insert into important_lists (project_id, list_type, created_by, created_at)
      select project_id, ${choice.listType}::integer, ${choice.userId}::integer, ${choice.at}::timestamptz from wanted
      on conflict (project_id) do update
        set list_type = excluded.list_type, created_by = excluded.created_by, created_at = excluded.created_at
    )
    select project_id as "projectId", list_type as "listType" from before`.execute(tx);
  return new Map(rows.map(({ projectId, listType }) => [projectId, listType]));
}

export async function clearChosenLists(tx: Tx, projectIds: readonly number[]): Promise<void> {
  if (projectIds.length === 0) return;
  await tx
    .deleteFrom('important_lists')
    .where((where) => where('project_id', '=', where.fn.any(where.val([...projectIds]))))
    .execute();
}

export interface Waiting {
  id: number;
  code: string;
  name: string;
  organizationId: string;
  organizationName: string;
  totalValue: string;
  phase: number;
  phaseStatus: number;
  projectPhaseId: number;
  pimisCommented: boolean;
}

/** Locks the projects that wait for a list of the type, without those that reached the commission's limit. */
export async function lockWaiting(tx: Tx, type: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select projects.id, projects.code::text as code, projects.name, projects.organization_id as "organizationId",
           owner.name as "organizationName", projects.total_value::text as "totalValue", projects.phase,
           projects.phase_status as "phaseStatus", phases.id as "projectPhaseId",
           projects.ministry_commented as "pimisCommented"
    from projects
    join published.organizations owner on owner.id = projects.organization_id
    join project_phases phases on phases.project_id = projects.id and phases.phase = projects.phase
    where phases.commission_count < ${COMMISSION_ATTEMPTS} and ${waitingForList(type)}
    order by projects.last_changed_at, projects.id
    for update of projects`.execute(tx);
  return rows;
}

/** Puts locked projects, in order, before the commission with a few statements for all. */
export async function putBeforeCommission(
  tx: Tx,
  projects: readonly Pick<Waiting, 'id' | 'projectPhaseId'>[],
  listing: { name: string; user: { id: number; name: string }; at: Date },
): Promise<void> {
  const { name, user, at } = listing;
  const ids = projects.map(({ id }) => id);
  const phaseIds = projects.map(({ projectPhaseId }) => projectPhaseId);
  await sql`
    insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation, user_id,
                                    user_name, comment, created_at)
    select projects.id, taken.project_phase_id, projects.phase, projects.phase_status,
           ${PHASE_STATUS.waitingCommission}::integer, 'listed', ${user.id}::integer, ${user.name}::text, ${name}::text,
           ${at}
    from unnest(${ids}::integer[], ${phaseIds}::integer[])
         with ordinality as taken (project_id, project_phase_id, position)
    join projects on projects.id = taken.project_id
    order by taken.position`.execute(tx);
  await tx
    .updateTable('project_phases')
    .set({ status: PHASE_STATUS.waitingCommission })
    .where('id', 'in', phaseIds)
    .execute();
  await tx
    .updateTable('projects')
    .set((row) => ({
      status_before: row.ref('phase_status'),
      phase_status: PHASE_STATUS.waitingCommission,
      open_steps: null,
      waiting_since: at,
      last_changed_at: at,
    }))
    .where('id', 'in', ids)
    .execute();
}
