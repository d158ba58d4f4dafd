/** What `POST projects/form-input` does with a form (docs/interface.md); marks are those of its evaluator. */
export const FORM_ACTION = { save: 1, lock: 2, unlock: 3, mark: 4, lockAndMark: 5, unlockAndMark: 6 } as const;
