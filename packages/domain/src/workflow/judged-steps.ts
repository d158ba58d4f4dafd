import { SEND_KEYS } from './returns.ts';
import { ENTRY_STATUSES } from './statuses.ts';

/**
 * Returns whether a step judges what others have sent: it opens with the summary of the decision. Who fills in a form
 * and hands it over knows it.
 */
export function isJudgedStep(phaseStatus: number, keys: readonly string[]): boolean {
  return !ENTRY_STATUSES.includes(phaseStatus) && !keys.every((key) => SEND_KEYS.has(key));
}
