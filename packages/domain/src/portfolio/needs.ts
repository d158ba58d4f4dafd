import { FORM_CODE } from '../forms/codes.ts';
import { cellsOf } from '../forms/definitions/plan-schedule.ts';
import { rowsAt } from '../forms/paths.ts';
import type { FormValues } from '../forms/types.ts';
import { divideRounded, fromHundredths, toHundredths } from '../money/decimal.ts';
import { cutText } from '../text/cut.ts';
import { textOf } from '../text/text-of.ts';
import { FISCAL_YEARS, NO_SOURCE, type YearAmount } from './scenario/types.ts';

/** Names of sources are cut to the length that ceilings have. */
const SOURCE_LENGTH = 100;
/** The largest value of the column, in hundredths: a larger sum must not make an approval fail. */
const LARGEST = 99_999_999_999_999_999n;

/** The amount that a project needs in a fiscal year from a source. */
export interface Need extends YearAmount {
  /** From a plan in force, not from the yearly costs of an approved form. */
  planned: boolean;
}

/** An approved form with yearly costs. */
export interface CostedForm {
  formId: number;
  code: string;
  /** The start of its phase, as text in sortable form, and its number in the phase. */
  phaseStartedAt: string;
  ordinal: number;
  values: FormValues;
}

/** Costs by year: for a plan the amounts of its quarters, for other forms their yearly costs. */
function costsOf(values: FormValues): { year: number; amount: bigint }[] {
  if (Array.isArray(values.implementation)) {
    return rowsAt(values, 'implementation')
      .flatMap(cellsOf)
      .map(({ year, amount }) => ({ year, amount: amount ?? 0n }));
  }
  return rowsAt(values, 'financialInfo.yearlyCosts').flatMap(({ year, amount }) =>
    typeof year === 'number' ? [{ year, amount: toHundredths(amount) ?? 0n }] : [],
  );
}

/** Sources with their shares, by name; without sources, one nameless source has everything. */
function sourcesOf(values: FormValues): [source: string, share: bigint][] {
  const shares = new Map<string, bigint>();
  for (const row of rowsAt(values, 'financialInfo.fundingSources')) {
    const source = cutText(textOf(row.source), SOURCE_LENGTH);
    if (source !== '') shares.set(source, (shares.get(source) ?? 0n) + (toHundredths(row.localAmount) ?? 0n));
  }
  const named = [...shares].filter(([, share]) => share > 0n).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return named.length > 0 ? named : [[NO_SOURCE, 1n]];
}

/**
 * The needs in the values of a form, by year and source. Each year is divided in proportion to the amounts of the
 * sources; each share is the difference of two rounded sums, so that the shares add up to the year's amount.
 */
export function needsOf(values: FormValues): YearAmount[] {
  const years = new Map<number, bigint>();
  for (const { year, amount } of costsOf(values)) {
    if (!Number.isInteger(year) || year < FISCAL_YEARS.first || year > FISCAL_YEARS.last) continue;
    years.set(year, (years.get(year) ?? 0n) + amount);
  }
  const sources = sourcesOf(values);
  const whole = sources.reduce((sum, [, share]) => sum + share, 0n);
  return [...years]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([year, amount]) => {
      let given = 0n;
      let before = 0n;
      return sources.flatMap(([source, share]) => {
        given += share;
        const upTo = divideRounded(amount * given, whole) ?? 0n;
        const own = upTo - before;
        before = upTo;
        return own > 0n ? [{ year, source, amount: fromHundredths(own > LARGEST ? LARGEST : own) }] : [];
      });
    });
}

const isNewer = (a: CostedForm, b: CostedForm): boolean =>
  a.phaseStartedAt === b.phaseStartedAt
    ? a.ordinal === b.ordinal
      ? a.formId > b.formId
      : a.ordinal > b.ordinal
    : a.phaseStartedAt > b.phaseStartedAt;

/** Needs of a project: of its plan in force, else of the newest approved form with yearly costs. */
export function projectNeeds(plan: FormValues | null, forms: readonly CostedForm[]): Need[] {
  if (plan) return needsOf(plan).map((need) => ({ ...need, planned: true }));
  // A plan counts only from the day on which it is in force.
  const costed = forms.filter(({ code }) => code !== FORM_CODE.plan && code !== FORM_CODE.correction);
  const newest = costed.reduce<CostedForm | null>((best, form) => (best && !isNewer(form, best) ? best : form), null);
  return newest ? needsOf(newest.values).map((need) => ({ ...need, planned: false })) : [];
}
