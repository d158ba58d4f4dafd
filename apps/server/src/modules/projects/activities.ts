import { type Selectable, sql } from 'kysely';
import type { Activity, LatestActivity } from '@pimis/contract/project-phases';
import { FORM_ACTIVITIES, OTHER_ACTIVITIES, type OtherActivity } from '@pimis/domain/workflow/activities';
import { phasesOf } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Transition } from '@pimis/domain/workflow/transition-types';
import { trimmed } from '@pimis/domain/text/blank';
import type { Database, Tx } from '../../platform/database/database.ts';
import { hiddenFromPlanner, PREPARED } from '../../platform/database/prepared-statements.ts';
import { applyFilters, applyPage, type TableFields, type TableQuery } from '../../platform/lists/table-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { ProjectRecord } from './visibility.ts';

export interface ActivityEntry {
  projectId: number;
  projectPhaseId: number;
  phase: number;
  previousStatus: number;
  status: number;
  action?: number | null;
  /** The step or other event. */
  operation: OtherActivity | Transition;
  user: { id: number; name: string } | null;
  /** The absent user for whom the step was taken. */
  standInFor?: { id: number; name: string } | null;
  comment?: string | null;
  date?: string | null;
  postponedDate?: string | null;
  /** The form of the activity, in the revision at that time or the present one. */
  form?: { id: number; code: string; revision: number | null | 'newest' } | null;
  at: Date;
}

const SYSTEM_NAME = 'Систем';
/** Phases whose approval admits a project to realization. */
const PREPARATION_PHASES = phasesOf('preparation');

const newestRevision = (formId: number) =>
  sql<number | null>`(select max(revision) from published.form_revisions where form_id = ${formId})`;

/** Writes the activity of a step in the transaction of the step. */
export async function addActivity(tx: Tx, entry: ActivityEntry): Promise<void> {
  await addActivities(tx, [entry]);
}

/**
 * Writes the activity of a step for several projects, in order. With `returning` the activities are returns, which the
 * phases must answer until they are sent again.
 */
export async function addActivities(
  tx: Tx,
  entries: readonly ActivityEntry[],
  { returning = false }: { returning?: boolean } = {},
): Promise<void> {
  const insert = insertOf(tx, entries);
  if (!returning) await insert.execute();
  else {
    await tx
      .with('added', () => insert.returning(['id', 'project_phase_id']))
      .updateTable('project_phases')
      .from('added')
      .set((set) => ({ returned_activity_id: set.ref('added.id') }))
      .whereRef('project_phases.id', '=', 'added.project_phase_id')
      .execute();
  }
}

function insertOf(tx: Tx, entries: readonly ActivityEntry[]) {
  return tx.insertInto('project_activities').values(
    entries.map((entry) => ({
      project_id: entry.projectId,
      project_phase_id: entry.projectPhaseId,
      phase: entry.phase,
      previous_status: entry.previousStatus,
      status: entry.status,
      action: entry.action ?? null,
      operation: typeof entry.operation === 'string' ? entry.operation : entry.operation.key,
      user_id: entry.user?.id ?? null,
      user_name: entry.user?.name ?? SYSTEM_NAME,
      stand_in_for_id: entry.standInFor?.id ?? null,
      stand_in_for_name: entry.standInFor?.name ?? null,
      comment: trimmed(entry.comment ?? '') || null,
      decision_date: entry.date || null,
      postponed_date: entry.postponedDate || null,
      form_id: entry.form?.id ?? null,
      form_code: entry.form?.code ?? null,
      form_revision: entry.form?.revision === 'newest' ? newestRevision(entry.form.id) : (entry.form?.revision ?? null),
      created_at: entry.at,
    })),
  );
}

/** An event that does not change a project's status. */
export async function addNote(
  tx: Tx,
  project: ProjectRecord,
  note: Pick<ActivityEntry, 'operation' | 'user' | 'comment' | 'at'>,
): Promise<void> {
  await addNotes(tx, [project], note);
}

/** Adds an event to several projects. */
export async function addNotes(
  tx: Tx,
  projects: readonly ProjectRecord[],
  note: Pick<ActivityEntry, 'operation' | 'user' | 'comment' | 'at'>,
): Promise<void> {
  const { rows } = await sql<{ id: number; projectId: number }>`
    select phases.id, phases.project_id as "projectId"
    from unnest(${projects.map(({ id }) => id)}::integer[], ${projects.map(({ phase }) => phase)}::integer[])
         as stands (project_id, phase)
    join project_phases phases on phases.project_id = stands.project_id and phases.phase = stands.phase`.execute(tx);
  const phaseIds = new Map(rows.map(({ id, projectId }) => [projectId, id]));
  await addActivities(
    tx,
    projects.map(({ id: projectId, phase, phaseStatus: status }) => {
      const projectPhaseId = phaseIds.get(projectId);
      if (projectPhaseId === undefined) throw new Error(`Project ${projectId} stands in a phase that was not opened`);
      return { projectId, projectPhaseId, phase, previousStatus: status, status, ...note };
    }),
  );
}

