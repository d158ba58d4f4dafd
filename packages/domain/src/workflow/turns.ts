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

const ADMIN_TURNS: readonly ActorCode[] = ['AP', 'ADM', 'COM'];

function turnOf(actor: ActorCode, user: ActingUser): WaitingState['side'] | null {
  const { claim, side } = ACTOR_SELECTORS[actor];
  // An Admin may do almost everything; waiting for them is only what falls to the administration.
  if (user.claims.has('Admin')) return ADMIN_TURNS.includes(actor) ? 'any' : null;
  if (!user.claims.has(claim as Claim)) return null;
  if (side === 'own' || side === 'proposer') return side;
  if (side === 'administration') return user.organizationId === ADMINISTRATION_ORGANIZATION ? 'any' : null;
  return 'any';
}

/** Every state in which a project waits for this user ("My tasks"). */
export function waitingFor(user: ActingUser): WaitingState[] {
  const found = new Map<string, WaitingState>();
  const add = (state: WaitingState) => {
    const key = `${state.phase}/${state.status}/${state.side}/${String(state.foreignFunds)}`;
    if (!found.has(key)) found.set(key, state);
  };
  for (const row of TRANSITIONS) {
    if (!row.turn) continue;
    for (const actor of row.actors) {
      const side = turnOf(actor, user);
      if (!side) continue;
      const foreignFunds = row.when === 'foreignFunds' ? true : row.when === 'noForeignFunds' ? false : null;
      add({ phase: row.phase, status: row.status, key: row.key, side, foreignFunds, notSender: actor === 'CF' });
    }
  }
  if (turnOf('COM', user)) {
    for (const { pending } of LISTS) {
      add({ ...pending, key: CREATE_LIST.key, side: 'any', foreignFunds: null, notSender: false });
    }
  }
  if (turnOf('ADM', user)) {
    add({ phase: 3, status: 17, key: IMPORTANT_LIST.key, side: 'any', foreignFunds: null, notSender: false });
  }
  return [...found.values()];
}
