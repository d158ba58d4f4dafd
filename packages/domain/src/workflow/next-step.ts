import { FORM_STATUS } from '../constants.ts';
import type { TextPair } from '../text/pair.ts';
import { PHASE_STATUS } from './statuses.ts';

/** The newest form of a phase, as far as it says what is to be done next. */
export interface FormState {
  status: number;
  /** Errors of its newest revision; null before the first save. */
  errors: number | null;
}

export interface NextStep {
  key: string;
  label: TextPair;
}

const FILL: NextStep = { key: 'fillForm', label: { sr: 'Попуни образац', en: 'Fill in the form' } };
const FIX: NextStep = { key: 'fixErrors', label: { sr: 'Исправи грешке', en: 'Correct the errors' } };
const LOCK: NextStep = { key: 'lockForm', label: { sr: 'Закључај образац', en: 'Lock the form' } };

const ENTERING: readonly number[] = [PHASE_STATUS.entry, PHASE_STATUS.correctionAmendment];

/**
 * What is to be done next where a turn stands open: while something is entered, the work on the form comes before the
 * step that sends it. Tasks, the box of who can act and whatever else speaks of the next step ask here.
 */
export function nextStep<T extends { key: string }>(
  turn: T,
  phaseStatus: number,
  form: FormState | null,
): T | NextStep {
  if (!ENTERING.includes(phaseStatus) || form?.status !== FORM_STATUS.unlocked) return turn;
  if (form.errors === null) return FILL;
  return form.errors > 0 ? FIX : LOCK;
}
