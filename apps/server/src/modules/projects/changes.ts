import { type Insertable, sql, type Updateable } from 'kysely';
import type { AwaitedMarks } from '@pimis/domain/workflow/awaited-marks';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { dayOf } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inIds, PREPARED } from '../../platform/database/prepared-statements.ts';
import type { Tables } from '../../platform/database/tables.ts';

/**
 * Only this file writes rows of projects and phases, in the caller's transaction; the caller has locked the project.
 */

/** Each change contains its time, at which the next row of the project's history begins. */
export type ProjectChange = Updateable<Tables['projects']> & { last_changed_at: Date };
export interface PhaseChange {
  status?: number;
  closed_at?: Date | null;
  /** Null once the phase is sent again. */
  returned_activity_id?: null;
  /** The count of how often the project was before the commission: add one, or reset. */
  commissionCount?: 'count' | 'reset';
}
type NewProject = Omit<Insertable<Tables['projects']>, 'number' | 'phase_status' | 'waiting_since' | 'last_changed_at'>;

/** The next free number of a project, e.g. 2026-0042; the year is the legal one, in Belgrade. */
async function nextNumber(tx: Tx, now: Date): Promise<string> {
  const { rows } = await sql<{ value: string }>`select nextval('project_numbers')::text as value`.execute(tx);
  return `${dayOf(now).slice(0, 4)}-${(rows[0]?.value ?? '0').padStart(4, '0')}`;
}

/** Adds a project in entry of its phase with the next number; returns its id. */
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

/**
 * Locks projects before their projections are computed, in id order, so that two transactions cannot deadlock. Most
 * transactions have locked them already.
 */
export async function lockProjectRows(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await sql`${PREPARED} select from projects where id ${inIds(projectIds)} order by id for no key update`.execute(tx);
}

export async function changeProject(tx: Tx, projectId: number, change: ProjectChange): Promise<void> {
  await changeProjects(tx, [projectId], change);
}

/** Makes the same change to several projects. */
export async function changeProjects(tx: Tx, projectIds: readonly number[], change: ProjectChange): Promise<void> {
  await tx
    .updateTable('projects')
    .set(change)
    .where((where) => where('id', '=', where.fn.any(where.val([...projectIds]))))
    .execute();
}

/**
 * Sets the total value of each project, a decimal string; null does not change it. `at` is the moment of the change.
 */
export async function setTotalValues(
  tx: Tx,
  totals: readonly { projectId: number; totalValue: string | null }[],
  at: Date,
): Promise<void> {
  if (totals.length === 0) return;
  await sql`
    update projects set total_value = coalesce(given.total, total_value), last_changed_at = ${at}
    from unnest(${totals.map(({ projectId }) => projectId)}::integer[],
                ${totals.map(({ totalValue }) => totalValue)}::numeric[]) as given (project_id, total)
    where projects.id = given.project_id`.execute(tx);
}

/** An opened phase. */
export interface EnteredPhase {
  projectId: number;
  phaseId: number;
  /** The former status of a phase that is opened again. */
  statusBefore: number | null;
  type: number;
  important: boolean;
  migrated: boolean;
  /** The ordinal of the phase's newest form; 0 if it has none. */
  ordinal: number;
}

/** Opens a phase of projects for the first time or again, in their order. */
export async function enterPhases(
  tx: Tx,
  projectIds: readonly number[],
  phase: number,
  now: Date,
): Promise<EnteredPhase[]> {
  const { rows } = await sql<EnteredPhase>`
    ${PREPARED} with wanted as (
      select project_id, position from unnest(${[...projectIds]}::integer[]) with ordinality as wanted (project_id, position)
    ), before as (
      select phases.id, phases.project_id, phases.status
      from project_phases phases join wanted on wanted.project_id = phases.project_id
      where phases.phase = ${phase}::integer
    ), again as (
      update project_phases set status = ${PHASE_STATUS.entry}, closed_at = null where id in (select id from before)
    ), opened as (
      insert into project_phases (project_id, phase, status, started_at)
      select project_id, ${phase}::integer, ${PHASE_STATUS.entry}::integer, ${now}::timestamptz from wanted
      where project_id not in (select project_id from before)
      returning id, project_id
    )
    select wanted.project_id as "projectId", coalesce(before.id, opened.id) as "phaseId", before.status as "statusBefore",
           projects.type, projects.important, projects.migrated,
           coalesce((select max(ordinal) from published.project_forms where project_phase_id = before.id), 0) as ordinal
    from wanted
    join projects on projects.id = wanted.project_id
    left join before on before.project_id = wanted.project_id
    left join opened on opened.project_id = wanted.project_id
    order by wanted.position`.execute(tx);
  return rows;
}

export async function changePhase(
  tx: Tx,
  phaseId: number,
  change: Pick<Updateable<Tables['project_phases']>, 'status' | 'closed_at'>,
): Promise<void> {
  await tx.updateTable('project_phases').set(change).where('id', '=', phaseId).execute();
}

/** Moves projects and their phases with one statement. */
export async function moveProjects(
  tx: Tx,
  moved: readonly { id: number; phaseId: number }[],
  { commissionCount, ...phase }: PhaseChange,
  project: ProjectChange,
): Promise<void> {
  const phaseIds = moved.map(({ phaseId }) => phaseId);
  const ids = moved.map(({ id }) => id);
  await tx
    .with('phase', (db) =>
      db
        .updateTable('project_phases')
        .set((set) => ({
          ...phase,
          ...(commissionCount === 'reset' ? { commission_count: 0 } : {}),
          ...(commissionCount === 'count' ? { commission_count: set('commission_count', '+', 1) } : {}),
        }))
        .where((where) => where('id', '=', where.fn.any(where.val(phaseIds)))),
    )
    .updateTable('projects')
    .set(project)
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute();
}

/** The open steps of a project, and the first day on which they wait (YYYY-MM-DD). */
export interface ProjectOpenSteps {
  projectId: number;
  open: readonly string[];
  awaitedFrom: string | null;
}

/** The state of a project for the rules of open steps. */
export interface ProjectState {
  projectId: number;
  phase: number;
  phaseStatus: number;
  foreignFunds: boolean;
  open: string[] | null;
  /** The marks for which the project waits; undefined if the publisher of an event has not read them. */
  marks?: AwaitedMarks;
}

/**
 * Stores the open steps and, if it is later than before, since when they wait. Returns the states of the projects and
 * whether the open steps changed.
 */
export async function storeOpenSteps(
  tx: Tx,
  turns: readonly ProjectOpenSteps[],
): Promise<(ProjectState & { changed: boolean })[]> {
  const { rows } = await sql<ProjectState & { changed: boolean }>`
    ${PREPARED} with given as (
      select * from json_to_recordset(${JSON.stringify(turns)}::json)
        as given ("projectId" integer, open text[], "awaitedFrom" date)
    ), before as (select id, open_steps from projects where id in (select "projectId" from given))
    update projects set open_steps = given.open,
      waiting_since = greatest(waiting_since, given."awaitedFrom"::timestamp at time zone 'Europe/Belgrade')
    from given join before on before.id = given."projectId"
    where projects.id = given."projectId"
    returning projects.id as "projectId", projects.phase, projects.phase_status as "phaseStatus",
              projects.foreign_funds as "foreignFunds", projects.open_steps as open,
              coalesce(before.open_steps <> projects.open_steps, false) as changed`.execute(tx);
  return rows;
}
