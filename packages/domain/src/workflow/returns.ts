import { PHASE_STATUS } from './statuses.ts';
import type { Transition } from './transition-types.ts';
import { TRANSITIONS } from './transitions.ts';

/** Does the step give a form back to who fills it in, with a comment that says what is to be changed? */
function isReturn({ needs, outcomes }: Transition): boolean {
  return (
    needs.comment === true &&
    outcomes.some(
      ({ status, effects }) =>
        status === PHASE_STATUS.formChangeRequested || effects.some(({ kind }) => kind === 'unlockForms'),
    )
  );
}

/** Keys of the steps that give a form back. The form counts as returned until it is sent again. */
export const RETURN_KEYS: ReadonlySet<string> = new Set(TRANSITIONS.filter(isReturn).map(({ key }) => key));

/** Keys of the steps by which who fills in a form hands it over. Whoever sends does not confirm. */
export const SEND_KEYS: ReadonlySet<string> = new Set(['send', 'sendQuarter', 'sendPhase', 'sendAmendment']);

/** What is left to do on a form that was returned. */
export interface ReturnState {
  /** Remarks that nobody has ticked as done. */
  openRemarks: number;
  /** Was the form saved since it was returned? */
  changed: boolean;
}
