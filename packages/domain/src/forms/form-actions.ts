/**
 * Actions of `POST projects/form-input` (specification, "Actions"); `mark` and the following ones are those of the
 * evaluator.
 */
export const FORM_ACTION = { save: 1, lock: 2, unlock: 3, mark: 4, lockAndMark: 5, unlockAndMark: 6 } as const;
