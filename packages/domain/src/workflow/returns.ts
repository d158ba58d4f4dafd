import { PHASE_STATUS } from './statuses.ts';
import type { Transition } from './transition-types.ts';
import { TRANSITIONS } from './transitions.ts';

/** Returns whether the step gives a form back with a comment on the necessary changes. */
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

/** Keys of the steps by which a form is handed over. Whoever sends does not confirm. */
export const SEND_KEYS: ReadonlySet<string> = new Set(['send', 'sendQuarter', 'sendPhase', 'sendAmendment']);

/** The open work on a returned form. */
export interface ReturnState {
  /** Remarks that are not marked as done. */
  openRemarks: number;
  /** Was the form saved since it was returned? */
  changed: boolean;
}
