import type { Claim } from '../access/claims.ts';
import { PROJECT_STATUS } from '../constants.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import {
  type ActingUser,
  type ActorCode,
  ACTORS,
  type ActorFacts,
  CENTRAL_SIDES,
  organizationOfSide,
} from './actors.ts';
import { canBeBroughtAbout, isApproval } from './decisions.ts';
import type { ProjectFacts } from './project-facts.ts';
import { formsAreLocked } from './guards.ts';
import { isImportantPending, listAwaitedAt } from './awaited-lists.ts';
import { IMPORTANT_PENDING, LISTS } from './lists.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { NEEDS_FOREIGN_FUNDS, phaseAfter, type Transition } from './transition-types.ts';
import { TRANSITIONS, transitionsOf } from './transitions.ts';
import { WORDS } from '../text/words.ts';

/** A step that a state waits for, and its actors. */
export interface OpenStep {
  key: string;
  label: BilingualText;
  actors: readonly ActorCode[];
}

const CREATE_LIST: OpenStep = {
  key: 'createList',
  label: { sr: 'Направи листу', en: 'Create the list' },
  actors: ['COM'],
};
const IMPORTANT_LIST: OpenStep = {
  key: 'putOnList',
  label: { sr: 'Стави пројекат на листу', en: 'Put the project on a list' },
  actors: ['ADM'],
};

/** An organization may still change its idea while the minister has it; an unlocked form waits for its lock. */
const IDEA_AT_MINISTER = { phase: PHASE.idea, status: PHASE_STATUS.sentToMinister } as const;
const LOCK_FORM: OpenStep = { key: 'lockForm', label: WORDS.lockForm, actors: ['PM'] };

function isOpenAtMinister(facts: ProjectFacts): boolean {
  const { phase, phaseStatus } = facts;
  // Stryker disable next-line ConditionalExpression: no definition has such a case.
  return phase === IDEA_AT_MINISTER.phase && phaseStatus === IDEA_AT_MINISTER.status && !formsAreLocked(facts);
}

/** The administrator's way back from a list that no longer takes the project. */
function wayOut(phase: number, status: number): Transition | undefined {
  return transitionsOf(phase, status).find((row) => row.actors.includes('ADM'));
}

const DECISION: BilingualText = { sr: 'Унеси одлуку комисије', en: 'Enter the decision of the commission' };

/** The text of a turn; it does not name the commission's decision, which is still open. */
function labelOf({ status, label }: Transition): BilingualText {
  return status === PHASE_STATUS.waitingCommission ? DECISION : label;
}

/** One open step for each group of actors: the first one in the table represents the group. */
function onePerActors(rows: readonly Transition[]): OpenStep[] {
  const first = new Map<string, OpenStep>();
  for (const row of rows) {
    const { key, actors } = row;
    if (!first.has(actors.join())) first.set(actors.join(), { key, label: labelOf(row), actors });
  }
  return [...first.values()];
}

/** Whether the project must have foreign funds for this row; null when either will do. */
function foreignFundsOf({ when }: Transition): boolean | null {
  return when === undefined ? null : NEEDS_FOREIGN_FUNDS[when];
}

function appliesWith(row: Transition, foreignFunds: boolean): boolean {
  return (foreignFundsOf(row) ?? foreignFunds) === foreignFunds;
}

/** Steps that a state waits for by its declaration. Corrections are reported while phase 5 rests, so 7 has none. */
export function openStepsAt(phase: number, status: number, foreignFunds: boolean): OpenStep[] {
  const at = { phase, phaseStatus: status };
  if (listAwaitedAt(at)) return [CREATE_LIST];
  if (isImportantPending(at)) return [IMPORTANT_LIST];
  return onePerActors(transitionsOf(phase, status).filter((row) => row.turn && appliesWith(row, foreignFunds)));
}

/**
 * Steps that this project waits for: those of its state that the guards leave open. None while it waits for time to
 * pass: between an approved quarter and the next one, and until the day to which it was postponed.
 */
export function openStepsOf(facts: ProjectFacts): OpenStep[] {
  const { phase, phaseStatus } = facts;
  if (facts.projectStatus !== PROJECT_STATUS.pending) return [];
  if ((facts.postponedUntil ?? '') > facts.today) return [];
  if (isOpenAtMinister(facts)) return [LOCK_FORM];
  const important = isImportantPending(facts);
  if (important || listAwaitedAt(facts)) {
    const out = facts.sendingToCommissionReached ? wayOut(phase, phaseStatus) : undefined;
    if (out) return onePerActors([out]);
    return [important && facts.chosenList === null ? IMPORTANT_LIST : CREATE_LIST];
  }
  return onePerActors(transitionsOf(phase, phaseStatus).filter((row) => row.turn && canBeBroughtAbout(row, facts)));
}

/**
 * Why nobody acts on a pending project: its day or the next quarter has not come, or the quarter is yet to be opened,
 * or may not be.
 */
export const RESTS = ['postponed', 'quarterAhead', 'quarterDue', 'formsLimit'] as const;
export type Rest = (typeof RESTS)[number];

