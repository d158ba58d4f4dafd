import { sql } from 'kysely';
import type { Task } from '@pimis/contract/dashboard';
import type { TaskRow } from '@pimis/contract/tasks';
import { days } from '@pimis/domain/dates/dates';
import { awaitedList, nextStep, placeOf } from '@pimis/domain/workflow/next-step';
import { stepNormDays } from '@pimis/domain/workflow/statuses';
import { stepTakenTogether } from '@pimis/domain/workflow/taken-together';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { hiddenFromPlanner } from '../../platform/database/prepared-statements.ts';
import { LIMITS } from '../project-list/query.ts';
import { listProjects } from '../project-list/service.ts';
import { countAssigned, oldestAssigned } from '../projects/assigned-to-me.ts';
import { seenProjects } from '../projects/visibility.ts';
import { findWaiting, type WaitingProject } from './waiting-projects.ts';

const TASKS_SHOWN = 50;
/** Shown for a project that stopped waiting between two queries. */
const OPEN = { key: 'open', label: { sr: 'Отвори пројекат', en: 'Open the project' } };
/** Parameters of the project table that tasks set themselves or do not support. */
const NOT_OF_TASKS: readonly string[] = ['status', 'merge', 'pendingForList', 'waitingForMe', 'onlyAbsent', 'groups'];

/** The task of a project that waits for the user, and whether it is late. */
function taskOf(context: Context, row: WaitingProject): Task {
  const now = context.now();
  const waited = Math.max(0, days(dayOf(row.waitingSince), today(context)));
  const norm = stepNormDays(row.phaseStatus);
  const form = row.formStatus === null ? null : { status: row.formStatus, errors: row.formErrors };
  const step = nextStep({ ...row, open: row.openSteps, form }) ?? OPEN;
  return {
    projectCode: row.code,
    projectName: row.name,
    organizationName: row.organizationName,
    projectPhaseId: row.projectPhaseId,
    phase: row.phase,
    form: row.formId === null ? null : { id: row.formId, segment: row.formCode ?? '' },
    phaseStatus: row.phaseStatus,
    waitingSince: row.waitingSince.toISOString(),
    days: waited,
    norm,
    late: waited > norm,
    coming: row.waitingSince > now,
    nextStep: { ...step, place: placeOf(step.key), list: awaitedList(row, row.chosenList) },
    returned: row.returned !== null,
    openRemarks: row.returned?.openRemarks ?? 0,
    mentioned: row.mentioned,
    sentAgain: row.sentAgain,
  };
}

/** The most urgent projects that wait for the user, for the first screen. */
export async function oldestTasks(context: Context, user: CurrentUser): Promise<Task[]> {
  const rows = await findWaiting(context.db, user, oldestAssigned(user, TASKS_SHOWN));
  return rows.slice(0, TASKS_SHOWN).map((row) => taskOf(context, row));
}

function rowOf(context: Context, row: WaitingProject): TaskRow {
  const task = taskOf(context, row);
  const together = stepTakenTogether(row.phase, row.phaseStatus, task.nextStep.key) !== undefined;
  return { ...task, totalValue: row.totalValue, lastChangeDate: row.lastChangedAt.toISOString(), together };
}

/**
 * The default order of the table, as parameters. Urgency sorts only as many projects as a page sorts at all; if there
 * are more, an index gives the longest waiting.
 */
export async function taskOrder(
  context: Context,
  user: CurrentUser,
  query: Record<string, string>,
): Promise<Record<string, string>> {
  if (query.sort_by) return {};
  const isMany = seenProjects(user).all && (await countAssigned(context.db, user, context.now())) > LIMITS.sorted;
  return { sort_by: isMany ? 'waitingSince' : 'urgency', sort_desc: 'false' };
}

/**
 * A page of the projects that wait for the user, by default the most urgent first. Filters, order and pages are those
 * of the project table. Errors: ValidationError for an unknown parameter.
 */
export async function listTasks(context: Context, user: CurrentUser, query: Record<string, string>) {
  const unknown = NOT_OF_TASKS.find((name) => query[name] !== undefined);
  if (unknown !== undefined) {
    throw new ApiError('ValidationError', { fieldErrors: [{ field: unknown, code: 'UnknownField' }] });
  }
  const clock = { day: today(context), now: context.now() };
  const filter = { ...query, ...(await taskOrder(context, user, query)), waitingForMe: 'true' };
  const { rows, additional } = await listProjects(context.db, user, filter, clock);
  const ids = hiddenFromPlanner(
    rows.map(({ id }) => id),
    'integer[]',
  );
  const found = await findWaiting(context.db, user, sql`(select unnest(${ids}) as id)`);
  const byCode = new Map(found.map((row) => [row.code, rowOf(context, row)]));
  const { totalRows, totalIsAtLeast, keys } = additional;
  return {
    rows: rows.flatMap(({ code }) => byCode.get(code) ?? []),
    additional: { totalRows, totalIsAtLeast, keys },
  };
}
