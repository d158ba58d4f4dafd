import { FORM_STATUS } from '../constants.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import type { FormFacts, ProjectFacts, RefusalCode } from './project-facts.ts';
import { ROUND_PHASES } from './phases.ts';
import type { Guard, Transition } from './transition-types.ts';

/** The forms of the current round: the newest in phases with rounds, else all of the phase. */
export function roundForms(facts: Pick<ProjectFacts, 'phase' | 'forms'>): readonly FormFacts[] {
  return ROUND_PHASES.includes(facts.phase) ? facts.forms.slice(-1) : facts.forms;
}

export function isLocked(form: FormFacts): boolean {
  return form.status !== FORM_STATUS.unlocked;
}

export function formsAreLocked(facts: ProjectFacts): boolean {
  const mandatory = roundForms(facts).filter((form) => form.mandatory);
  return mandatory.length > 0 && mandatory.every(isLocked);
}

function guardHolds(guard: Guard, facts: ProjectFacts): boolean {
  const last = facts.forms.at(-1);
  switch (guard) {
    case 'evaluatorMarked':
      return facts.forms.every((form) => form.evaluatorOrganizationId === null || form.status >= FORM_STATUS.marked);
    case 'lastFormNotApproved':
      return last !== undefined && last.status !== FORM_STATUS.approved;
    case 'quarterReachesEnd':
      return facts.quarterReachesEnd;
    case 'allQuartersApproved':
      return facts.forms.length > 0 && facts.forms.every((form) => form.status === FORM_STATUS.approved);
    case 'quarterHasBegun':
      return facts.quarterHasBegun;
    case 'formsLimit':
      return !facts.formsLimitReached;
    case 'planCorrectionLimit':
      return !facts.planCorrectionReached;
    case 'commissionLimit':
      return !facts.sendingToCommissionReached;
  }
}

export interface Obstacle {
  code: RefusalCode;
  reasonKey: string;
  reason: BilingualText;
}

const OBSTACLES: Readonly<Record<Guard | 'lock', Obstacle>> = {
  lock: {
    code: 'UncompletedPhaseForms',
    reasonKey: 'lock',
    reason: { sr: 'Закључајте све обрасце.', en: 'Lock every form first.' },
  },
  evaluatorMarked: {
    code: 'InvalidProjectFormEvaluator',
    reasonKey: 'evaluatorMarked',
    reason: { sr: 'Образац још није оцењен.', en: 'The form is not marked yet.' },
  },
  lastFormNotApproved: {
    code: 'InvalidProjectAction',
    reasonKey: 'lastFormNotApproved',
    reason: { sr: 'Последњи квартал је већ одобрен.', en: 'The last quarter is approved already.' },
  },
  quarterReachesEnd: {
    code: 'InvalidProjectAction',
    reasonKey: 'quarterReachesEnd',
    reason: {
      sr: 'Последњи квартал не достиже крај плана.',
      en: 'The last quarter does not reach the end of the plan.',
    },
  },
  allQuartersApproved: {
    code: 'UncompletedPhaseForms',
    reasonKey: 'allQuartersApproved',
    reason: { sr: 'Нису одобрени сви квартали.', en: 'Not every quarter is approved.' },
  },
  quarterHasBegun: {
    code: 'InvalidProjectAction',
    reasonKey: 'quarterHasBegun',
    reason: { sr: 'Следећи квартал још није почео.', en: 'The next quarter has not begun.' },
  },
  formsLimit: {
    code: 'InvalidProjectAction',
    reasonKey: 'formsLimit',
    reason: { sr: 'Достигнут је највећи број образаца фазе.', en: 'The phase has reached its limit of forms.' },
  },
  planCorrectionLimit: {
    code: 'InvalidProjectAction',
    reasonKey: 'planCorrectionLimit',
    reason: {
      sr: 'Достигнут је највећи број корекција у години.',
      en: 'The limit of corrections in a year is reached.',
    },
  },
  commissionLimit: {
    code: 'InvalidProjectAction',
    reasonKey: 'commissionLimit',
    reason: {
      sr: 'Достигнут је највећи број слања комисији.',
      en: 'The limit of sendings to the commission is reached.',
    },
  },
};

/** What a step asks for, said as what is so when it holds. */
const CONDITIONS: Readonly<Record<Guard, BilingualText>> = {
  evaluatorMarked: { sr: 'Образац је оцењен', en: 'The form is marked' },
  lastFormNotApproved: { sr: 'Последњи квартал још није одобрен', en: 'The last quarter is not approved yet' },
  quarterReachesEnd: { sr: 'Последњи квартал достиже крај плана', en: 'The last quarter reaches the end of the plan' },
  allQuartersApproved: { sr: 'Одобрени су сви квартали', en: 'Every quarter is approved' },
  quarterHasBegun: { sr: 'Следећи квартал је почео', en: 'The next quarter has begun' },
  formsLimit: { sr: 'Има места за још један образац фазе', en: 'The phase has room for another form' },
  planCorrectionLimit: { sr: 'У години је могућа још једна корекција', en: 'Another correction is possible this year' },
  commissionLimit: { sr: 'Могуће је још једно слање комисији', en: 'Another sending to the commission is possible' },
};

/** One of the things that a step waits for; `formId` leads to where it is done. */
export interface Condition {
  key: string;
  label: BilingualText;
  met: boolean;
  formId: number | null;
}

/** Everything that a step asks for, each with whether it is so; together they say what `obstacleOf` says. */
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
      label: CONDITIONS[guard],
      met: guardHolds(guard, facts),
      formId: guard === 'evaluatorMarked' ? last : null,
    })),
  ];
}

/** What is cleared by work on the forms while the state waits; every other guard depends on what lies outside of it. */
const CLEARED_BY_FORMS: readonly Guard[] = ['evaluatorMarked'];

/** Do the guards of the step hold, those aside that work on the forms of the state clears? */
export function stateAllows(transition: Transition, facts: ProjectFacts): boolean {
  return (transition.needs.guards ?? []).every((guard) => CLEARED_BY_FORMS.includes(guard) || guardHolds(guard, facts));
}

export function obstacleOf(transition: Transition, facts: ProjectFacts): Obstacle | null {
  if (transition.needs.lock && !formsAreLocked(facts)) return OBSTACLES.lock;
  const guard = transition.needs.guards?.find((name) => !guardHolds(name, facts));
  return guard ? OBSTACLES[guard] : null;
}