/** Null while the project waits for somebody, and when it is finished. */
export function restOf(facts: ProjectFacts): Rest | null {
  if (facts.projectStatus !== PROJECT_STATUS.pending || openStepsOf(facts).length > 0) return null;
  if (facts.postponedUntil !== null) return 'postponed';
  if (facts.phase !== PHASE.reporting) return null;
  if (facts.formsLimitReached) return 'formsLimit';
  return facts.quarterHasBegun ? 'quarterDue' : 'quarterAhead';
}

/** The words of a step that may wait at a state; null where the state has no such step. */
export function waitedStepLabel(key: string | null, at: { phase: number; phaseStatus: number }): BilingualText | null {
  if (key === CREATE_LIST.key) return CREATE_LIST.label;
  if (key === IMPORTANT_LIST.key) return IMPORTANT_LIST.label;
  if (key === LOCK_FORM.key) return LOCK_FORM.label;
  const row = transitionsOf(at.phase, at.phaseStatus).find((step) => step.key === key);
  return row ? labelOf(row) : null;
}

/**
 * The text of the step that a state waited for when a notification was sent; for an unknown key, that of the first
 * step.
 */
export function openStepLabel(
  key: string | null,
  at: { phase: number; phaseStatus: number; foreignFunds: boolean },
): BilingualText | null {
  return waitedStepLabel(key, at) ?? openStepsAt(at.phase, at.phaseStatus, at.foreignFunds)[0]?.label ?? null;
}

/**
 * The status after the step when all goes well; null when it leaves the phase, goes back, or begins the next quarter.
 */
function statusAfter(transition: Transition | undefined): number | null {
  const outcome = transition?.outcomes[0];
  // Stryker disable next-line ConditionalExpression,StringLiteral: no definition has such a case.
  if (!outcome || outcome.status === 'before' || phaseAfter(outcome.effects) !== null) return null;
  return outcome.status === PHASE_STATUS.entry ? null : outcome.status;
}

const STEPS_SHOWN = 3;

/** The actors after the present step, in order, if each step is taken and none is returned. */
export function followingSteps(facts: ProjectFacts): OpenStep[] {
  const { phase, foreignFunds } = facts;
  let status = facts.phaseStatus;
  // After the lock, the minister has the idea as before.
  const found = isOpenAtMinister(facts) ? openStepsAt(phase, status, foreignFunds) : [];
  while (found.length < STEPS_SHOWN) {
    const step = transitionsOf(phase, status).find((row) => row.turn && canBeBroughtAbout(row, facts));
    const next = statusAfter(step);
    // Stryker disable next-line ConditionalExpression: it cannot happen; the type asks for it.
    if (next === null) break;
    const turn = openStepsAt(phase, next, foreignFunds)[0];
    if (!turn) break;
    found.push(turn);
    status = next;
  }
  return found;
}

/** One state that may wait for a user, as data for an SQL condition. */
export interface WaitingState {
  phase: number;
  status: number;
  /** Steps of the user; the project waits for the user if one of them is open. */
  keys: readonly string[];
  /** The state alone declares that it waits for the user, as long as the open steps are unknown. */
  declared: boolean;
  side: 'own' | 'proposer' | 'any';
  foreignFunds: boolean | null;
  /** The person who sent it may not be the one who confirms it. */
  notSender: boolean;
  /** Nor is it approved by who confirmed it. */
  notConfirmer: boolean;
}

/** Admins may do almost everything; waiting for them is only what falls to the administration. */
const ADMIN_TURNS: readonly ActorCode[] = ['AP', 'ADM', 'COM'];

/** One actor for whom a state waits. */
interface WaitingActor {
  phase: number;
  status: number;
  key: string;
  declared: boolean;
  actor: ActorCode;
  foreignFunds: boolean | null;
  approval: boolean;
}

function waitingActors(): WaitingActor[] {
  const steps = TRANSITIONS.filter((row) => row.turn).flatMap((row) => {
    const { phase, status, key, actors } = row;
    const foreignFunds = foreignFundsOf(row);
    const approval = isApproval(row);
    return actors.map((actor) => ({ phase, status, key, declared: true, actor, foreignFunds, approval }));
  });
  const ofLists = [...LISTS.map(({ pending }) => pending), IMPORTANT_PENDING].flatMap(({ phase, status }) => {
    const important = isImportantPending({ phase, phaseStatus: status });
    const turns = [
      { ...CREATE_LIST, declared: !important },
      ...(important ? [{ ...IMPORTANT_LIST, declared: true }] : []),
      // Stryker disable next-line ArrayDeclaration: always there; the type does not know it.
      ...[wayOut(phase, status)].flatMap((row) => (row ? [{ ...row, declared: false }] : [])),
    ];
    return turns.flatMap(({ key, declared, actors }) =>
      actors.map((actor) => ({ phase, status, key, declared, actor, foreignFunds: null, approval: false })),
    );
  });
  const ofMinister = LOCK_FORM.actors.map((actor) => ({
    ...IDEA_AT_MINISTER,
    key: LOCK_FORM.key,
    declared: false,
    actor,
    foreignFunds: null,
    approval: false,
  }));
  return [...steps, ...ofLists, ...ofMinister];
}

