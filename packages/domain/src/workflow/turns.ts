import type { Claim } from '../access/claims.ts';
import { ADMINISTRATION_ORGANIZATION } from '../constants.ts';
import type { TextPair } from '../text/pair.ts';
import { type ActingUser, ACTOR_SELECTORS, type ProjectFacts } from './engine.ts';
import { LISTS } from './lists.ts';
import type { ActorCode, Condition, Transition } from './transition-types.ts';
import { TRANSITIONS, transitionsOf } from './transitions.ts';

/** Whose turn it is at a state, and with which step. */
export interface Turn {
  key: string;
  label: TextPair;
  actors: readonly ActorCode[];
}

const CREATE_LIST: Turn = { key: 'createList', label: { sr: 'Направи листу', en: 'Create the list' }, actors: ['COM'] };
const IMPORTANT_LIST: Turn = {
  key: 'putOnList',
  label: { sr: 'Стави пројекат на листу', en: 'Put the project on a list' },
  actors: ['ADM'],
};

function waitsForList(phase: number, status: number): boolean {
  return LISTS.some((list) => list.pending.phase === phase && list.pending.status === status);
}

/** Steps that a state waits for. Corrections are reported while phase 5 rests, so 7 has none. */
export function turnsAt(phase: number, status: number, foreignFunds: boolean): Turn[] {
  if (waitsForList(phase, status)) return [CREATE_LIST];
  if (phase === 3 && status === 17) return [IMPORTANT_LIST];
  const fits = (when: Condition | undefined) => when === undefined || (when === 'foreignFunds') === foreignFunds;
  const seen = new Set<string>();
  return transitionsOf(phase, status)
    .filter((row) => row.turn && fits(row.when))
    .filter((row) => {
      const key = row.actors.join();
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .map(({ key, label, actors }) => ({ key, label, actors }));
}

function forward(transition: Transition | undefined): { phase: number; status: number } | null {
  const outcome = transition?.outcomes[0];
  if (!transition || !outcome || outcome.status === 'before') return null;
  for (const effect of outcome.effects) {
    if (effect.kind === 'openPhase') return { phase: effect.phase, status: 1 };
    if (effect.kind === 'returnToReporting') return { phase: 5, status: 1 };
    if (effect.kind === 'finishProject') return null;
  }
  return { phase: transition.phase, status: outcome.status };
}

const STEPS_SHOWN = 3;

/** Who acts after the present step, in order, as long as everything goes forward within the phase. */
export function followingTurns(facts: Pick<ProjectFacts, 'phase' | 'phaseStatus' | 'foreignFunds'>): Turn[] {
  const found: Turn[] = [];
  let at: { phase: number; status: number } | null = { phase: facts.phase, status: facts.phaseStatus };
  while (at && found.length < STEPS_SHOWN) {
    const { phase, status }: { phase: number; status: number } = at;
    const rows = transitionsOf(phase, status).filter(
      (row) => row.turn && (row.when === undefined || (row.when === 'foreignFunds') === facts.foreignFunds),
    );
    const next = forward(rows[0]);
    if (!next || next.phase !== facts.phase) break;
    const turn = turnsAt(next.phase, next.status, facts.foreignFunds)[0];
    if (!turn) break;
    found.push(turn);
    at = waitsForList(next.phase, next.status) ? null : next;
  }
  return found;
}

/** One state that may wait for a user, as data for an SQL condition. */
export interface WaitingState {
  phase: number;
  status: number;
  key: string;
  side: 'own' | 'proposer' | 'any';
  foreignFunds: boolean | null;
  /** The person who sent it may not be the one who confirms it. */
  notSender: boolean;
}

/** Admins may do almost everything; waiting for them is only what falls to the administration. */
const ADMIN_TURNS: readonly ActorCode[] = ['AP', 'ADM', 'COM'];

/** One actor for whom a state waits. */
interface WaitingActor {
  phase: number;
  status: number;
  key: string;
  actor: ActorCode;
  foreignFunds: boolean | null;
}

function waitingActors(): WaitingActor[] {
  const steps = TRANSITIONS.filter((row) => row.turn).flatMap(({ phase, status, key, actors, when }) => {
    const foreignFunds = when === 'foreignFunds' ? true : when === 'noForeignFunds' ? false : null;
    return actors.map((actor) => ({ phase, status, key, actor, foreignFunds }));
  });
  const ofLists = LISTS.map(({ pending }) => ({
    ...pending,
    key: CREATE_LIST.key,
    actor: 'COM' as const,
    foreignFunds: null,
  }));
  return [...steps, ...ofLists, { phase: 3, status: 17, key: IMPORTANT_LIST.key, actor: 'ADM', foreignFunds: null }];
}

const WAITING = waitingActors();

function turnOf(actor: ActorCode, user: ActingUser): WaitingState['side'] | null {
  const { claim, side } = ACTOR_SELECTORS[actor];
  if (user.claims.has('Admin')) return ADMIN_TURNS.includes(actor) ? 'any' : null;
  if (!user.claims.has(claim)) return null;
  if (side === 'own' || side === 'proposer') return side;
  if (side === 'administration') return user.organizationId === ADMINISTRATION_ORGANIZATION ? 'any' : null;
  return 'any';
}

/** Every state in which a project waits for this user ("My tasks"). */
export function waitingFor(user: ActingUser): WaitingState[] {
  const found = new Map<string, WaitingState>();
  for (const { phase, status, key, actor, foreignFunds } of WAITING) {
    const side = turnOf(actor, user);
    if (!side) continue;
    const id = `${phase}/${status}/${side}/${String(foreignFunds)}`;
    if (!found.has(id)) found.set(id, { phase, status, key, side, foreignFunds, notSender: actor === 'CF' });
  }
  return [...found.values()];
}

/** Whom a state waits for, as data for an SQL condition over users: the same rule as waitingFor, seen from the project. */
export interface WaitedUsers {
  claim: Claim;
  side: 'own' | 'proposer' | 'administration' | 'any';
  /** It falls to Admins too; without it they are not waited for, whatever else they hold. */
  admins: boolean;
  notSender: boolean;
}

export function usersWaitedFor(phase: number, status: number, foreignFunds: boolean): WaitedUsers[] {
  const found = WAITING.filter(
    (row) => row.phase === phase && row.status === status && (row.foreignFunds ?? foreignFunds) === foreignFunds,
  );
  return [...new Set(found.map(({ actor }) => actor))].map((actor) => {
    const { claim, side } = ACTOR_SELECTORS[actor];
    return {
      claim,
      side: side === 'mei' ? 'any' : side,
      admins: ADMIN_TURNS.includes(actor),
      notSender: actor === 'CF',
    };
  });
}
