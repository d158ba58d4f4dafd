import type { Claim } from '../access/claims.ts';
import { type ActingUser, ACTORS, actsAs, CENTRAL_SIDES } from './actors.ts';
import { MARKING_CLAIM } from './awaited-marks.ts';
import { isApproval } from './decisions.ts';
import { isStepOf, waitingFor, type WaitingState } from './open-steps.ts';
import type { ProjectFacts } from './project-facts.ts';
import type { Transition } from './transition-types.ts';

/** Stand-ins: users who act for an absent user (docs/decisions/0178-stand-ins.md). */

/** An absence lasts at most a year, and is entered at most a year ahead. */
export const ABSENCE_DAYS = 366;
/** Absences that a user may have ahead. */
export const ABSENCES_AHEAD = 20;

/** Claims of the user that steps and marks wait for; a claim of a central body counts only there. */
export function workClaims(user: ActingUser): Claim[] {
  const found = Object.values(ACTORS)
    .filter(({ claim, side, anywhere }) => {
      if (!user.claims.has(claim)) return false;
      if (anywhere || side === 'own' || side === 'proposer') return true;
      return user.organizationId === CENTRAL_SIDES[side];
    })
    .map(({ claim }) => claim);
  // Marks are no step of the table, but work that waits for people with the claim.
  return [...new Set(user.claims.has(MARKING_CLAIM) ? [...found, MARKING_CLAIM] : found)];
}

/**
 * Claims that both users have, in the same body: the stand-in acts within these. If there are none, the user cannot be
 * named. Naming a stand-in gives no claim, so stand-ins never do anything that they may not do themselves.
 */
export function sharedClaims(absent: ActingUser, acting: ActingUser): Claim[] {
  if (acting.id === absent.id || acting.organizationId !== absent.organizationId) return [];
  const own = new Set(workClaims(acting));
  return workClaims(absent).filter((claim) => own.has(claim));
}

/**
 * The absent user for whom this user takes the step: the first one that the project waits for, or null. Clerks send in
 * their own name, because the sender may not confirm.
 */
export function standsInFor<Absent extends ActingUser>(
  transition: Transition,
  facts: ProjectFacts,
  open: readonly string[],
  user: ActingUser,
  absentUsers: readonly Absent[],
): Absent | null {
  const handled = ({ id }: Absent) => isApproval(transition) && (id === facts.sentBy || id === facts.confirmedBy);
  const actors = transition.actors.filter((actor) => actor !== 'PM');
  return (
    absentUsers.find(
      (absent) =>
        actors.some((actor) => actsAs(actor, facts, absent) && actsAs(actor, facts, user)) &&
        !handled(absent) &&
        isStepOf(absent, facts, open),
    ) ?? null
  );
}

/** Steps of a state that wait only for one absent user, unless one of `others` may act. */
export interface AbsentState<User extends ActingUser> {
  absent: User;
  state: WaitingState;
  /** Users at work who have the steps, and are excluded only because they sent or confirmed the form that waits. */
  others: readonly number[];
}

/** Does the step of the state wait for the user of `own` too? State and key name a step. */
const hasStep = (own: readonly WaitingState[], state: WaitingState, key: string) =>
  // Stryker disable next-line ConditionalExpression,LogicalOperator: no definition has such a case.
  own.some(({ phase, status, keys }) => phase === state.phase && status === state.status && keys.includes(key));

/** How many people of one state may be left out of a step: who sent it, and who confirmed it. */
const leftOut = ({ notSender, notConfirmer }: WaitingState) => Number(notSender) + Number(notConfirmer);

/** Steps that may wait for absent users alone. `present`: all other active users of the body. */
export function statesOfAbsent<User extends ActingUser>(
  absentUsers: readonly User[],
  present: readonly ActingUser[],
): AbsentState<User>[] {
  const waitingForPresent = present.map((user) => ({ id: user.id, states: waitingFor(user) }));
  return absentUsers.flatMap((absent) =>
    waitingFor(absent).flatMap((state) => {
      const found = new Map<string, { keys: string[]; others: number[] }>();
      for (const key of state.keys) {
        const others = waitingForPresent.filter(({ states }) => hasStep(states, state, key)).map(({ id }) => id);
        if (others.length > leftOut(state)) continue;
        const same = found.get(others.join());
        if (same) same.keys.push(key);
        else found.set(others.join(), { keys: [key], others });
      }
      return [...found.values()].map(({ keys, others }) => ({ absent, state: { ...state, keys }, others }));
    }),
  );
}