const WAITING = waitingActors();

/** Steps that a project may wait for, each with an actor. */
export const WAITED_STEPS: readonly { key: string; actor: ActorCode }[] = WAITING;

/** Keys of the steps that are approvals. */
const APPROVALS: ReadonlySet<string> = new Set(WAITING.filter(({ approval }) => approval).map(({ key }) => key));

/** Users who may not take a step, because they took an earlier one. */
function leftOut(actor: ActorCode, approval: boolean): Pick<WaitedUsers, 'notSender' | 'notConfirmer'> {
  return { notSender: approval || ACTORS[actor].notSender === true, notConfirmer: approval };
}

/** Claims without which nobody has ever sent or confirmed anything. */
const HANDLING: readonly Claim[] = [ACTORS.PM.claim, ACTORS.CF.claim];

function turnOf(actor: ActorCode, user: ActingUser): WaitingState['side'] | null {
  const { claim, side, anywhere } = ACTORS[actor];
  if (user.claims.has('Admin')) return ADMIN_TURNS.includes(actor) ? 'any' : null;
  if (!user.claims.has(claim)) return null;
  if (anywhere) return 'any';
  // The sides of a project are conditions on it; a fixed organization is one on the user.
  if (side === 'own' || side === 'proposer') return side;
  return user.organizationId === CENTRAL_SIDES[side] ? 'any' : null;
}

/** Every state in which a project waits for this user ("My tasks"). */
export function waitingFor(user: ActingUser): WaitingState[] {
  const found = new Map<string, WaitingState & { keys: string[] }>();
  for (const { phase, status, key, declared, actor, foreignFunds, approval } of WAITING) {
    const side = turnOf(actor, user);
    if (!side) continue;
    // Administrators may approve projects that they sent or confirmed, and most approvers cannot send or confirm: for
    // both the state alone decides.
    const handles = !user.claims.has('Admin') && HANDLING.some((claim) => user.claims.has(claim));
    const left = leftOut(actor, approval && handles);
    const id = `${phase}/${status}/${side}/${String(foreignFunds)}/${declared}`;
    const state = found.get(id);
    if (state) state.keys.push(key);
    else
      found.set(id, {
        phase,
        status,
        keys: [key],
        declared,
        side,
        foreignFunds,
        ...left,
      });
  }
  return [...found.values()];
}

/** Whether the project waits for this user. `open`: keys of its open steps. The rule of waitingFor for one project. */
export function isStepOf(
  user: ActingUser,
  at: ActorFacts & { confirmedBy: number | null; phase: number; phaseStatus: number; foreignFunds: boolean },
  open: readonly string[],
): boolean {
  return WAITING.some((row) => {
    // Stryker disable next-line ConditionalExpression: no definition has such a case.
    if (row.phase !== at.phase || row.status !== at.phaseStatus || !open.includes(row.key)) return false;
    if ((row.foreignFunds ?? at.foreignFunds) !== at.foreignFunds) return false;
    const side = turnOf(row.actor, user);
    const { notSender, notConfirmer } = leftOut(row.actor, row.approval && !user.claims.has('Admin'));
    // Stryker disable next-line ConditionalExpression: it cannot happen; the type asks for it.
    if (side === null || (notSender && user.id === at.sentBy) || (notConfirmer && user.id === at.confirmedBy)) {
      return false;
    }
    return side === 'any' || user.organizationId === organizationOfSide(side, at);
  });
}

/**
 * The users that a step waits for, as data for an SQL condition over users: the rule of waitingFor, from the project's
 * side.
 */
export interface WaitedUsers {
  claim: Claim;
  side: 'own' | 'proposer' | 'administration' | 'any';
  /** Admins may take the step too; if false, it does not wait for them, whatever other claims they have. */
  admins: boolean;
  notSender: boolean;
  notConfirmer: boolean;
}

function waitedUsers(actor: ActorCode, approval: boolean): WaitedUsers {
  const { claim, side } = ACTORS[actor];
  return {
    claim,
    side: side === 'mei' ? 'any' : side,
    admins: ADMIN_TURNS.includes(actor),
    ...leftOut(actor, approval),
  };
}

/** The people of a turn. */
export function usersOfStep({ key, actors }: Pick<OpenStep, 'key' | 'actors'>): WaitedUsers[] {
  return actors.map((actor) => waitedUsers(actor, APPROVALS.has(key)));
}

/** `open`: keys of the project's open steps; null if only its state is known. */
export function usersWaitedFor(at: {
  phase: number;
  phaseStatus: number;
  foreignFunds: boolean;
  open: readonly string[] | null;
}): WaitedUsers[] {
  const found = WAITING.filter(
    (row) =>
      row.phase === at.phase &&
      row.status === at.phaseStatus &&
      (row.foreignFunds ?? at.foreignFunds) === at.foreignFunds &&
      (at.open === null ? row.declared : at.open.includes(row.key)),
  );
  const actors = new Map(found.map(({ actor, approval }) => [`${actor}/${approval}`, { actor, approval }]));
  return [...actors.values()].map(({ actor, approval }) => waitedUsers(actor, approval));
}
