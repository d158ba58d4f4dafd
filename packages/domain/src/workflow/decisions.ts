import { PROJECT_STATUS } from '../constants.ts';
import { isDay } from '../dates/dates.ts';
import { DATE_MIN } from '../forms/kinds.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { type ActingUser, actsAs } from './actors.ts';
import type { ProjectFacts, RefusalCode } from './project-facts.ts';
import { type Condition, conditionsOf, isLocked, obstacleOf, stateAllows } from './guards.ts';
import { TYPE_IN_REALIZATION } from './phases.ts';
import { RETURN_KEYS } from './returns.ts';
import { PHASE_STATUS } from './statuses.ts';
import {
  type Effect,
  NEEDS_FOREIGN_FUNDS,
  type OutcomeCondition,
  phaseAfter,
  type Transition,
} from './transition-types.ts';
import { transitionsOf } from './transitions.ts';
import { isBlank } from '../text/blank.ts';

export { roundForms } from './guards.ts';

export interface ActionInput {
  action: number;
  comment?: string | null | undefined;
  date?: string | null | undefined;
  postponedDate?: string | null | undefined;
  /** Remarks on the forms that the user has not sent: a return sends them, and they give its reason. */
  unsentRemarks?: number | undefined;
}

export type Decision =
  | { ok: true; transition: Transition; status: number; effects: readonly Effect[] }
  | { ok: false; code: RefusalCode; fields?: FieldProblem[] };

/** The error of a field of the input. */
export interface FieldProblem {
  field: 'comment' | 'date' | 'postponedDate';
  code: 'EmptyField' | 'InvalidField';
}

function rowApplies({ when }: Transition, facts: ProjectFacts): boolean {
  return when === undefined || NEEDS_FOREIGN_FUNDS[when] === facts.foreignFunds;
}

function outcomeHolds(condition: OutcomeCondition, facts: ProjectFacts): boolean {
  switch (condition) {
    case 'typeInRealization':
      return facts.type === TYPE_IN_REALIZATION;
    case 'typeNotInRealization':
      // Stryker disable next-line ConditionalExpression: another condition refuses it too.
      return facts.type !== TYPE_IN_REALIZATION;
    case 'closedQuarter':
      return facts.closedQuarterExists;
    case 'noClosedQuarter':
      return !facts.closedQuarterExists;
  }
}

/** Rows of the project's present state whose condition holds. */
export function declaredTransitions(facts: ProjectFacts): Transition[] {
  if (facts.projectStatus !== PROJECT_STATUS.pending) return [];
  return transitionsOf(facts.phase, facts.phaseStatus).filter((row) => rowApplies(row, facts));
}

/** Returns whether at most work on its forms keeps the people of the state from taking this step now. */
export function canBeBroughtAbout(transition: Transition, facts: ProjectFacts): boolean {
  return rowApplies(transition, facts) && stateAllows(transition, facts);
}

/** The new status of the phase and the effects of a step; null when no outcome applies. */
function outcomeOf(
  { outcomes }: Transition,
  facts: ProjectFacts,
): { status: number; effects: readonly Effect[] } | null {
  const outcome = outcomes.find(({ when }) => !when || outcomeHolds(when, facts));
  // Stryker disable next-line OptionalChaining: always there; the type does not know it.
  const status = outcome?.status === 'before' ? facts.statusBefore : (outcome?.status ?? null);
  return outcome && status !== null ? { status, effects: outcome.effects } : null;
}

/** A return that carries remarks needs no further words. */
const needsComment = ({ key, needs }: Transition, unsentRemarks = 0): boolean =>
  needs.comment === true && !(RETURN_KEYS.has(key) && unsentRemarks > 0);

/**
 * A decision is not dated after today, and a postponement ends after the decision. A day that the step does not use is
 * refused, because it would be stored without a meaning.
 */
function inputProblems(transition: Transition, input: ActionInput, facts: ProjectFacts): FieldProblem[] {
  const { needs } = transition;
  const problems: FieldProblem[] = [];
  const day = (field: 'date' | 'postponedDate', allowed: (value: string) => boolean) => {
    const value = input[field];
    if (!needs[field]) {
      if (value) problems.push({ field, code: 'InvalidField' });
    } else if (!value) problems.push({ field, code: 'EmptyField' });
    else if (!isDay(value) || !allowed(value)) problems.push({ field, code: 'InvalidField' });
  };
  if (needsComment(transition, input.unsentRemarks) && isBlank(input.comment))
    problems.push({ field: 'comment', code: 'EmptyField' });
  day('date', (value) => value <= facts.today && value >= DATE_MIN);
  // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
  day('postponedDate', (value) => value > (input.date ?? ''));
  return problems;
}

/** An approval needs a third person: the sender and the confirmer may not approve. */
export function isApproval({ action, needs, actors }: Transition): boolean {
  return action === 1 && needs.lock === true && actors.includes('AP');
}

function approvesOwn(transition: Transition, facts: ProjectFacts, user: ActingUser): boolean {
  return isApproval(transition) && !user.claims.has('Admin') && [facts.sentBy, facts.confirmedBy].includes(user.id);
}

