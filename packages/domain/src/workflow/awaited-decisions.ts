import type { ActingUser } from './actors.ts';
import { waitingFor } from './open-steps.ts';

/**
 * Steps that judge nothing: they hand over a form, make a list, open a form again, or end a pause. They are listed by
 * name, so that a screen with the decisions does not load what the dialog of a step needs; a test compares them with
 * isJudgedStep.
 */
export const NOT_DECISIONS: ReadonlySet<string> = new Set([
  'send',
  'sendQuarter',
  'sendPhase',
  'sendAmendment',
  'createList',
  'putOnList',
  'lockForm',
  'returnForUpdate',
  'returnToEntry',
  'withdrawProposal',
  'resume',
]);

/** Keys of the decisions that projects may await from this user. */
export function awaitedDecisions(user: ActingUser): string[] {
  const keys = waitingFor(user).flatMap((state) => state.keys.filter((key) => !NOT_DECISIONS.has(key)));
  return [...new Set(keys)].toSorted();
}
