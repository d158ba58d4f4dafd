import type { ActingUser } from './actors.ts';
import { isJudgedStep } from './judged-steps.ts';
import { waitingFor } from './open-steps.ts';

/** Steps that judge nothing: they make a list, open a form again, or end a pause. */
const NOT_DECISIONS: ReadonlySet<string> = new Set([
  'createList',
  'putOnList',
  'lockForm',
  'returnForUpdate',
  'returnToEntry',
  'withdrawProposal',
  'resume',
]);

/** Whether an open step is a decision on what others have sent. */
export const isDecision = (phaseStatus: number, key: string): boolean =>
  isJudgedStep(phaseStatus, [key]) && !NOT_DECISIONS.has(key);

/** Keys of the decisions that projects may await from this user. */
export function awaitedDecisions(user: ActingUser): string[] {
  const keys = waitingFor(user).flatMap((state) => state.keys.filter((key) => isDecision(state.status, key)));
  return [...new Set(keys)].toSorted();
}
