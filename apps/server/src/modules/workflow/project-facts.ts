import { sql } from 'kysely';
import { COMMISSION_ATTEMPTS, FORM_STATUS, FORMS_LIMIT, PLAN_CORRECTIONS_PER_YEAR } from '@pimis/domain/constants';
import { nextQuarter, type Quarter, quarterStart } from '@pimis/domain/dates/dates';
import { getPath } from '@pimis/domain/forms/paths';
import { fulfilment, progressOf } from '@pimis/domain/indicators/record';
import type { FormFacts, ProjectFacts } from '@pimis/domain/workflow/decisions';
import { PHASE } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { type Context, today } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { newestFormValues } from '../form-store/newest-values.ts';
import { loadRealization } from '../form-store/realization.ts';
import type { ProjectRecord } from '../projects/visibility.ts';

const WHOLE = '100.00';

export interface LoadedFacts extends ProjectFacts {
  projectPhaseId: number;
  /** First day on which the present step can be expected of anybody; null when it can be at once. */
  awaitedFrom: string | null;
}

/** Reads what the workflow rules need to know of a project, in the transaction that holds its row when one does. */
export async function loadFacts(context: Context, db: Database | Tx, project: ProjectRecord): Promise<LoadedFacts> {
  const phase = await db
    .selectFrom('published.project_phases as project_phases')
    .leftJoin('published.important_lists as chosen', 'chosen.project_id', 'project_phases.project_id')
    .select(['project_phases.id', 'commission_count as commissionCount', 'chosen.list_type as chosenList'])
    .where('project_phases.project_id', '=', project.id)
    .where('phase', '=', project.phase)
    .executeTakeFirstOrThrow();
  const forms = await db
    .selectFrom('published.project_forms as project_forms')
    .select([
      'id',
      'code',
      'name',
      'status',
      'mandatory',
      'evaluator_organization_id as evaluatorOrganizationId',
      'project_phase_id as projectPhaseId',
    ])
    .where('project_id', '=', project.id)
    .where((where) =>
      where.or([where('project_phase_id', '=', phase.id), where('code', 'in', ['kvartalni', 'korekcija'])]),
    )
    .orderBy('project_phase_id')
    .orderBy('ordinal')
    .execute();
  const own = forms.filter((form) => form.projectPhaseId === phase.id);
  const quarters = forms.filter((form) => form.code === 'kvartalni');
  const day = today(context);
  const newest = quarterOfName(quarters.at(-1)?.name ?? '');
  const limit = FORMS_LIMIT[project.phase];
  return {
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
    forms: own.map(
      ({ id, code, status, mandatory, evaluatorOrganizationId }): FormFacts => ({
        id,
        code,
        status,
        mandatory,
        evaluatorOrganizationId,
      }),
    ),
    formsLimitReached: limit !== undefined && own.length >= limit,
    planCorrectionReached:
      (await correctionsOfYear(db, project.id, Number(day.slice(0, 4)))) >= PLAN_CORRECTIONS_PER_YEAR,
    quarterReachesEnd: newest !== null && (await reachesEnd(db, project.id, newest, quarters.at(-1)?.id ?? 0)),
    quarterHasBegun: newest !== null && quarterStart(nextQuarter(newest)) <= day,
    closedQuarterExists: quarters.some((form) => form.status === FORM_STATUS.approved),
    today: day,
    projectPhaseId: phase.id,
    sendingToCommissionReached: phase.commissionCount >= COMMISSION_ATTEMPTS,
    chosenList: phase.chosenList,
    postponedUntil: project.postponedUntil,
    awaitedFrom: awaitedFrom(project, own.at(-1)?.status, newest),
  };
}

/** A postponed project rests until its day; a quarter is reported when it is over. */
function awaitedFrom(project: ProjectRecord, formStatus: number | undefined, newest: Quarter | null): string | null {
  if (project.postponedUntil !== null) return project.postponedUntil;
  const reporting = project.phase === PHASE.reporting && project.phaseStatus === PHASE_STATUS.entry;
  return reporting && newest && formStatus !== FORM_STATUS.approved ? quarterStart(nextQuarter(newest)) : null;
}

async function correctionsOfYear(db: Database | Tx, projectId: number, year: number): Promise<number> {
  const { count } = await db
    .selectFrom('published.project_activities as project_activities')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('project_id', '=', projectId)
    .where('operation', '=', 'openCorrection')
    .where(sql<boolean>`extract(year from created_at at time zone 'Europe/Belgrade') = ${year}`)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Does the quarter hold or follow the end of the plan in force, or is everything fulfilled with it? The newest form
 * counts as it stands, because it is sent together with the phase.
 */
async function reachesEnd(db: Database | Tx, projectId: number, quarter: Quarter, formId: number): Promise<boolean> {
  const facts = await loadRealization(db, projectId);
  const plan = facts.planInForce;
  if (!plan) return false;
  const end = getPath(plan, 'implementationDates.end');
  if (typeof end === 'string' && end < quarterStart(nextQuarter(quarter))) return true;
  const newest = facts.quarters.some((report) => report.formId === formId) ? null : await newestFormValues(db, formId);
  const reports = newest ? [...facts.quarters, { ...quarter, activities: progressOf(newest.values) }] : facts.quarters;
  return fulfilment(plan, reports, facts.restatements, quarter) === WHOLE;
}
