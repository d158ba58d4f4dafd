import { SEND_KEYS } from './returns.ts';
import { ENTRY_STATUSES } from './statuses.ts';

/**
 * Returns whether a step judges what others have sent: such a step opens with the summary of the decision. People who
 * fill in a form and hand it over know its contents.
 */
export function isJudgedStep(phaseStatus: number, keys: readonly string[]): boolean {
  return !ENTRY_STATUSES.includes(phaseStatus) && !keys.every((key) => SEND_KEYS.has(key));
}
