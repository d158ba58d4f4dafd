import { sql } from 'kysely';
import type { FormSummary, Phase } from '@pimis/contract/project-phases';
import { seesFormIndicators } from '@pimis/domain/access/policies';
import { formIndicators } from '@pimis/domain/indicators/record';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormData } from '@pimis/domain/forms/types';
import { RETURN_KEYS } from '@pimis/domain/workflow/returns';
import { roundForms } from '@pimis/domain/workflow/decisions';
import { evaluatorRefusal } from '@pimis/domain/workflow/form-rights';
import { reachesFormsLimit } from '@pimis/domain/workflow/phases';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { readTableQuery } from '../../platform/lists/table-query.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import { ACTIVITY_FIELDS, latestActivities, listActivities } from '../projects/activities.ts';
import { EMPTY_WARNING, formsWithoutAppropriation } from '../forms/appropriation-check.ts';
import { remarksOfReturns } from '../forms/remarks/service.ts';
import { visibleScore } from '../forms/scores.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';

/** The number shown on the project page. */
const LATEST = 5;

/**
 * Phases of a project with their forms (`data` includes the form data) and the times of their statuses, oldest first.
 */
export async function readPhases(
  context: Context,
  user: CurrentUser,
  code: string,
  data: boolean,
): Promise<{ project: ProjectRecord; phases: Phase[] }> {
  const project = await findProject(context.db, user, code);
  const phases = await context.db
    .selectFrom('published.project_phases as project_phases')
    .select(['id', 'phase', 'status', 'started_at'])
    .select(
      sql<number>`(select count(*)::integer from published.project_activities
                   where project_phase_id = project_phases.id)`.as('activities'),
    )
    .where('project_id', '=', project.id)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  const forms = await summaries(context, user, project, data);
  const statuses = await context.db
    .selectFrom('published.project_activities as project_activities')
    .select(['project_phase_id', 'status', 'created_at'])
    .where('project_id', '=', project.id)
    .where((where) => where.or([where('previous_status', '!=', where.ref('status')), where('operation', '=', 'open')]))
    .orderBy('id')
    .execute();
  return {
    project,
    phases: phases.map((phase) => {
      const own = forms.filter((entry) => entry.projectPhaseId === phase.id);
      return {
        id: phase.id,
        phase: phase.phase,
        status: phase.status,
        startedDate: phase.started_at.toISOString(),
        formsLimit: reachesFormsLimit(phase.phase, own.length),
        activities: phase.activities,
        forms: own.map((entry) => entry.form),
        statuses: statuses
          .filter((entry) => entry.project_phase_id === phase.id)
          .map((entry) => ({ status: entry.status, changedDate: entry.created_at.toISOString() })),
      };
    }),
  };
}

