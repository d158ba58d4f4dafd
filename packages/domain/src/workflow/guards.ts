import { FORM_STATUS } from '../constants.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { type CostlyFact, type Guard, guardOf } from './guard-records.ts';
import type { FormFacts, ProjectFacts, RefusalCode } from './project-facts.ts';
import { ROUND_PHASES } from './phases.ts';
import type { Transition } from './transition-types.ts';
import { TRANSITIONS } from './transitions.ts';

/**
 * Selects the forms of the current round from those of a phase, oldest first: the newest in phases with rounds,
 * otherwise all.
 */
export function roundForms<Form>({ phase, forms }: { phase: number; forms: readonly Form[] }): readonly Form[] {
  return ROUND_PHASES.includes(phase) ? forms.slice(-1) : forms;
}

export function isLocked(form: FormFacts): boolean {
  return form.status !== FORM_STATUS.unlocked;
}

export function formsAreLocked(facts: ProjectFacts): boolean {
  const mandatory = roundForms(facts).filter((form) => form.mandatory);
  return mandatory.length > 0 && mandatory.every(isLocked);
}

const guardHolds = (guard: Guard, facts: ProjectFacts): boolean => guardOf(guard).holds(facts);

export interface Obstacle {
  code: RefusalCode;
  reasonKey: string;
  reason: BilingualText;
}

const UNLOCKED: Obstacle = {
  code: 'UncompletedPhaseForms',
  reasonKey: 'lock',
  reason: { sr: 'Закључајте све обрасце.', en: 'Lock every form first.' },
};

/** One of the things that a step waits for; `formId` leads to where it is done. */
export interface Condition {
  key: string;
  label: BilingualText;
  met: boolean;
  formId: number | null;
}

/** Every condition of a step and whether it is fulfilled; together they agree with `obstacleOf`. */
export function conditionsOf({ needs }: Transition, facts: ProjectFacts): Condition[] {
  const forms = needs.lock ? roundForms(facts).filter((form) => form.mandatory) : [];
  const last = facts.forms.at(-1)?.id ?? null;
  return [
    ...forms.map((form) => ({
      key: 'lock',
      label: { sr: 'Образац је закључан', en: 'The form is locked' },
      met: isLocked(form),
      formId: form.id,
    })),
    ...(needs.guards ?? []).map((guard) => ({
      key: guard,
      label: guardOf(guard).condition,
      met: guardHolds(guard, facts),
      formId: guardOf(guard).clearedBy === 'forms' ? last : null,
    })),
  ];
}

/** Whether the guards of the step hold, except those that work on the forms or the time it takes can satisfy. */
export function stateAllows(transition: Transition, facts: ProjectFacts): boolean {
  return (transition.needs.guards ?? []).every(
    (guard) => guardOf(guard).clearedBy !== null || guardHolds(guard, facts),
  );
}

export function obstacleOf(transition: Transition, facts: ProjectFacts): Obstacle | null {
  if (transition.needs.lock && !formsAreLocked(facts)) return UNLOCKED;
  const guard = transition.needs.guards?.find((name) => !guardHolds(name, facts));
  if (!guard) return null;
  const { code, reason } = guardOf(guard);
  return { code, reasonKey: guard, reason: reason(facts) };
}

/** The phases in which a step has a guard that reads the fact: the server reads it there. */
export function phasesThatRead(fact: CostlyFact): readonly number[] {
  // Stryker disable next-line MethodExpression: no definition has such a case.
  const asking = TRANSITIONS.filter(({ needs }) => needs.guards?.some((guard) => guardOf(guard).reads.includes(fact)));
  return [...new Set(asking.map(({ phase }) => phase))];
}
