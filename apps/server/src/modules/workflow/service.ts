import type { ActionRequest } from '@pimis/contract/projects';
import type { StepRequest } from '@pimis/contract/tasks';
import { decide, type Decision } from '@pimis/domain/workflow/decisions';
import type { Effect } from '@pimis/domain/workflow/transition-types';
import { RETURN_KEYS, SEND_KEYS } from '@pimis/domain/workflow/returns';
import { openStepsOf } from '@pimis/domain/workflow/open-steps';
import { standsInFor } from '@pimis/domain/workflow/stand-ins';
import { stepTakenTogether } from '@pimis/domain/workflow/taken-together';
import { CLOSING_STATUSES, LIST_STATUSES, PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { type AuditOrigin, auditAll } from '../../platform/audit/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser, StandIn } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { projectRefusal } from '../projects/refusals.ts';
import { draftRemarks } from '../projects/returns.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';
import { moveProjects } from '../projects/changes.ts';
import { type ActivityEntry, addActivities } from '../projects/activities.ts';
import './events.ts';
import { applyEffects, rowChangesOf } from './effects.ts';
import { type LoadedFacts, loadAllFacts } from './project-facts.ts';
import { projectIdsOf, type Step, type StepProject, type StepInput } from './step.ts';
import { refreshOpenSteps } from './open-steps.ts';

/** Confirmations: the user who made one may not approve it. */
const CONFIRMATIONS: readonly string[] = ['confirm', 'confirmQuarter', 'approveAmendment'];

/** The answer to a refused step. */
function refusalOf({ code, fields }: Extract<Decision, { ok: false }>, project: ProjectRecord): ApiError {
  return fields ? new ApiError(code, { fieldErrors: fields }) : projectRefusal(code, project);
}

/**
 * Takes one step of the workflow in one transaction: locks the project, compares the state, moves it, applies effects
 * and writes activity, history and audit. Of two concurrent calls the second gets InvalidProjectAction.
 */
export async function invokeAction(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  input: ActionRequest,
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, projectCode, { lock: true });
    await takeStep({ context, tx, user, input, origin }, [project]);
  });
}

/**
 * Takes a step by name, which must be allowed for several projects at once. Errors: those of invokeAction; also
 * InvalidProjectAction if the project's state has no such step.
 */
export async function takeNamedStep(
  context: Context,
  user: CurrentUser,
  { code, step, expected }: StepRequest,
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, code, { lock: true });
    const transition = stepTakenTogether(project.phase, project.phaseStatus, step);
    if (!transition) throw projectRefusal('InvalidProjectAction', project);
    await takeStep({ context, tx, user, input: { action: transition.action, expected }, origin }, [project]);
  });
}

/**
 * Takes the same step for several projects, which the caller has locked: for all or none of them. The number of queries
 * does not depend on the number of projects. `refuse` creates the error for a project that cannot take the step.
 */
export async function takeStep(
  stepInput: StepInput & { user: CurrentUser },
  projects: readonly ProjectRecord[],
  refuse: (error: ApiError, project: ProjectRecord) => ApiError = (error) => error,
): Promise<void> {
  const { context, tx, user, input } = stepInput;
  const facts = await loadAllFacts(context, tx, projects);
  const day = today(context);
  const absentUsers = user.standIns.flatMap(({ absent, firstDay, lastDay }) =>
    firstDay <= day && day <= lastDay ? [absent] : [],
  );
  const { expected } = input;
  const isWordless = (own: LoadedFacts) => {
    const decision = decide(own, user, input);
    return !decision.ok && decision.fields?.some(({ field }) => field === 'comment') === true;
  };
  const wordless = facts.filter(isWordless).map(({ projectId }) => projectId);
  // Remarks can replace the comment of a return, so they are counted only where the comment is missing.
  const unsent = wordless.length > 0 ? await draftRemarks(tx, wordless, user.id) : new Map<number, number>();
  const groups = new Map<string, { decision: Taken; standInFor: StandIn['absent'] | null; members: StepProject[] }>();
  projects.forEach((project, index) => {
    const own = facts[index];
    if (!own) throw new Error(`No facts of project ${project.id}`);
    if (expected && (expected.projectPhaseId !== own.projectPhaseId || expected.status !== own.phaseStatus)) {
      throw refuse(projectRefusal('InvalidProjectAction', project), project);
    }
    const seen = expected?.lastChangeDate;
    if (seen !== undefined && seen !== project.lastChangedAt.toISOString()) {
      throw refuse(new ApiError('RecordConflict'), project);
    }
    const decision = decide(own, user, { ...input, unsentRemarks: unsent.get(project.id) });
    if (!decision.ok) throw refuse(refusalOf(decision, project), project);
    const open = openStepsOf(own).map((turn) => turn.key);
    const standInFor = standsInFor(decision.transition, own, open, user, absentUsers);
    // Projects with the same row of the table and outcome, taken for the same absent user, are moved as one step.
    const key = JSON.stringify([decision.transition.id, decision.status, decision.effects, standInFor?.id]);
    const group = groups.get(key) ?? { decision, standInFor, members: [] };
    group.members.push({ project, facts: own });
    groups.set(key, group);
  });
  for (const { decision, standInFor, members } of groups.values()) {
    await carryOut({ ...stepInput, standInFor }, members, decision);
  }
}