/** Forms of a project, each with its newest revision, in the order of their phases. */
function formsOf(db: Database, projectId: number, data: boolean) {
  return db
    .selectFrom('published.project_forms as forms')
    .innerJoin('published.project_phases as phases', 'phases.id', 'forms.project_phase_id')
    .leftJoin('published.organizations as evaluator', 'evaluator.id', 'forms.evaluator_organization_id')
    .leftJoin('published.project_indicators as indicators', 'indicators.form_id', 'forms.id')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('published.form_revisions as form_revisions')
          .select(['revision', 'validation', 'user_name', 'created_at'])
          .$if(data, (query) => query.select('data'))
          .whereRef('form_revisions.form_id', '=', 'forms.id')
          .orderBy('revision', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select([
      'forms.id',
      'forms.code',
      'forms.definition_version as definitionVersion',
      'forms.name',
      'forms.status',
      'forms.project_phase_id as projectPhaseId',
      'forms.evaluator_organization_id as evaluatorOrganizationId',
      'forms.mark',
      'forms.marked_at as markedAt',
      'indicators.rows as indicators',
      'evaluator.name as evaluatorOrganizationName',
      'phases.phase',
      'newest.revision',
      'newest.validation',
      'newest.user_name',
      'newest.created_at',
    ])
    .$if(data, (query) => query.select('newest.data'))
    .where('forms.project_id', '=', projectId)
    .orderBy('forms.project_phase_id')
    .orderBy('forms.ordinal')
    .modifyFront(PREPARED)
    .execute();
}

type FormRow = Awaited<ReturnType<typeof formsOf>>[number];

async function summaries(
  context: Context,
  user: CurrentUser,
  project: ProjectRecord,
  data: boolean,
): Promise<{ projectPhaseId: number; form: FormSummary }[]> {
  const rows = await formsOf(context.db, project.id, data);
  const lacking = await formsWithoutAppropriation(
    context.db,
    project.id,
    rows.map((row) => ({ ...row, recordedAmount: row.indicators?.funding.appropriationAmount })),
  );
  const ofPhase = Map.groupBy(rows, ({ phase }) => phase);
  const round = roundForms({ phase: project.phase, forms: ofPhase.get(project.phase) ?? [] });
  return rows.map((row) => {
    const current = round.includes(row);
    return {
      projectPhaseId: row.projectPhaseId,
      form: {
        ...summaryOf(row, user, lacking.has(row.id)),
        data: data ? dataOf(row, user) : null,
        limitReached: reachesFormsLimit(row.phase, ofPhase.get(row.phase)?.length ?? 0),
        current,
        mayEvaluate: evaluatorRefusal({ projectStatus: project.status }, { ...row, current }, user) === null,
      },
    };
  });
}

/** The data of a form, with its indicators for users who may see them (specification, "Success key indicator row"). */
function dataOf({ data, indicators }: FormRow, user: CurrentUser): FormData | null {
  if (!indicators || !seesFormIndicators(user)) return data ?? null;
  return { ...data, SuccessKeyIndicator: formIndicators(indicators) };
}

/** The summary of a form, limited to data that the user may see. */
function summaryOf(
  row: FormRow,
  user: CurrentUser,
  lacksAppropriation: boolean,
): Omit<FormSummary, 'data' | 'limitReached' | 'current' | 'mayEvaluate'> {
  return {
    id: row.id,
    code: row.code,
    definitionVersion: row.definitionVersion,
    segment: row.code,
    name: row.name,
    description: findFormDefinition(row.code, row.definitionVersion)?.title.sr ?? null,
    status: row.status,
    lastRevision: row.revision ?? 0,
    lastRevisionErrors: row.validation?.Errors.length ?? 0,
    lastRevisionWarnings: [...(row.validation?.Warnings ?? []), ...(lacksAppropriation ? [EMPTY_WARNING] : [])],
    lastChangedDate: row.created_at?.toISOString() ?? null,
    lastChangedUser: row.user_name,
    evaluatorOrganizationId: row.evaluatorOrganizationId,
    evaluatorOrganizationName: row.evaluatorOrganizationName,
    value: visibleScore(row, user),
    marked: row.markedAt !== null,
    indicators: seesFormIndicators(user) && row.indicators ? formIndicators(row.indicators) : null,
  };
}

/** The newest activities, in any phase, of a project that the user may see. */
export async function readLatestActivities(context: Context, user: CurrentUser, code: string) {
  const project = await findProject(context.db, user, code);
  return latestActivities(context.db, project.id, LATEST);
}

/** History of one phase of a project that the user may see. */
export async function readActivities(
  context: Context,
  user: CurrentUser,
  code: string,
  projectPhaseId: number,
  query: Record<string, string>,
) {
  const project = await findProject(context.db, user, code);
  const phase = await context.db
    .selectFrom('published.project_phases as project_phases')
    .select('id')
    .where('id', '=', projectPhaseId)
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  if (!phase) throw new ApiError('NotFound');
  const { rows, totalRows } = await listActivities(context.db, phase.id, readTableQuery(query, ACTIVITY_FIELDS));
  const remarks = Map.groupBy(
    await remarksOfReturns(
      context,
      rows.filter(({ operation }) => RETURN_KEYS.has(operation)).map(({ id }) => id),
    ),
    ({ activityId }) => activityId,
  );
  return {
    rows: rows.map((row) => ({
      ...row,
      remarks: (remarks.get(row.id) ?? []).map(({ formId, place, text, answer, done }) => ({
        formId,
        place,
        text,
        answer,
        done,
      })),
    })),
    totalRows,
  };
}
