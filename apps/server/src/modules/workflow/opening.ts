import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { PHASE, formOfPhase } from '@pimis/domain/workflow/phases';
import { isDay, type Quarter, quarterOf } from '@pimis/domain/dates/dates';
import { getPath } from '@pimis/domain/forms/paths';
import { quarterName } from '@pimis/domain/workflow/quarters';
import { type Context, today } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import './announcements.ts';
import { addProjectForm } from '../form-store/changes.ts';
import { loadPlans, loadRealization } from '../form-store/realization.ts';
import { changeProject, enterPhase } from '../projects/changes.ts';
import { addActivity } from '../projects/activities.ts';

/** The user of a step, or the system itself (scheduler). */
export type Acting = Pick<CurrentUser, 'id' | 'name'> | null;

/** What a form is opened with besides what its phase says. */
interface Opened {
  /** The quarter that a report stands for. */
  quarter?: Quarter;
  /** The older form that a project was taken over with. */
  code?: string;
}

/**
 * Opens a phase of a project: its row once, with status 1 and a start date, and the form of this round. The project
 * then stands in that phase.
 */
export async function openPhase(
  context: Context,
  tx: Tx,
  projectId: number,
  phase: number,
  user: Acting,
  opened: Opened = {},
): Promise<void> {
  const now = context.now();
  const { phaseId, statusBefore } = await enterPhase(tx, projectId, phase, now);
  await addForm(context, tx, projectId, phaseId, phase, opened);
  await changeProject(tx, projectId, {
    phase,
    phase_status: PHASE_STATUS.entry,
    status_before: null,
    sent_by: null,
    confirmed_by: null,
    open_turns: null,
    waiting_since: now,
    last_changed_at: now,
  });
  await addActivity(tx, {
    projectId,
    projectPhaseId: phaseId,
    phase,
    previousStatus: statusBefore ?? PHASE_STATUS.entry,
    status: PHASE_STATUS.entry,
    operation: 'open',
    user,
    at: now,
  });
}

/** Adds the form of a new round to a phase. */
export async function addForm(
  context: Context,
  tx: Tx,
  projectId: number,
  phaseId: number,
  phase: number,
  { quarter, code: given }: Opened = {},
): Promise<void> {
  const project = await tx
    .selectFrom('published.projects as projects')
    .select(['type', 'important', 'migrated'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const code = given ?? formOfPhase(phase, project);
  const definition = findFormDefinition(code);
  const newest = await tx
    .selectFrom('published.project_forms as project_forms')
    .select((select) => select.fn.max('ordinal').as('ordinal'))
    .where('project_phase_id', '=', phaseId)
    .executeTakeFirst();
  const ordinal = (newest?.ordinal ?? 0) + 1;
  const formId = await addProjectForm(tx, {
    project_id: projectId,
    project_phase_id: phaseId,
    code,
    definition_version: definition?.version ?? 1,
    name: await formName(context, tx, { projectId, phase, title: definition?.title.sr ?? code, ordinal }, quarter),
    ordinal,
    created_at: context.now(),
  });
  await context.announcer.announce('formAdded', { context, tx, projectId, formId, code });
}

/** The quarter that the first report stands for: the one that holds the start of the plan. */
async function firstQuarter(context: Context, tx: Tx, projectId: number): Promise<Quarter> {
  const { planInForce } = await loadPlans(tx, projectId);
  const start = getPath(planInForce, 'implementationDates.start');
  return quarterOf(isDay(start) ? start : today(context));
}

/** The quarter up to which a quarterly correction restates: the last closed one. */
async function lastClosedQuarter(context: Context, tx: Tx, projectId: number): Promise<Quarter> {
  const { quarters } = await loadRealization(tx, projectId);
  return quarters.at(-1) ?? quarterOf(today(context));
}

async function formName(
  context: Context,
  tx: Tx,
  form: { projectId: number; phase: number; title: string; ordinal: number },
  quarter: Quarter | undefined,
): Promise<string> {
  if (form.phase === PHASE.reporting) {
    return quarterName('report', quarter ?? (await firstQuarter(context, tx, form.projectId)));
  }
  if (form.phase === PHASE.correctionReporting) {
    return quarterName('correction', await lastClosedQuarter(context, tx, form.projectId));
  }
  return form.ordinal === 1 ? form.title : `${form.title} ${form.ordinal}`;
}
