import type { Claim } from '../access/claims.ts';
import { ADMINISTRATION_ORGANIZATION, MEI_ORGANIZATION, PROJECT_STATUS } from '../constants.ts';
import { isDay } from '../dates/dates.ts';
import { DATE_MIN } from '../forms/kinds.ts';
import type { TextPair } from '../text/pair.ts';
import { isLocked, obstacleOf, stateAllows } from './guards.ts';
import type { ActorCode, Condition, Effect, Outcome, Transition } from './transition-types.ts';
import { transitionsOf } from './transitions.ts';

export { roundForms } from './guards.ts';

/** A form of the current phase, oldest first in ProjectFacts.forms. */
export interface FormFacts {
  id: number;
  code: string;
  status: number;
  mandatory: boolean;
  evaluatorOrganizationId: string | null;
}

/** What the rules need to know of a project. The server reads it under the row's lock. */
export interface ProjectFacts {
  organizationId: string;
  proposerOrganizationId: string;
  projectStatus: number;
  type: number;
  important: boolean;
  migrated: boolean;
  foreignFunds: boolean;
  phase: number;
  phaseStatus: number;
  /** Waiting status from which the project went to the commission. */
  statusBefore: number | null;
  sentBy: number | null;
  /** Who confirmed the step that waits for approval. */
  confirmedBy: number | null;
  forms: readonly FormFacts[];
  formsLimitReached: boolean;
  planCorrectionReached: boolean;
  /** The phase has been before the commission as often as it may without a yes. */
  sendingToCommissionReached: boolean;
  /** List that an important project was sent to and waits for. */
  chosenList: number | null;
  /** Day until which the commission put it off, YYYY-MM-DD. */
  postponedUntil: string | null;
  /** The quarter of the newest quarterly form holds or follows the end of the plan in force, or all is fulfilled. */
  quarterReachesEnd: boolean;
  /** The quarter after the newest one has begun. */
  quarterHasBegun: boolean;
  closedQuarterExists: boolean;
  /** Calendar day of the step, YYYY-MM-DD. */
  today: string;
}

export interface ActingUser {
  id: number;
  organizationId: string;
  claims: ReadonlySet<Claim>;
}

export interface ActionInput {
  action: number;
  comment?: string | null | undefined;
  date?: string | null | undefined;
  postponedDate?: string | null | undefined;
}

export type RefusalCode =
  | 'InvalidProjectAction'
  | 'Forbidden'
  | 'InvalidUserPermission'
  | 'ValidationError'
  | 'UncompletedPhaseForms'
  | 'InvalidProjectFormEvaluator';

export type Decision =
  | { ok: true; transition: Transition; status: number; effects: readonly Effect[] }
  | { ok: false; code: RefusalCode; fields?: FieldProblem[] };

/** What is wrong with a field of the input. */
export interface FieldProblem {
  field: 'comment' | 'date' | 'postponedDate';
  code: 'EmptyField' | 'InvalidField';
}

/** Sent to MEI: a request to change the form is then MEI's. */
const AT_MEI = 23;

/** Does the user act as this actor on this project? (workflow page, "Who") */
export function actsAs(actor: ActorCode, facts: ProjectFacts, user: ActingUser): boolean {
  const { claims, organizationId } = user;
  const admin = claims.has('Admin');
  const own = organizationId === facts.organizationId;
  const proposer = organizationId === facts.proposerOrganizationId;
  const central = organizationId === ADMINISTRATION_ORGANIZATION;
  switch (actor) {
    case 'PM':
      return admin || (own && claims.has('Project_Manage'));
    case 'CF':
      return admin || (own && claims.has('Form_ConfirmationResolve') && user.id !== facts.sentBy);
    case 'AP':
      return admin || (central && claims.has('Form_ApprovalResolve'));
    case 'ADM':
      return admin;
    case 'VER':
      return admin || (proposer && claims.has('Project_Idea_Verification'));
    case 'IAP':
      return admin || (proposer && claims.has('Project_Idea_Approval'));
    case 'MIN':
      return proposer && claims.has('Minister');
    case 'MEI':
      return claims.has('Mei');
    case 'SEND':
      return !admin && proposer && claims.has('Project_Send_Ministry');
    case 'MEISEND':
      return !admin && proposer && claims.has('Mei_Approval_Comment_Send');
    case 'REQ':
      if (admin) return true;
      return claims.has('Send_Request_Change_Form') && (facts.phaseStatus === AT_MEI ? claims.has('Mei') : central);
    case 'COM':
      return admin || (central && claims.has('Project_ListManage'));
  }
}

/** The same as data, so that the server can find the people: who holds the claim, on which side. */
export interface ActorSelector {
  claim: Claim;
  side: 'own' | 'proposer' | 'administration' | 'mei';
}

export const ACTOR_SELECTORS: Readonly<Record<ActorCode, ActorSelector>> = {
  PM: { claim: 'Project_Manage', side: 'own' },
  CF: { claim: 'Form_ConfirmationResolve', side: 'own' },
  AP: { claim: 'Form_ApprovalResolve', side: 'administration' },
  ADM: { claim: 'Admin', side: 'administration' },
  VER: { claim: 'Project_Idea_Verification', side: 'proposer' },
  IAP: { claim: 'Project_Idea_Approval', side: 'proposer' },
  MIN: { claim: 'Minister', side: 'proposer' },
  MEI: { claim: 'Mei', side: 'mei' },
  SEND: { claim: 'Project_Send_Ministry', side: 'proposer' },
  MEISEND: { claim: 'Mei_Approval_Comment_Send', side: 'proposer' },
  REQ: { claim: 'Send_Request_Change_Form', side: 'administration' },
  COM: { claim: 'Project_ListManage', side: 'administration' },
};

