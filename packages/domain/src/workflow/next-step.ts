import { FORM_STATUS } from '../constants.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { listAwaitedAt } from './awaited-lists.ts';
import { MARK_FORM } from './awaited-marks.ts';
import type { ReturnState } from './returns.ts';
import { ENTRY_STATUSES } from './statuses.ts';
import { openStepLabel, openStepsAt } from './open-steps.ts';
import { WORDS } from '../text/words.ts';

/** The parts of a phase's newest form that decide the next step. */
export interface FormState {
  status: number;
  /** Errors of its newest revision; null before the first save. */
  errors: number | null;
}

export interface NextStep {
  key: string;
  label: BilingualText;
}

const FILL: NextStep = { key: 'fillForm', label: { sr: 'Попуни образац', en: 'Fill in the form' } };
const FIX: NextStep = { key: 'fixErrors', label: { sr: 'Исправи грешке', en: 'Correct the errors' } };
const ANSWER: NextStep = { key: 'answerRemarks', label: { sr: 'Отклони примедбе', en: 'Deal with the remarks' } };
const AMEND: NextStep = { key: 'amendForm', label: { sr: 'Допуни враћени образац', en: 'Amend the returned form' } };
const LOCK: NextStep = { key: 'lockForm', label: WORDS.lockForm };

/** Steps that are work on the form itself. */
const WORK_ON_FORM: readonly string[] = [FILL.key, FIX.key, ANSWER.key, AMEND.key, LOCK.key, MARK_FORM.key];

/** The state of a project as far as the next step depends on it. */
export interface StandingProject {
  phase: number;
  phaseStatus: number;
  foreignFunds: boolean;
  /** Its open steps (`openStepsOf`); null if only its state is known. */
  open: readonly string[] | null;
  /** The newest form of the phase; null when it has none. */
  form: FormState | null;
  /** The open work since the return; null if the form was not returned, or was sent again. */
  returned: ReturnState | null;
}

/**
 * The next thing to do on a project; null while it waits for nobody. The open steps belong to one group of people;
 * during entry the work on the form precedes the step that sends it. Tasks, the box of actors, the bell, mails and the
 * main button all use this.
 */
export function nextStep(at: StandingProject): NextStep | null {
  const [declared] = openStepsAt(at.phase, at.phaseStatus, at.foreignFunds);
  const key = at.open === null ? declared?.key : at.open[0];
  if (key === undefined) return null;
  const label = openStepLabel(key, at);
  // Stryker disable next-line ConditionalExpression: it cannot happen; the type asks for it.
  if (!label) return null;
  const { form, returned } = at;
  if (!ENTRY_STATUSES.includes(at.phaseStatus) || form?.status !== FORM_STATUS.unlocked) return { key, label };
  if (form.errors === null) return FILL;
  if (form.errors > 0) return FIX;
  if (returned && returned.openRemarks > 0) return ANSWER;
  return returned?.changed === false ? AMEND : LOCK;
}

/** Where a step is done: in the form, on the page of lists, at the choice of a list, or on the page of the project. */
export type StepPlace = 'form' | 'list' | 'choice' | 'project';

export function placeOf(key: string): StepPlace {
  if (WORK_ON_FORM.includes(key)) return 'form';
  if (key === 'createList') return 'list';
  return key === 'putOnList' ? 'choice' : 'project';
}

/** The type of the list that a project waits for; `chosen` is the choice for an important project. */
export function awaitedList(at: { phase: number; phaseStatus: number }, chosen: number | null): number | null {
  return chosen ?? listAwaitedAt(at)?.type ?? null;
}
