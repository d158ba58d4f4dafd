import { type Insertable, sql, type Updateable } from 'kysely';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { Tx } from '../../platform/database.ts';
import { KEPT } from '../../platform/kept-plans.ts';
import type { Tables } from '../../platform/tables.ts';

/** The rows of a project and its phases are written here alone, in the transaction of whoever has locked the project. */

type ProjectChange = Updateable<Tables['projects']>;
type NewProject = Omit<Insertable<Tables['projects']>, 'number' | 'phase_status' | 'waiting_since' | 'last_changed_at'>;

/** The next free number of a project, e.g. 2026-0042. */
async function nextNumber(tx: Tx, now: Date): Promise<string> {
  const { rows } = await sql<{ value: string }>`select nextval('project_numbers')::text as value`.execute(tx);
  return `${now.getUTCFullYear()}-${(rows[0]?.value ?? '0').padStart(4, '0')}`;
}

/** Adds a project in entry of its phase, under the next number; answers its id. */
export async function addProject(tx: Tx, project: NewProject, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('projects')
    .values({
      ...project,
      number: await nextNumber(tx, now),
      phase_status: PHASE_STATUS.entry,
      waiting_since: now,
      last_changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeProject(tx: Tx, projectId: number, change: ProjectChange): Promise<void> {
  await tx.updateTable('projects').set(change).where('id', '=', projectId).execute();
}

/** Opens a phase, or opens it again; answers its id and the status that it had when it was open before. */
export async function enterPhase(
  tx: Tx,
  projectId: number,
  phase: number,
  now: Date,
): Promise<{ phaseId: number; statusBefore: number | null }> {
  const before = await tx
    .selectFrom('project_phases')
    .select(['id', 'status'])
    .where('project_id', '=', projectId)
    .where('phase', '=', phase)
    .executeTakeFirst();
  if (before) {
    await changePhase(tx, before.id, { status: PHASE_STATUS.entry, closed_at: null });
    return { phaseId: before.id, statusBefore: before.status };
  }
  const { id } = await tx
    .insertInto('project_phases')
    .values({ project_id: projectId, phase, status: PHASE_STATUS.entry, started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { phaseId: id, statusBefore: null };
}

export async function changePhase(
  tx: Tx,
  phaseId: number,
  change: Pick<Updateable<Tables['project_phases']>, 'status' | 'closed_at'>,
): Promise<void> {
  await tx.updateTable('project_phases').set(change).where('id', '=', phaseId).execute();
}

/** Moves a project and its phase, in one statement. */
export async function moveProject(
  tx: Tx,
  moved: { id: number; phaseId: number },
  phase: Pick<Updateable<Tables['project_phases']>, 'status' | 'closed_at'>,
  project: ProjectChange,
): Promise<void> {
  await tx
    .with('phase', (db) => db.updateTable('project_phases').set(phase).where('id', '=', moved.phaseId))
    .updateTable('projects')
    .set(project)
    .where('id', '=', moved.id)
    .execute();
}

/** How often the phase was put before the commission: once more, or from the beginning. */
export async function setCommissionCount(tx: Tx, phaseId: number, how: 'count' | 'reset'): Promise<void> {
  await tx
    .updateTable('project_phases')
    .set((set) => ({ commission_count: how === 'reset' ? 0 : set('commission_count', '+', 1) }))
    .where('id', '=', phaseId)
    .execute();
}

/**
 * Keeps which steps stand open, and since when they are waited for when that is later than it was. Answers whether the
 * open steps were others before.
 */
export async function keepOpenTurns(
  tx: Tx,
  projectId: number,
  open: readonly string[],
  awaitedFrom: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    ${KEPT} with before as (select open_turns from projects where id = ${projectId})
    update projects set open_turns = ${[...open]}::text[],
      waiting_since = greatest(waiting_since, ${awaitedFrom}::date::timestamp at time zone 'Europe/Belgrade')
    where id = ${projectId}
    returning coalesce((select open_turns from before) <> open_turns, false) as changed`.execute(tx);
  return rows[0]?.changed ?? false;
}
