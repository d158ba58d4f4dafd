import { sumHundredths, toHundredths } from '../../money/decimal.ts';
import { getPath, rowsAt } from '../paths.ts';
import type { FormValues, Rule, RuleItem } from '../types.ts';
import { FOREIGN_SOURCES } from './common.ts';
import type { PifVersion } from './pif-versions.ts';
import {
  amount,
  amountOrZero,
  datesOutOfOrder,
  eachRow,
  empty,
  type Input,
  when,
  unmeasuredRisk,
  sumDiffers,
  gapOf,
} from './rule-kit.ts';
import { WHOLE, YEARS_AROUND } from './thresholds.ts';
import { textOf } from '../../text/text-of.ts';

/** Rules of the PIF (docs/forms.md, D4). */

const PRICE = 'financialInfo.price.local';
const REALIZATION = 'financialInfo.implementationAmount.value';
const SCHEDULE = 'implementation';
const QUARTERS = ['q1', 'q2', 'q3', 'q4'] as const;

/** The amount at a path is not the price. */
const differsFromPrice =
  (path: string, shown: string, price = PRICE) =>
  ({ values }: Input): RuleItem[] => {
    const whole = amount(values, price);
    return whole === null ? [] : sumDiffers(amountOrZero(values, path), whole, shown);
  };

function activitySum({ values }: Input): RuleItem[] {
  const price = amount(values, PRICE);
  const path = 'financialInfo.activityList';
  const sum = sumHundredths(rowsAt(values, path).map((row) => row.estimate));
  return price === null ? [] : sumDiffers(sum, price, path);
}

/** Σ of the shares of one schedule row over all its years. */
function shareOf(row: FormValues): bigint {
  return rowsAt(row, 'plan').reduce((sum, plan) => {
    const quarters = QUARTERS.map((quarter) => getPath(plan, `${quarter}.percent`));
    return sum + sumHundredths([plan.percent, ...quarters]);
  }, 0n);
}

/** The percentages of an activity sum up to neither 100 nor 0. */
export function planPercentSum({ values }: Input): RuleItem[] {
  return rowsAt(values, SCHEDULE).flatMap((row, index) => {
    const share = shareOf(row);
    if (share === WHOLE || share === 0n) return [];
    return [{ path: `${SCHEDULE}[${index + 1}].plan`, index: index + 1, gap: gapOf(share, WHOLE, 'percent') }];
  });
}

function planYearRange({ values, context }: Input): RuleItem[] {
  const current = Number(context.today.slice(0, 4));
  return eachRow(values, SCHEDULE, 'plan', (row) =>
    // Stryker disable next-line ConditionalExpression: another condition refuses it too.
    rowsAt(row, 'plan').some(({ year }) => typeof year === 'number' && Math.abs(year - current) > YEARS_AROUND),
  );
}

/** Shares of the sources are further than 0.01 from 100. */
export function sourcePercentSum({ values }: Input): RuleItem[] {
  return sumDiffers(amountOrZero(values, 'sourceTotals.percentage'), WHOLE, 'fundingSources', 'percent');
}

export const realizationEmpty =
  (path: string) =>
  ({ values }: Input): RuleItem[] =>
    when(amount(values, path) === 0n, path);

export const expensesAbove =
  (path: string) =>
  ({ values }: Input): RuleItem[] => {
    const whole = amount(values, path);
    const expenses = amountOrZero(values, 'expensesTotal');
    return whole !== null && expenses > whole ? [{ path: 'expenses', gap: gapOf(expenses, whole, 'amount') }] : [];
  };

/** Σ of the sources is not the amount at the path. */
export const sourcesDiffer = (path: string) => differsFromPrice('fundingTotal', 'fundingSources', path);

/** Rules with the first version that has them. */
const RULES: readonly (readonly [from: PifVersion, rule: Rule])[] = [
  [0, { code: 'FluentActivityEstimateSum', severity: 'error', needs: [PRICE], check: activitySum }],
  [0, { code: 'FluentFundingSourceSum', severity: 'error', needs: [PRICE], check: sourcesDiffer(PRICE) }],
  [0, { code: 'FluentEstimateEmpty', severity: 'error', needs: [REALIZATION], check: realizationEmpty(REALIZATION) }],
  [
    5,
    {
      code: 'FluentLetterOfIntent',
      severity: 'error',
      check: ({ values }) => {
        const foreign = rowsAt(values, 'fundingSources').some((row) => FOREIGN_SOURCES.includes(textOf(row.source)));
        return when(foreign && !getPath(values, 'letterOfIntent'), 'letterOfIntent');
      },
    },
  ],
  [5, { code: 'FluentLegalAssessment', severity: 'error', check: empty('legalAssessment') }],
  [
    0,
    {
      code: 'FluentFundsTotalSum',
      severity: 'error',
      needs: [PRICE],
      check: differsFromPrice('financialInfo.fundsTotal', 'financialInfo.fundsTotal'),
    },
  ],
  [0, { code: 'FluentPlanPercentSum', severity: 'error', check: planPercentSum }],
  [0, { code: 'FluentPlanYearRange', severity: 'error', check: planYearRange }],
  [
    0,
    {
      code: 'FluentPlanDateOrder',
      severity: 'error',
      needs: ['startDate', 'endDate'],
      check: datesOutOfOrder('startDate', 'endDate'),
    },
  ],
  [4, { code: 'FluentSourcePercentSum', severity: 'error', check: sourcePercentSum }],
  [0, { code: 'FluentExpensesAboveTotal', severity: 'warning', needs: [PRICE], check: expensesAbove(PRICE) }],
  [
    3,
    {
      code: 'FluentHighRisk',
      severity: 'warning',
      check: unmeasuredRisk('riskList'),
    },
  ],
];

/** Rules of one version. */
export function pifRules(version: PifVersion): Rule[] {
  return RULES.filter(([from]) => version >= from).map(([, rule]) => rule);
}

/** Whether the amount of a part exceeds that of the whole (short PIF); false if either is missing. */
export function above(values: FormValues, part: string, whole: string): boolean {
  const [left, right] = [toHundredths(getPath(values, part)), toHundredths(getPath(values, whole))];
  return left !== null && right !== null && left > right;
}