type Taken = Extract<Decision, { ok: true }>;

/** Carries out a decided step of a person or of the scheduler. */
export async function carryOut(
  stepInput: StepInput,
  projects: readonly StepProject[],
  { transition, status, effects }: Taken,
): Promise<void> {
  const { context, tx, user, input, origin, standInFor = null } = stepInput;
  const step: Step = { ...stepInput, transition, projects };
  const now = context.now();
  const projectIds = projectIdsOf(step);
  await moveTo(step, status, effects, now);
  await context.events.publish('stepTaken', step);
  const further = await applyEffects(step, effects);
  const taken: ActivityEntry[] = projects.map(({ project, facts }) => {
    const form = facts.forms.at(-1);
    return {
      projectId: project.id,
      projectPhaseId: facts.projectPhaseId,
      phase: facts.phase,
      previousStatus: facts.phaseStatus,
      status,
      action: input.action,
      operation: transition,
      user,
      standInFor,
      comment: input.comment ?? null,
      date: input.date ?? null,
      postponedDate: input.postponedDate ?? null,
      form: form ? { id: form.id, code: form.code, revision: 'newest' } : null,
      at: now,
    };
  });
  await addActivities(tx, [...taken, ...further], { returning: RETURN_KEYS.has(transition.key) });
  await auditAll(
    tx,
    origin,
    projects.map(({ project, facts }) => ({
      operation: `project.action.${transition.key}`,
      subjectType: 'project',
      subjectId: project.id,
      organizationId: project.organizationId,
      detail: {
        code: project.code,
        phase: facts.phase,
        action: input.action,
        ...(standInFor ? { standInFor: standInFor.name } : {}),
        before: { phaseStatus: facts.phaseStatus },
        after: { phaseStatus: status },
      },
    })),
  );
  const states = await refreshOpenSteps(context, tx, projectIds);
  await context.events.publish('projectsMoved', {
    tx,
    projectIds,
    states,
    operation: transition.key,
    userId: user?.id ?? null,
    decided: transition.status === PHASE_STATUS.waitingCommission,
    at: now,
  });
}

/** Moves the projects as the transition table prescribes, and changes their rows by the effects. */
async function moveTo(step: Step, status: number, effects: readonly Effect[], now: Date): Promise<void> {
  const { context, tx, projects, transition, user, input } = step;
  const { key, needs } = transition;
  const also = rowChangesOf(context, input, effects);
  const closed = {
    status,
    closed_at: CLOSING_STATUSES.includes(status) ? now : null,
    ...(SEND_KEYS.has(key) ? { returned_activity_id: null } : {}),
    ...also.phase,
  };
  const moved = projects.map(({ project, facts }) => ({ id: project.id, phaseId: facts.projectPhaseId }));
  const confirmed = user && CONFIRMATIONS.includes(key);
  await moveProjects(tx, moved, closed, {
    phase_status: status,
    waiting_since: now,
    // The day of a postponement is stored only while the project rests.
    postponed_until: needs.postponedDate ? (input.postponedDate ?? null) : null,
    ...(user && SEND_KEYS.has(key) ? { sent_by: user.id } : {}),
    ...(confirmed ? { confirmed_by: user.id } : status === PHASE_STATUS.entry ? { confirmed_by: null } : {}),
    ...(LIST_STATUSES.includes(transition.status) && status === PHASE_STATUS.waitingCommission
      ? { status_before: transition.status }
      : {}),
    ...also.project,
  });
}
