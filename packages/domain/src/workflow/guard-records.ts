import { FORM_STATUS } from '../constants.ts';
import { formatDay } from '../dates/dates.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import type { ProjectFacts, RefusalCode } from './project-facts.ts';

/** A fact that needs a query of its own: it is read only in phases in which a guard uses it. */
export type CostlyFact = 'quarterReachesEnd';

type CheapFacts = Omit<ProjectFacts, CostlyFact>;

/** All guards: conditions of a step besides the project's status. Everything else is derived from this record. */
export interface GuardRecord {
  holds: (facts: ProjectFacts) => boolean;
  /** The costly facts that `holds` uses. */
  reads: readonly CostlyFact[];
  /** The refusal of the step while the guard does not hold. */
  code: RefusalCode;
  reason: (facts: ProjectFacts) => BilingualText;
  /** The sentence for a fulfilled condition. */
  condition: BilingualText;
  /**
   * The events within the state that satisfy the guard: work on the forms, or a day that comes while they are worked
   * on. Null if neither does.
   */
  clearedBy: 'forms' | 'time' | null;
}

/** A record as it is written: a reason that is the same for every project is a text, not a function. */
type Written<Facts> = Omit<GuardRecord, 'holds' | 'reads' | 'reason' | 'clearedBy'> & {
  holds: (facts: Facts) => boolean;
  reason: BilingualText | ((facts: Facts) => BilingualText);
  clearedBy?: GuardRecord['clearedBy'];
};

function recordOf<Fact extends CostlyFact>(
  { reason, ...record }: Written<CheapFacts & Pick<ProjectFacts, Fact>>,
  reads: readonly Fact[],
): GuardRecord {
  return { clearedBy: null, ...record, reads, reason: typeof reason === 'function' ? reason : () => reason };
}

/** A guard that uses only facts read for every project. */
function guard(record: Written<CheapFacts>): GuardRecord {
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  return recordOf(record, []);
}

/** A guard that needs costly facts; one that is not named in `reads` does not compile. */
function costlyGuard<Fact extends CostlyFact>(
  reads: readonly Fact[],
  record: Written<CheapFacts & Pick<ProjectFacts, Fact>>,
): GuardRecord {
  return recordOf(record, reads);
}

/** Every guard by its name; the tables of steps in docs/workflow.md show their conditions. */
export const GUARDS = {
  evaluatorMarked: guard({
    holds: ({ forms }) =>
      forms.every((form) => form.evaluatorOrganizationId === null || form.status >= FORM_STATUS.marked),
    code: 'InvalidProjectFormEvaluator',
    reason: { sr: 'Образац још није оцењен.', en: 'The form is not marked yet.' },
    condition: { sr: 'Образац је оцењен', en: 'The form is marked' },
    clearedBy: 'forms',
  }),
  lastFormNotApproved: guard({
    holds: ({ forms }) => {
      const last = forms.at(-1);
      return last !== undefined && last.status !== FORM_STATUS.approved;
    },
    code: 'InvalidProjectAction',
    reason: { sr: 'Последњи квартал је већ одобрен.', en: 'The last quarter is approved already.' },
    condition: { sr: 'Има квартал који није одобрен', en: 'There is a quarter that is not approved' },
  }),
  quarterReachesEnd: costlyGuard(['quarterReachesEnd'], {
    holds: ({ quarterReachesEnd }) => quarterReachesEnd,
    code: 'InvalidProjectAction',
    reason: {
      sr: 'Последњи квартал не достиже крај плана.',
      en: 'The last quarter does not reach the end of the plan.',
    },
    condition: { sr: 'Последњи квартал достиже крај плана', en: 'The last quarter reaches the end of the plan' },
  }),
  newestQuarterBegun: guard({
    holds: ({ newestQuarterFrom, today }) => newestQuarterFrom === null || newestQuarterFrom <= today,
    code: 'QuarterNotBegun',
    reason: ({ newestQuarterFrom }) => {
      const day = formatDay(newestQuarterFrom ?? '');
      return {
        sr: `Извештај се шаље кад квартал почне: ${day}`,
        en: `The report can be sent when its quarter begins: ${day}`,
      };
    },
    condition: { sr: 'Квартал извештаја је почео', en: 'The quarter of the report has begun' },
    clearedBy: 'time',
  }),
  allQuartersApproved: guard({
    holds: ({ forms }) => forms.length > 0 && forms.every((form) => form.status === FORM_STATUS.approved),
    code: 'UncompletedPhaseForms',
    reason: { sr: 'Нису одобрени сви квартали.', en: 'Not every quarter is approved.' },
    condition: { sr: 'Одобрени су сви квартали', en: 'Every quarter is approved' },
  }),
  quarterHasBegun: guard({
    holds: ({ quarterHasBegun }) => quarterHasBegun,
    code: 'InvalidProjectAction',
    reason: { sr: 'Следећи квартал још није почео.', en: 'The next quarter has not begun.' },
    condition: { sr: 'Следећи квартал је почео', en: 'The next quarter has begun' },
  }),
  formsLimit: guard({
    holds: ({ formsLimitReached }) => !formsLimitReached,
    code: 'InvalidProjectAction',
    reason: { sr: 'Достигнут је највећи број образаца фазе.', en: 'The phase has reached its limit of forms.' },
    condition: { sr: 'Има места за још један образац фазе', en: 'The phase has room for another form' },
  }),
  planCorrectionLimit: guard({
    holds: ({ planCorrectionReached }) => !planCorrectionReached,
    code: 'InvalidProjectAction',
    reason: {
      sr: 'Достигнут је највећи број корекција у години.',
      en: 'The limit of corrections in a year is reached.',
    },
    condition: { sr: 'У години је могућа још једна корекција', en: 'Another correction is possible this year' },
  }),
  commissionLimit: guard({
    holds: ({ sendingToCommissionReached }) => !sendingToCommissionReached,
    code: 'InvalidProjectAction',
    reason: {
      sr: 'Достигнут је највећи број слања комисији.',
      en: 'The limit of sendings to the commission is reached.',
    },
    condition: { sr: 'Могуће је још једно слање комисији', en: 'Another sending to the commission is possible' },
  }),
} as const satisfies Readonly<Record<string, GuardRecord>>;

export type Guard = keyof typeof GUARDS;

/** The record of a guard, whichever it is. */
export const guardOf = (name: Guard): GuardRecord => GUARDS[name];
