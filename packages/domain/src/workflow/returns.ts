/**
 * Keys of the steps that return a form. The form counts as returned until it is sent again. They are listed here by
 * name, like those below, so that a screen that only checks a key does not load the table of transitions; a test
 * compares the two.
 */
export const RETURN_KEYS: ReadonlySet<string> = new Set([
  'return',
  'requestChange',
  'returnToEntry',
  'updateImportant',
  'commissionAmend',
]);

/** Keys of the steps by which a form is handed over. Whoever sends does not confirm. */
export const SEND_KEYS: ReadonlySet<string> = new Set(['send', 'sendQuarter', 'sendPhase', 'sendAmendment']);

/** The open work on a returned form. */
export interface ReturnState {
  /** Remarks that are not marked as done. */
  openRemarks: number;
  /** Was the form saved since it was returned? */
  changed: boolean;
}