export const ACTIVITY_FIELDS: TableFields = {
  changedDate: { column: 'project_activities.created_at', kind: 'instant', sortable: true },
  operation: { column: 'project_activities.operation', kind: 'code', sortable: true },
  changedUser: { column: 'project_activities.user_name', kind: 'text', sortable: true },
  comment: { column: 'project_activities.comment', kind: 'text' },
};

type ActivityRow = Selectable<Tables['project_activities']> & { formName: string | null };

/** The quarterly report that an activity was about. */
function reportOf({ operation, form_code: code, formName: name }: ActivityRow): Activity['report'] {
  if (code === null || name === null) return null;
  return FORM_ACTIVITIES.has(operation) && quarterOfName(name) ? { code, name } : null;
}

/** The fields of an activity that both lists have. */
function commonFields(row: ActivityRow) {
  return {
    id: row.id,
    operation: row.operation,
    changedDate: row.created_at.toISOString(),
    changedUser: row.user_name,
    standInFor: row.stand_in_for_name,
    comment: row.comment,
    date: row.decision_date,
    postponedDate: row.postponed_date,
    report: reportOf(row),
  };
}

/** Activities with the names of their forms. */
const withForms = (db: Database) =>
  db
    .selectFrom('project_activities')
    .leftJoin('published.project_forms as forms', 'forms.id', 'project_activities.form_id');

/** History of a phase, newest first. */
export async function listActivities(
  db: Database,
  projectPhaseId: number,
  list: TableQuery,
): Promise<{ rows: Omit<Activity, 'remarks'>[]; totalRows: number }> {
  const filtered = applyFilters(
    withForms(db).where('project_activities.project_phase_id', '=', projectPhaseId),
    list,
    ACTIVITY_FIELDS,
  );
  const { total } = await filtered.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await applyPage(
    filtered.selectAll('project_activities').select('forms.name as formName'),
    list,
    ACTIVITY_FIELDS,
    {
      // Newest first is the reverse order of writing.
      sortBy: 'id',
      descending: true,
      tieBreaker: 'project_activities.id',
    },
  ).execute();
  return {
    totalRows: total,
    rows: rows.map((row) => ({
      ...commonFields(row),
      previousStatus: row.previous_status,
      status: row.status,
      action: row.action,
      formId: row.form_id,
      formCode: row.form_code,
      formRevision: row.form_revision,
    })),
  };
}

/** The newest entries of a project, whatever their phase. */
export async function latestActivities(db: Database, projectId: number, count: number): Promise<LatestActivity[]> {
  const rows = await withForms(db)
    .selectAll('project_activities')
    .select('forms.name as formName')
    .where('project_activities.project_id', '=', projectId)
    .orderBy('project_activities.id', 'desc')
    .limit(count)
    .execute();
  return rows.map((row) => ({ ...commonFields(row), phase: row.phase }));
}

/** A step of a phase, as a summary shows it. */
interface PhaseStep {
  operation: string;
  user: string;
  standInFor: string | null;
  comment: string | null;
  at: Date;
  formId: number | null;
  formRevision: number | null;
}

/** More steps than any round of a phase has. */
const STEPS_READ = 100;

/** The last steps of phases without other activities, oldest first, by the id of the phase; one statement for all. */
export async function stepsOfPhases(db: Database, phaseIds: readonly number[]): Promise<Map<number, PhaseStep[]>> {
  const { rows } = await sql<PhaseStep & { projectPhaseId: number }>`
    select ${PREPARED} phases.id as "projectPhaseId", steps.operation, steps.user_name as "user",
           steps.stand_in_for_name as "standInFor", steps.comment, steps.created_at as at,
           steps.form_id as "formId", steps.form_revision as "formRevision"
    from unnest(${hiddenFromPlanner([...phaseIds], 'integer[]')}) as phases (id)
    cross join lateral (
      select * from project_activities
      where project_phase_id = phases.id
        and operation not in (${sql.join(OTHER_ACTIVITIES.map((operation) => sql.lit(operation)))})
      order by id desc limit ${sql.lit(STEPS_READ)}) steps
    order by steps.id`.execute(db);
  return Map.groupBy(rows, ({ projectPhaseId }) => projectPhaseId);
}

/** Day of the commission's last approval of the project itself, without corrections and rationalizations. */
export async function commissionYesBefore(db: Database | Tx, projectId: number): Promise<string | null> {
  const row = await db
    .selectFrom('project_activities')
    .select('decision_date as date')
    .where('project_id', '=', projectId)
    .where('operation', '=', 'commissionYes')
    .where('phase', 'in', [...PREPARATION_PHASES])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.date ?? null;
}

/** The newest entry of an operation, in any phase or in one; `day` is its calendar day in Belgrade. */
export async function lastActivity(
  db: Database | Tx,
  projectId: number,
  operation: string,
  phase?: number,
): Promise<{ day: string; user: string; comment: string | null; date: string | null } | undefined> {
  let query = db
    .selectFrom('project_activities')
    .select([
      sql<string>`(created_at at time zone 'Europe/Belgrade')::date::text`.as('day'),
      'user_name as user',
      'comment',
      'decision_date as date',
    ])
    .where('project_id', '=', projectId)
    .where('operation', '=', operation)
    .orderBy('id', 'desc')
    .limit(1);
  if (phase !== undefined) query = query.where('phase', '=', phase);
  return query.executeTakeFirst();
}
