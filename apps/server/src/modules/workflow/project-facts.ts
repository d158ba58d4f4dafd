import { type RawBuilder, sql } from 'kysely';
import { COMMISSION_ATTEMPTS, FORM_STATUS, PLAN_CORRECTIONS_PER_YEAR } from '@pimis/domain/constants';
import { nextQuarter, type Quarter, quarterStart } from '@pimis/domain/dates/dates';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import { getPath } from '@pimis/domain/forms/paths';
import { fulfilment, progressOf } from '@pimis/domain/indicators/record';
import { phasesThatRead } from '@pimis/domain/workflow/guards';
import type { FormFacts, ProjectFacts } from '@pimis/domain/workflow/project-facts';
import { PHASE, reachesFormsLimit } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { type Context, today } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { hiddenFromPlanner, PREPARED } from '../../platform/database/prepared-statements.ts';
import { realizationColumn, realizationOf, type StoredRealization } from '../form-store/realization.ts';
import { type ProjectRecord, selectRecordsOf } from '../projects/visibility.ts';

const WHOLE = '100.00';
/** The phases in which a guard asks about the plan's progress, so the realization is read. */
const REALIZATION_READ = phasesThatRead('quarterReachesEnd');

export interface PhaseFacts {
  id: number;
  phase: number;
  status: number;
  /** An instant as the database writes it. */
  startedAt: string;
  commissionCount: number;
  /** Whether the phase was returned, and has not been sent again since. */
  returned: boolean;
}

export interface LoadedFacts extends ProjectFacts {
  projectId: number;
  projectPhaseId: number;
  /** `errors`: the number in the newest revision; null if nothing was saved. */
  forms: readonly (FormFacts & { name: string; ordinal: number; errors: number | null })[];
  /** Every opened phase, in order of opening. */
  phases: PhaseFacts[];
  /** The first day on which the present step can be taken; null if it can be taken now. */
  awaitedFrom: string | null;
}

interface StoredFacts {
  id: number;
  phases: PhaseFacts[];
  chosenList: number | null;
  corrections: number;
  forms: (FormFacts & { name: string; ordinal: number; projectPhaseId: number; errors: number | null })[] | null;
  realization: StoredRealization | null;
}

/** Facts beyond the project's row: columns of a query whose rows have id and phase under the name `current_state`. */
function factColumns(day: string): RawBuilder<StoredFacts> {
  const id = sql<number>`current_state.id`;
  const current = sql`(select id from published.project_phases where project_id = ${id} and phase = current_state.phase)`;
  return sql<StoredFacts>`
           (select json_agg(json_build_object('id', phases.id, 'phase', phases.phase, 'status', phases.status,
                              'startedAt', phases.started_at, 'commissionCount', phases.commission_count,
                              'returned', phases.returned_activity_id is not null)
                            order by phases.started_at, phases.id)
            from published.project_phases phases where phases.project_id = ${id}) as phases,
           (select list_type from published.important_lists where project_id = ${id}) as "chosenList",
           (select count(*)::integer from published.project_activities
            where project_id = ${id} and operation = 'openCorrection'
              and extract(year from created_at at time zone 'Europe/Belgrade') = ${Number(day.slice(0, 4))}::integer)
             as corrections,
           (select json_agg(json_build_object('id', forms.id, 'code', forms.code, 'name', forms.name, 'ordinal', forms.ordinal,
                              'status', forms.status, 'mandatory', forms.mandatory,
                              'evaluatorOrganizationId', forms.evaluator_organization_id,
                              'projectPhaseId', forms.project_phase_id,
                              'errors', (select jsonb_array_length(validation -> 'Errors')
                                         from published.form_revisions where form_id = forms.id
                                         order by revision desc limit 1))
                            order by forms.project_phase_id, forms.ordinal)
            from published.project_forms forms
            where forms.project_id = ${id}
              and (forms.project_phase_id = ${current} or forms.code in (${sql.lit(FORM_CODE.quarterlyReport)}, ${sql.lit(FORM_CODE.correction)}))) as forms,
           case when current_state.phase in (${sql.join(REALIZATION_READ.map((phase) => sql.lit(phase)))}) then ${realizationColumn(id)} end as realization`;
}

/** Reads the facts for the workflow rules, in the transaction that has locked the row, if any. */
export async function loadFacts(context: Context, db: Database | Tx, project: ProjectRecord): Promise<LoadedFacts> {
  const [facts] = await loadAllFacts(context, db, [project]);
  if (!facts) throw new Error(`No facts of project ${project.id}`);
  return facts;
}

