import type { Transition } from './transition-types.ts';
import { transitionsOf } from './transitions.ts';

/** The most steps, each of another project, that one call takes. */
export const STEPS_AT_ONCE = 50;

/** Names of the steps by which somebody agrees to what another has done. */
const AGREEMENT = /^(confirm|verify|approve|ministerApprove)/;

/**
 * May the step be taken for several projects at once? A confirmation, verification or approval that asks for nothing to
 * be entered. A step that is never the main button is taken deliberately, project by project.
 */
export function isTakenTogether({ key, turn, needs, neverMain }: Transition): boolean {
  const asksNothing = !needs.comment && !needs.date && !needs.postponedDate;
  return turn && asksNothing && neverMain !== true && AGREEMENT.test(key);
}

/** The step of a state under its name, when it may be taken for several projects at once; else undefined. */
export function stepTakenTogether(phase: number, status: number, key: string): Transition | undefined {
  return transitionsOf(phase, status).find((row) => row.key === key && isTakenTogether(row));
}
