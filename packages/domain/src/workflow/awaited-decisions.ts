import type { ActingUser } from './actors.ts';
import { isDecision } from './judged-steps.ts';
import { waitingFor } from './open-steps.ts';

/** Keys of the decisions that projects may await from this user. */
export function awaitedDecisions(user: ActingUser): string[] {
  const keys = waitingFor(user).flatMap((state) => state.keys.filter((key) => isDecision(state.status, key)));
  return [...new Set(keys)].toSorted();
}