/** The facts of several projects, in their order. */
export async function loadAllFacts(
  context: Context,
  db: Database | Tx,
  projects: readonly ProjectRecord[],
): Promise<LoadedFacts[]> {
  const day = today(context);
  const { rows } = await sql<StoredFacts>`
    ${PREPARED} select current_state.id, ${factColumns(day)}
    from unnest(${hiddenFromPlanner(
      projects.map(({ id }) => id),
      'integer[]',
    )}, ${hiddenFromPlanner(
      projects.map(({ phase }) => phase),
      'integer[]',
    )})
         as current_state (id, phase)`.execute(db);
  const stored = new Map(rows.map((facts) => [facts.id, facts]));
  return projects.map((project) => {
    const facts = stored.get(project.id);
    if (!facts) throw new Error(`No facts of project ${project.id}`);
    return factsOf(project, facts, day);
  });
}

/**
 * The facts of projects that the transaction has locked, read together with their current rows. If the lock may have to
 * wait, a separate statement locks the row first: other data of the locking statement could be older.
 */
export async function loadFactsOfLocked(
  context: Context,
  tx: Tx,
  projectIds: readonly number[],
): Promise<LoadedFacts[]> {
  const day = today(context);
  const { rows } = await sql<ProjectRecord & StoredFacts>`
    ${PREPARED} with current_state as ${selectRecordsOf(tx, projectIds)}
    select current_state.*, ${factColumns(day)} from current_state`.execute(tx);
  return rows.map((row) => factsOf(row, row, day));
}

function factsOf(project: ProjectRecord, read: StoredFacts, day: string): LoadedFacts {
  const { phases, chosenList, corrections, forms: stored, realization } = read;
  const phase = phases.find((row) => row.phase === project.phase);
  if (!phase) throw new Error(`Project ${project.id} stands in a phase that was not opened`);
  const forms = stored ?? [];
  const own = forms.filter((form) => form.projectPhaseId === phase.id);
  const quarters = forms.filter((form) => form.code === FORM_CODE.quarterlyReport);
  const newest = quarterOfName(quarters.at(-1)?.name ?? '');
  return {
    projectId: project.id,
    organizationId: project.organizationId,
    proposerOrganizationId: project.proposerOrganizationId,
    projectStatus: project.status,
    type: project.type,
    important: project.important,
    migrated: project.migrated,
    foreignFunds: project.foreignFunds,
    phase: project.phase,
    phaseStatus: project.phaseStatus,
    statusBefore: project.statusBefore,
    sentBy: project.sentBy,
    confirmedBy: project.confirmedBy,
    forms: own,
    formsLimitReached: reachesFormsLimit(project.phase, own.length),
    planCorrectionReached: corrections >= PLAN_CORRECTIONS_PER_YEAR,
    quarterReachesEnd:
      newest !== null && realization !== null && reachesEnd(realization, newest, quarters.at(-1)?.id ?? 0),
    newestQuarterFrom: newest && quarterStart(newest),
    quarterHasBegun: newest !== null && quarterStart(nextQuarter(newest)) <= day,
    closedQuarterExists: quarters.some((form) => form.status === FORM_STATUS.approved),
    today: day,
    projectPhaseId: phase.id,
    sendingToCommissionReached: phase.commissionCount >= COMMISSION_ATTEMPTS,
    chosenList,
    phases,
    postponedUntil: project.postponedUntil,
    awaitedFrom: awaitedFrom(project, own.at(-1)?.status, newest),
  };
}

/** A postponed project rests until its day; the report of a quarter waits for its end. */
function awaitedFrom(project: ProjectRecord, formStatus: number | undefined, newest: Quarter | null): string | null {
  if (project.postponedUntil !== null) return project.postponedUntil;
  const reporting = project.phase === PHASE.reporting && project.phaseStatus === PHASE_STATUS.entry;
  return reporting && newest && formStatus !== FORM_STATUS.approved ? quarterStart(nextQuarter(newest)) : null;
}

/**
 * Whether the quarter contains or follows the end of the plan in force, or completes all work. The newest form counts
 * in its present state, because it is sent together with the phase.
 */
export function reachesEnd(stored: StoredRealization, quarter: Quarter, formId: number): boolean {
  const facts = realizationOf(stored);
  const plan = facts.planInForce;
  if (!plan) return false;
  const end = getPath(plan, 'implementationDates.end');
  if (typeof end === 'string' && end < quarterStart(nextQuarter(quarter))) return true;
  const known = facts.quarters.some((report) => report.formId === formId);
  const newest = known ? undefined : stored.forms?.find(({ id }) => id === formId);
  const reports = newest ? [...facts.quarters, { ...quarter, activities: progressOf(newest.input) }] : facts.quarters;
  return fulfilment(plan, reports, facts.restatements, quarter) === WHOLE;
}
