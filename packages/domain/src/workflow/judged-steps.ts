import { SEND_KEYS } from './returns.ts';
import { ENTRY_STATUSES } from './statuses.ts';

/**
 * Returns whether a step judges what others have sent: it opens with the summary of the decision. Who fills in a form
 * and hands it over knows it.
 */
export function isJudgedStep(phaseStatus: number, keys: readonly string[]): boolean {
  return !ENTRY_STATUSES.includes(phaseStatus) && !keys.every((key) => SEND_KEYS.has(key));
}

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
