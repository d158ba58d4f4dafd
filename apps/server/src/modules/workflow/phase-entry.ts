import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { PHASE, formOfPhase } from '@pimis/domain/workflow/phases';
import { isDay, type Quarter, quarterOf } from '@pimis/domain/dates/dates';
import { getPath } from '@pimis/domain/forms/paths';
import { quarterName } from '@pimis/domain/workflow/quarters';
import { type Context, today } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import './events.ts';
import { addProjectForms } from '../form-store/changes.ts';
import { loadRealizations } from '../form-store/realization.ts';
import { enterPhases, type EnteredPhase } from '../projects/changes.ts';
import type { ActivityEntry } from '../projects/activities.ts';
import type { Acting } from './step.ts';

/** Inputs of a new form besides its phase. */
interface NewFormInput {
  /** The quarter of a report. */
  quarter?: Quarter;
  /** The older form of a project that was taken over. */
  code?: string;
}

/** The columns of a project that has just entered a phase. */
export function enteredState(phase: number, now: Date) {
  return {
    phase,
    phase_status: PHASE_STATUS.entry,
    status_before: null,
    sent_by: null,
    confirmed_by: null,
    open_steps: null,
    waiting_since: now,
    last_changed_at: now,
  };
}

/**
 * Opens a phase of projects: its row with status 1 and a start date on the first time, and the form of this round. The
 * caller writes `enteredState` into the projects and adds the returned activities.
 */
export async function enterPhase(
  context: Context,
  tx: Tx,
  projectIds: readonly number[],
  phase: number,
  user: Acting,
  input: NewFormInput = {},
): Promise<ActivityEntry[]> {
  const now = context.now();
  const entered = await enterPhases(tx, projectIds, phase, now);
  await addForms(context, tx, entered, phase, input);
  return entered.map(({ projectId, phaseId, statusBefore }) => ({
    projectId,
    projectPhaseId: phaseId,
    phase,
    previousStatus: statusBefore ?? PHASE_STATUS.entry,
    status: PHASE_STATUS.entry,
    operation: 'open',
    user,
    at: now,
  }));
}

/** A phase that gets a form, with the data that determines the form and its name. */
type Round = Omit<EnteredPhase, 'statusBefore'>;

/** Adds the forms of a new round of a phase. */
export async function addForms(
  context: Context,
  tx: Tx,
  rounds: readonly Round[],
  phase: number,
  { quarter, code: given }: NewFormInput = {},
): Promise<void> {
  const quarters = quarter ? new Map<number, Quarter>() : await quartersOf(context, tx, rounds, phase);
  const forms = rounds.map((round) => {
    const code = given ?? formOfPhase(phase, round);
    const definition = findFormDefinition(code);
    const ordinal = round.ordinal + 1;
    const of = quarter ?? quarters.get(round.projectId);
    return {
      project_id: round.projectId,
      project_phase_id: round.phaseId,
      code,
      definition_version: definition?.version ?? 1,
      name: formName(phase, definition?.title.sr ?? code, ordinal, of),
      ordinal,
      created_at: context.now(),
      fixed: {},
    };
  });
  await context.events.publish('formsOpening', { context, tx, forms });
  await addProjectForms(tx, forms);
}

/**
 * The quarter of each project's form: for a first report the quarter in which the plan starts, for a quarterly
 * correction the last closed one. Forms of other phases have no quarter.
 */
async function quartersOf(
  context: Context,
  tx: Tx,
  rounds: readonly Round[],
  phase: number,
): Promise<Map<number, Quarter>> {
  const ids = rounds.map(({ projectId }) => projectId);
  if (phase !== PHASE.reporting && phase !== PHASE.correctionReporting) return new Map();
  const now = quarterOf(today(context));
  const realizations = await loadRealizations(tx, ids);
  return new Map(
    ids.map((id) => {
      const known = realizations.get(id);
      if (phase === PHASE.correctionReporting) return [id, known?.quarters.at(-1) ?? now];
      const start = getPath(known?.planInForce, 'implementationDates.start');
      return [id, isDay(start) ? quarterOf(start) : now];
    }),
  );
}

function formName(phase: number, title: string, ordinal: number, quarter: Quarter | undefined): string {
  if (quarter) return quarterName(phase === PHASE.correctionReporting ? 'correction' : 'report', quarter);
  return ordinal === 1 ? title : `${title} ${ordinal}`;
}
