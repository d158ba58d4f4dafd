/** What `POST projects/form-input` does with a form (specification, "Actions"); marks are those of its evaluator. */
export const FORM_ACTION = { save: 1, lock: 2, unlock: 3, mark: 4, lockAndMark: 5, unlockAndMark: 6 } as const;