export function sideOrganization(
  side: ActorSelector['side'],
  facts: Pick<ProjectFacts, 'organizationId' | 'proposerOrganizationId'>,
): string {
  if (side === 'own') return facts.organizationId;
  if (side === 'proposer') return facts.proposerOrganizationId;
  return side === 'mei' ? MEI_ORGANIZATION : ADMINISTRATION_ORGANIZATION;
}

function holds(condition: Condition, facts: ProjectFacts): boolean {
  switch (condition) {
    case 'foreignFunds':
      return facts.foreignFunds;
    case 'noForeignFunds':
      return !facts.foreignFunds;
    case 'typeInRealization':
      return facts.type === 1;
    case 'typeNotInRealization':
      return facts.type !== 1;
    case 'closedQuarter':
      return facts.closedQuarterExists;
    case 'noClosedQuarter':
      return !facts.closedQuarterExists;
  }
}

/** Rows of the project's present state whose condition holds. */
export function declaredTransitions(facts: ProjectFacts): Transition[] {
  if (facts.projectStatus !== PROJECT_STATUS.pending) return [];
  return transitionsOf(facts.phase, facts.phaseStatus).filter((row) => !row.when || holds(row.when, facts));
}

/** Can the people of the state bring this step about now, with no more than work on its forms? */
export function canBeBroughtAbout(transition: Transition, facts: ProjectFacts): boolean {
  return (!transition.when || holds(transition.when, facts)) && stateAllows(transition, facts);
}

function outcomeOf(transition: Transition, facts: ProjectFacts): Outcome | undefined {
  return transition.outcomes.find((outcome) => !outcome.when || holds(outcome.when, facts));
}

function resolvedStatus(outcome: Outcome, facts: ProjectFacts): number | null {
  return outcome.status === 'before' ? facts.statusBefore : outcome.status;
}

/**
 * A decision is not dated after today; what is put off is put off to a later day than the decision's. A day that the
 * step does not ask for would be kept as if it meant something: it is refused.
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
  if (needs.comment && !input.comment?.trim()) problems.push({ field: 'comment', code: 'EmptyField' });
  day('date', (value) => value <= facts.today && value >= DATE_MIN);
  day('postponedDate', (value) => value > (input.date ?? ''));
  return problems;
}

/** An approval by somebody who sent or confirmed the same thing: three different people have to do it. */
function approvesOwn(transition: Transition, facts: ProjectFacts, user: ActingUser): boolean {
  const approves = transition.action === 1 && transition.needs.lock === true && transition.actors.includes('AP');
  return approves && !user.claims.has('Admin') && [facts.sentBy, facts.confirmedBy].includes(user.id);
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
  const status = outcome ? resolvedStatus(outcome, facts) : null;
  if (!outcome || status === null) return { ok: false, code: 'InvalidProjectAction' };
  return { ok: true, transition, status, effects: outcome.effects };
}

/** The step of that name as time itself takes it: with the guards that everybody meets, and without asking who. */
export function decideDue(facts: ProjectFacts, key: string): Extract<Decision, { ok: true }> | null {
  const transition = declaredTransitions(facts).find((row) => row.key === key);
  if (!transition || obstacleOf(transition, facts)) return null;
  const outcome = outcomeOf(transition, facts);
  const status = outcome ? resolvedStatus(outcome, facts) : null;
  return outcome && status !== null ? { ok: true, transition, status, effects: outcome.effects } : null;
}

export interface OfferedAction {
  id: string;
  action: number;
  key: string;
  label: TextPair;
  needs: { comment: boolean; date: boolean; postponedDate: boolean };
  disabled: { reasonKey: string; reason: TextPair } | null;
  prominent: boolean;
  followUp: { status: number; phase: number | null };
}

function phaseAfter(effects: readonly Effect[]): number | null {
  for (const effect of effects) {
    if (effect.kind === 'openPhase') return effect.phase;
    if (effect.kind === 'returnToReporting') return 5;
  }
  return null;
}

/** Statuses at which the specification shows no main button. */
const NO_MAIN_BUTTON: readonly number[] = [4, 7, 10];

/** The user's actions on the project, in the order of the table. What they may not do at all is not offered. */
export function availableActions(facts: ProjectFacts, user: ActingUser): OfferedAction[] {
  const someLocked = facts.forms.some(isLocked);
  return declaredTransitions(facts).flatMap((transition) => {
    if (!isTheirs(transition, facts, user)) return [];
    const outcome = outcomeOf(transition, facts);
    const status = outcome ? resolvedStatus(outcome, facts) : null;
    if (!outcome || status === null) return [];
    const obstacle = obstacleOf(transition, facts);
    const { comment = false, date = false, postponedDate = false } = transition.needs;
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
        followUp: { status, phase: phaseAfter(outcome.effects) },
      },
    ];
  });
}

/** The main action button: the first step of the state that is this user's and stands open; null when there is none. */
export function mainAction(offered: readonly OfferedAction[]): OfferedAction | null {
  return (
    offered.find((action) => action.prominent && !action.disabled) ?? offered.find((action) => action.prominent) ?? null
  );
}
