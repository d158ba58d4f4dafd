import type { ActionRequest } from '@pimis/contract/projects';
import { decide, type Decision } from '@pimis/domain/workflow/decisions';
import { CLOSING_STATUSES, LIST_STATUSES, PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { type AuditOrigin, audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Tx } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { recordHistory } from '../projects/history.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';
import { moveProject } from '../projects/changes.ts';
import { addActivity } from '../projects/activities.ts';
import './announcements.ts';
import { applyEffects } from './effects.ts';
import { loadFacts } from './project-facts.ts';
import type { Step } from './step.ts';
import { refreshTurns } from './turns.ts';

/** Operations of a send: the one who did it may not confirm it. */
const SENDS: readonly string[] = ['send', 'sendQuarter', 'sendPhase', 'sendAmendment'];
/** Operations of a confirmation: the one who did it may not approve it. */
const CONFIRMATIONS: readonly string[] = ['confirm', 'confirmQuarter', 'approveAmendment'];

function refuse(decision: Extract<Decision, { ok: false }>): ApiError {
  return new ApiError(decision.code, {
    errors: decision.fields ?? [],
  });
}

/**
 * Takes one step of the workflow: locks the project, compares the state, moves it, carries out what follows and writes
 * activity, history and audit, all in one transaction. Two at once: the second gets InvalidProjectAction.
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
    await takeStep(context, tx, user, project, input, origin);
  });
}

/** The step itself, for callers that hold the project's row already. */
export async function takeStep(
  context: Context,
  tx: Tx,
  user: CurrentUser,
  project: ProjectRecord,
  input: ActionRequest,
  origin: AuditOrigin,
): Promise<void> {
  const facts = await loadFacts(context, tx, project);
  const { expected } = input;
  if (expected && (expected.projectPhaseId !== facts.projectPhaseId || expected.status !== facts.phaseStatus)) {
    throw new ApiError('InvalidProjectAction');
  }
  const decision = decide(facts, user, input);
  if (!decision.ok) throw refuse(decision);
  await carryOut({ context, tx, user, project, facts, input, origin }, decision);
}

/** What a step brings about once it is decided, whether a person took it or the time came. */
export async function carryOut(step: Step, decision: Extract<Decision, { ok: true }>): Promise<void> {
  const { context, tx, user, project, facts, input, origin } = step;
  const { transition, status, effects } = decision;
  const now = context.now();
  const form = facts.forms.at(-1);
  // Until when it rests is known while it rests; the next step ends that.
  const postponedUntil = transition.needs.postponedDate ? (input.postponedDate ?? null) : null;
  await moveTo(step, status, transition.key, now, postponedUntil);
  await addActivity(tx, {
    projectId: project.id,
    projectPhaseId: facts.projectPhaseId,
    phase: facts.phase,
    previousStatus: facts.phaseStatus,
    status,
    action: input.action,
    operation: transition.key,
    user,
    comment: input.comment ?? null,
    date: input.date ?? null,
    postponedDate: input.postponedDate ?? null,
    form: form ? { id: form.id, code: form.code, revision: 'newest' } : null,
    at: now,
  });
  await context.announcer.announce('stepTaken', step);
  await applyEffects(step, effects);
  await recordHistory(tx, project.id, now);
  await audit(tx, origin, {
    operation: `project.action.${transition.key}`,
    subjectType: 'project',
    subjectId: project.id,
    organizationId: project.organizationId,
    detail: {
      code: project.code,
      phase: facts.phase,
      action: input.action,
      before: { phaseStatus: facts.phaseStatus },
      after: { phaseStatus: status },
    },
  });
  await refreshTurns(context, tx, project.id);
  const decided = facts.phaseStatus === PHASE_STATUS.waitingCommission;
  await context.announcer.announce('projectMoved', {
    tx,
    projectId: project.id,
    operation: transition.key,
    userId: user?.id ?? null,
    decided,
    at: now,
  });
}

async function moveTo(
  { tx, project, facts, user }: Step,
  status: number,
  key: string,
  now: Date,
  postponedUntil: string | null,
): Promise<void> {
  const closed = { status, closed_at: CLOSING_STATUSES.includes(status) ? now : null };
  await moveProject(tx, { id: project.id, phaseId: facts.projectPhaseId }, closed, {
    phase_status: status,
    waiting_since: now,
    last_changed_at: now,
    postponed_until: postponedUntil,
    sent_by: user && SENDS.includes(key) ? user.id : project.sentBy,
    confirmed_by:
      user && CONFIRMATIONS.includes(key) ? user.id : status === PHASE_STATUS.entry ? null : project.confirmedBy,
    ...(LIST_STATUSES.includes(facts.phaseStatus) && status === PHASE_STATUS.waitingCommission
      ? { status_before: facts.phaseStatus }
      : {}),
  });
}