function isTheirs(transition: Transition, facts: ProjectFacts, user: ActingUser): boolean {
  return transition.actors.some((actor) => actsAs(actor, facts, user)) && !approvesOwn(transition, facts, user);
}

/**
 * May this step be taken, and what follows? Asked in the order: is it declared, is it theirs, is the input whole, do
 * the forms and guards allow it.
 */
export function decide(facts: ProjectFacts, user: ActingUser, input: ActionInput): Decision {
  const declared = declaredTransitions(facts).filter((row) => row.action === input.action);
  const transition = declared[0];
  if (!transition) return { ok: false, code: 'InvalidProjectAction' };
  if (!isTheirs(transition, facts, user)) {
    const isSecond = transition.actors.includes('CF') && user.id === facts.sentBy;
    return {
      ok: false,
      code: isSecond || approvesOwn(transition, facts, user) ? 'InvalidUserPermission' : 'Forbidden',
    };
  }
  const fields = inputProblems(transition, input, facts);
  if (fields.length > 0) return { ok: false, code: 'ValidationError', fields };
  const obstacle = obstacleOf(transition, facts);
  if (obstacle) return { ok: false, code: obstacle.code };
  const outcome = outcomeOf(transition, facts);
  return outcome ? { ok: true, transition, ...outcome } : { ok: false, code: 'InvalidProjectAction' };
}

/** The step of that name as taken by the system: with its guards, without its actor. */
export function decideDue(facts: ProjectFacts, key: string): Extract<Decision, { ok: true }> | null {
  const transition = declaredTransitions(facts).find((row) => row.key === key);
  if (!transition || obstacleOf(transition, facts)) return null;
  const outcome = outcomeOf(transition, facts);
  return outcome && { ok: true, transition, ...outcome };
}

export interface OfferedAction {
  id: string;
  action: number;
  key: string;
  label: BilingualText;
  needs: { comment: boolean; date: boolean; postponedDate: boolean };
  disabled: { reasonKey: string; reason: BilingualText } | null;
  prominent: boolean;
  followUp: { status: number; phase: number | null };
}

/** Statuses at which the specification shows no main button. */
// Stryker disable next-line ArrayDeclaration: no definition has such a case.
const NO_MAIN_BUTTON: readonly number[] = [
  PHASE_STATUS.approved,
  PHASE_STATUS.correction,
  PHASE_STATUS.rationalizationAccepted,
];

/** The user's actions on the project, in the order of the table. Actions that the user may never take are left out. */
export function availableActions(facts: ProjectFacts, user: ActingUser, unsentRemarks = 0): OfferedAction[] {
  const someLocked = facts.forms.some(isLocked);
  return declaredTransitions(facts).flatMap((transition) => {
    if (!isTheirs(transition, facts, user)) return [];
    const outcome = outcomeOf(transition, facts);
    if (!outcome) return [];
    const obstacle = obstacleOf(transition, facts);
    const { date = false, postponedDate = false } = transition.needs;
    const comment = needsComment(transition, unsentRemarks);
    const main = transition.turn && [1, 2].includes(transition.action) && !transition.neverMain;
    return [
      {
        id: transition.id,
        action: transition.action,
        key: transition.key,
        label: transition.label,
        needs: { comment, date, postponedDate },
        disabled: obstacle ? { reasonKey: obstacle.reasonKey, reason: obstacle.reason } : null,
        prominent: main && someLocked && !NO_MAIN_BUTTON.includes(facts.phaseStatus),
        followUp: { status: outcome.status, phase: phaseAfter(outcome.effects) },
      },
    ];
  });
}

/** Conditions of the first open step of the project, for any actor; empty for a step that cannot be reached. */
export function stepConditions(facts: ProjectFacts): Condition[] {
  const step = declaredTransitions(facts).find(
    // Stryker disable next-line ConditionalExpression: no definition has such a case.
    // Stryker disable next-line OptionalChaining: always there; the type does not know it.
    (row) => row.turn && !row.neverMain && stateAllows(row, facts) && (row.needs.lock || row.needs.guards?.length),
  );
  return step ? conditionsOf(step, facts) : [];
}

/** A user with unsent remarks returns the form with them. */
function returnWithRemarks(offered: readonly OfferedAction[], unsentRemarks: number): OfferedAction | undefined {
  if (unsentRemarks === 0) return undefined;
  return offered.find(({ key, disabled }) => RETURN_KEYS.has(key) && disabled === null);
}

/**
 * The main action button: the step that is to be done next, where it is this user's and may be the main one; else null.
 * A return with remarks comes before it.
 */
export function mainAction(
  offered: readonly OfferedAction[],
  next: { key: string } | null,
  unsentRemarks = 0,
): OfferedAction | null {
  const back = returnWithRemarks(offered, unsentRemarks);
  return back ?? offered.find((action) => action.prominent && action.key === next?.key) ?? null;
}

/**
 * The step that this user's task names, be it the main button or a further one; null if it is done elsewhere. A return
 * with remarks comes before it.
 */
export function taskAction(
  offered: readonly OfferedAction[],
  next: { key: string } | null,
  unsentRemarks = 0,
): OfferedAction | null {
  const back = returnWithRemarks(offered, unsentRemarks);
  return back ?? offered.find(({ key }) => key === next?.key) ?? null;
}
