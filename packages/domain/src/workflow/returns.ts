/**
 * Keys of the steps that give a form back. The form counts as returned until it is sent again. They stand here by name, as
 * those below: a screen that only asks for a key does not load the table of transitions, which a test compares with them.
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
