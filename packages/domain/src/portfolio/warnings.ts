import { addDays, type Quarter, quarterEnd, quarterOrder } from '../dates/dates.ts';
import { lastEndedQuarter } from '../indicators/measured-periods.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { stepNormDays } from '../workflow/statuses.ts';
import { isPlanLate, REPORTING_PHASES } from './late-plan.ts';

/** The rules of warnings: their conditions and weights (docs/earned-value.md, 5). */

export const WARNING_KEYS = [
  'lowSpi',
  'lowCpi',
  'noReport',
  'plannedEndGone',
  'eacOverEstimate',
  'waitingTooLong',
] as const;
export type WarningKey = (typeof WARNING_KEYS)[number];

interface WarningRule {
  /** The subject: the works of a project, or a step that somebody has to take. */
  kind: 'works' | 'waiting';
  /** The greater weighs more; among equals the worth of the project decides. */
  weight: number;
  title: BilingualText;
  /** The rule in words. */
  rule: BilingualText;
}

/** An index below this, in thousandths as shown, is a warning. */
export const INDEX_LIMIT = 900n;
/** The per cent by which the estimate at completion may exceed the approved estimate. */
export const EAC_LIMIT_PERCENT = 10n;

/** In the order of their weights. */
export const WARNING_RULES: Readonly<Record<WarningKey, WarningRule>> = {
  lowSpi: {
    kind: 'works',
    weight: 60,
    title: { sr: 'Радови касне', en: 'Behind schedule' },
    rule: {
      sr: 'Изведено је мање од 90\u00a0% онога што је по плану требало.',
      en: 'Less than 90\u00a0% of the planned works is done.',
    },
  },
  lowCpi: {
    kind: 'works',
    weight: 50,
    title: { sr: 'Прекорачен трошак', en: 'Over cost' },
    rule: {
      sr: 'Изведени радови вреде мање од 90\u00a0% утрошеног.',
      en: 'The works done are worth less than 90\u00a0% of the spent.',
    },
  },
  noReport: {
    kind: 'works',
    weight: 40,
    title: { sr: 'Нема извештаја', en: 'No report' },
    rule: {
      sr: 'Последњи завршени квартал нема одобрен извештај, а пројекат је у извештавању.',
      en: 'The last ended quarter has no approved report, and the project is in reporting.',
    },
  },
  plannedEndGone: {
    kind: 'works',
    weight: 30,
    title: { sr: 'Истекао рок завршетка', en: 'Planned end gone' },
    rule: {
      sr: 'Рок завршетка по важећем плану је истекао, а реализација није завршена.',
      en: 'The end of the plan in force is gone, and the realization has not ended.',
    },
  },
  eacOverEstimate: {
    kind: 'works',
    weight: 20,
    title: { sr: 'Прогноза изнад процене', en: 'Forecast above the estimate' },
    rule: {
      sr: 'Прогноза укупног трошка је за више од 10\u00a0% већа од процене важећег плана.',
      en: 'The forecast of the whole cost exceeds the estimate of the plan in force by more than 10\u00a0%.',
    },
  },
  waitingTooLong: {
    kind: 'waiting',
    weight: 10,
    title: { sr: 'Предуго чека', en: 'Waiting too long' },
    rule: {
      sr: 'Отворен корак чека дуже од рока за његово стање.',
      en: 'The open step has waited longer than the norm of its status.',
    },
  },
};

/** The rules of the same kind, the heaviest first. */
export const rulesBeside = (key: WarningKey): WarningKey[] =>
  WARNING_KEYS.filter((other) => other !== key && WARNING_RULES[other].kind === WARNING_RULES[key].kind);

/** Facts of a project on a day; hundredths and thousandths as in earned-value.ts. */
export interface WarningFacts {
  phase: number;
  phaseStatus: number;
  isPending: boolean;
  /** Since when the open step waits (YYYY-MM-DD); null when no step is open. */
  waitingSince: string | null;
  /** Null without a plan. */
  plan: { start: string | null; end: string | null; bac: bigint } | null;
  /** Null without an approved report. */
  measured: { at: Quarter; spi: bigint | null; cpi: bigint | null; eac: bigint | null } | null;
}

/** Warnings of a project on a day, the heaviest first. */
export function warningsOf(facts: WarningFacts, day: string): WarningKey[] {
  const { plan, measured } = facts;
  if (!facts.isPending) return [];
  const reports = plan !== null && REPORTING_PHASES.includes(facts.phase);
  const due = lastEndedQuarter(day);
  const raised: Record<WarningKey, boolean> = {
    lowSpi: reports && measured?.spi != null && measured.spi < INDEX_LIMIT,
    lowCpi: reports && measured?.cpi != null && measured.cpi < INDEX_LIMIT,
    noReport:
      reports &&
      // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
      plan.start !== null &&
      plan.start <= quarterEnd(due) &&
      (measured === null || quarterOrder(measured.at) < quarterOrder(due)),
    plannedEndGone: isPlanLate({ ...facts, plannedEnd: plan?.end ?? null }, day),
    eacOverEstimate: reports && measured?.eac != null && measured.eac * 100n > plan.bac * (100n + EAC_LIMIT_PERCENT),
    waitingTooLong: facts.waitingSince !== null && addDays(facts.waitingSince, stepNormDays(facts.phaseStatus)) < day,
  };
  return WARNING_KEYS.filter((key) => raised[key]);
}
