import { addYear, months } from '../../dates/dates.ts';
import { differs, sumHundredths } from '../../money/decimal.ts';
import { getPath, isObject, rowsAt } from '../paths.ts';
import type { FormValues, InVersions, Rule, RuleItem, Severity } from '../types.ts';
import { EU_SOURCE, FOREIGN_SOURCES, IDEA_START_DATE } from './common.ts';
import { foreignEuro, PLAN_DOCUMENTS } from './preparation-compute.ts';
import { type Variant, VARIANTS } from './preparation-table.ts';
import {
  amount,
  datesOutOfOrder,
  day,
  eachRow,
  empty,
  type Input,
  unmeasuredRisk,
  when,
  whole,
  sumDiffers,
} from './rule-kit.ts';
import { CAPITAL_LIMIT, DURATION_LIMIT, FOREIGN_LIMIT, LOCAL_CAPITAL_LIMIT } from './thresholds.ts';
import { textOf } from '../../text/text-of.ts';
import { NO, YES } from '../answers.ts';

type Severities = `${'E' | 'W' | '-'}${'E' | 'W' | '-'}${'E' | 'W' | '-'}${'E' | 'W' | '-'}`;

interface Row extends InVersions {
  code: string;
  in: Severities;
  warnsWithForeignFunds?: boolean;
  needs?: readonly string[];
  check: (input: Input) => RuleItem[];
}

const PRICE = 'financialInfo.price.local';
const SOURCES = 'financialInfo.fundingSources';
const COSTS = 'financialInfo.yearlyCosts';
const PREPARATION = 'financialInfo.preparationAmount.value';
const REALIZATION = 'financialInfo.implementationAmount.value';
const STUDY = 'financialInfo.feasibilityStudyBudget.value';
const START = 'implementationDates.start';
const END = 'implementationDates.end';
const FIRST_YEAR = 'estimatedStartYear';
const LAST_YEAR = 'estimatedEndYear';
const DURATION = 'durationMonths';

/** Σ of a column ≠ the estimated value. */
function columnDiffers(table: string, column: string) {
  return ({ values }: Input): RuleItem[] => {
    const price = amount(values, PRICE);
    if (price === null) return [];
    const sum = sumHundredths(rowsAt(values, table).map((row) => row[column]));
    return sumDiffers(sum, price, table);
  };
}

function capitalEstimate({ values }: Input): RuleItem[] {
  const level = getPath(values, 'basic.level');
  const eu = getPath(values, 'basic.euFunded');
  const estimate = amount(values, 'criteria.estimateEur');
  if (estimate === null) return [];
  if (level !== 'Републички') return when(estimate <= LOCAL_CAPITAL_LIMIT, PRICE);
  return when(eu === NO && estimate <= CAPITAL_LIMIT, PRICE);
}

function foreignEstimate({ values }: Input): RuleItem[] {
  const estimate = amount(values, 'criteria.estimateEur');
  const national = getPath(values, 'basic.level') === 'Републички' && getPath(values, 'basic.euFunded') === YES;
  if (!national || estimate === null) return [];
  return when(estimate <= CAPITAL_LIMIT && foreignEuro(values) <= FOREIGN_LIMIT, SOURCES);
}

/** Calendar years that so many months can touch: from ⌈m ÷ 12⌉ to ⌈(m + 11) ÷ 12⌉. */
export function yearsForMonths(count: number): { least: number; most: number } {
  return { least: Math.ceil(count / 12), most: Math.ceil((count + 11) / 12) };
}

function yearsDuration({ values }: Input): RuleItem[] {
  const duration = whole(values, DURATION);
  // Stryker disable next-line ConditionalExpression: the rule is skipped without the field.
  if (duration === null) return [];
  const { least, most } = yearsForMonths(duration);
  const count = rowsAt(values, COSTS).length;
  return when(count < least || count > most, COSTS);
}

function datesAgainstYears({ values }: Input): RuleItem[] {
  const [start, end] = [day(values, START), day(values, END)];
  const [first, last] = [whole(values, FIRST_YEAR), whole(values, LAST_YEAR)];
  // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
  const early = start !== null && first !== null && Number(start.slice(0, 4)) < first;
  const late = end !== null && last !== null && Number(end.slice(0, 4)) > last;
  return when(early || late, early ? START : END);
}

function yearlyCostYear({ values }: Input): RuleItem[] {
  const [first, last] = [whole(values, FIRST_YEAR), whole(values, LAST_YEAR)];
  if (first === null || last === null) return [];
  // Stryker disable next-line ConditionalExpression: another condition refuses it too.
  return eachRow(values, COSTS, 'year', ({ year }) => typeof year === 'number' && (year < first || year > last));
}

function totalBelowParts({ values }: Input): RuleItem[] {
  const price = amount(values, PRICE);
  if (price === null) return [];
  const parts = sumHundredths(
    ['spent', 'preparationAmount', 'implementationAmount'].map((part) =>
      getPath(values, `financialInfo.${part}.value`),
    ),
  );
  return price < parts ? sumDiffers(price, parts, PRICE) : [];
}

function feasibilityBudget({ values }: Input): RuleItem[] {
  const budget = amount(values, STUDY);
  const preparation = amount(values, PREPARATION);
  // Stryker disable next-line ConditionalExpression: the rule is skipped without the field.
  if (budget === null || preparation === null) return [];
  // Stryker disable next-line EqualityOperator: equal sides give the same either way.
  return when(budget > preparation && differs(budget, preparation), STUDY);
}

function hasForeignSource(values: FormValues): boolean {
  return rowsAt(values, SOURCES).some((row) => FOREIGN_SOURCES.includes(textOf(row.source)));
}

function euSources({ values }: Input): RuleItem[] {
  const answer = getPath(values, 'basic.euFunded');
  const exists = rowsAt(values, SOURCES).some((row) => row.source === EU_SOURCE);
  return when((answer === YES && !exists) || (answer === NO && exists), 'basic.euFunded');
}

function notReady({ values }: Input): RuleItem[] {
  return PLAN_DOCUMENTS.flatMap((name) =>
    getPath(values, `documents.${name}.choice`) === NO ? [{ path: `documents.${name}` }] : [],
  );
}

const ROWS: readonly Row[] = [
  { code: 'FluentCapitalEstimate', in: 'EWWW', needs: ['basic.level', PRICE], check: capitalEstimate },
  {
    code: 'FluentForeignEstimate',
    in: 'EWWW',
    needs: ['basic.level', 'basic.euFunded', PRICE],
    check: foreignEstimate,
  },
  {
    code: 'FluentImplementationTooShort',
    in: 'EWWW',
    needs: [START, END],
    check: ({ values }) => {
      const [start, end] = [day(values, START), day(values, END)];
      // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
      return when(start !== null && end !== null && end <= addYear(start), END);
    },
  },
  {
    code: 'FluentDurationTooShort',
    in: 'EWWW',
    needs: [DURATION],
    check: ({ values }) => {
      const duration = whole(values, DURATION);
      return when(duration !== null && duration <= DURATION_LIMIT, DURATION);
    },
  },
  {
    code: 'FluentImplementationStart',
    in: 'E---',
    needs: [START],
    check: ({ values }) => {
      const start = day(values, START);
      // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
      return when(start !== null && start < IDEA_START_DATE, START);
    },
  },
  {
    code: 'FluentPlanDateOrder',
    in: 'EEEE',
    needs: [START, END],
    check: datesOutOfOrder(START, END),
  },
  {
    code: 'FluentYearOrder',
    in: 'EEEE',
    needs: [FIRST_YEAR, LAST_YEAR],
    check: ({ values }) => {
      const [first, last] = [whole(values, FIRST_YEAR), whole(values, LAST_YEAR)];
      // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
      return when(first !== null && last !== null && last < first, LAST_YEAR);
    },
  },
  // Stryker disable next-line StringLiteral: any mark but E is a warning.
  { code: 'FluentYearDateMismatch', in: 'WWWW', needs: [START, END, FIRST_YEAR, LAST_YEAR], check: datesAgainstYears },
  {
    code: 'FluentDurationBelowDates',
    // Stryker disable next-line StringLiteral: any mark but E is a warning.
    in: 'WWWW',
    needs: [START, END, DURATION],
    check: ({ values }) => {
      const [start, end] = [day(values, START), day(values, END)];
      const duration = whole(values, DURATION);
      return when(start !== null && end !== null && duration !== null && months(start, end) > duration, DURATION);
    },
  },
  { code: 'FluentYearsDuration', in: 'EEEE', needs: [DURATION], warnsWithForeignFunds: true, check: yearsDuration },
  {
    code: 'FluentYearlyCostYear',
    in: 'EEEE',
    needs: [FIRST_YEAR, LAST_YEAR],
    warnsWithForeignFunds: true,
    check: yearlyCostYear,
  },
  {
    code: 'FluentYearlyCostSum',
    in: 'EEEE',
    needs: [PRICE],
    warnsWithForeignFunds: true,
    check: columnDiffers(COSTS, 'amount'),
  },
  {
    code: 'FluentFundingSourceSum',
    in: 'EEEE',
    needs: [PRICE],
    warnsWithForeignFunds: true,
    check: columnDiffers(SOURCES, 'localAmount'),
  },
  {
    code: 'FluentActivityEstimateSum',
    in: '-EEE',
    needs: [PRICE],
    warnsWithForeignFunds: true,
    check: columnDiffers('financialInfo.activityList', 'estimate'),
  },
  {
    code: 'FluentEstimateEmpty',
    in: 'EEEE',
    needs: [REALIZATION],
    check: ({ values }) => {
      return when(amount(values, REALIZATION) === 0n, REALIZATION);
    },
  },
  {
    code: 'FluentTotalBelowParts',
    in: 'EEEE',
    needs: [PRICE, 'financialInfo.spent.value', PREPARATION, REALIZATION],
    check: totalBelowParts,
  },
  { code: 'FluentFeasibilityBudget', in: 'EE-E', needs: [STUDY, PREPARATION], check: feasibilityBudget },
  {
    code: 'FluentLetterOfIntent',
    in: 'EEEE',
    check: ({ values }) => {
      const path = 'financialInfo.letterOfIntent';
      return when(hasForeignSource(values) && !getPath(values, path), path);
    },
  },
  { code: 'FluentLegalAssessment', in: 'EE-E', check: empty('legalAssessment') },
  { code: 'FluentGovernmentDecision', in: '---E', check: empty('governmentDecision.file') },
  {
    code: 'FluentForeignCurrency',
    in: 'EEEE',
    check: ({ values }) =>
      eachRow(values, SOURCES, 'currency', (row) => {
        const foreign = FOREIGN_SOURCES.includes(textOf(row.source));
        return foreign && !(isObject(row.currency) && row.currency.id);
      }),
  },
  { code: 'FluentEuSourceMissing', in: 'EEEE', needs: ['basic.euFunded'], check: euSources },
  {
    code: 'FluentOptionChosen',
    in: '-E--',
    check: ({ values }) => {
      const rows = rowsAt(values, 'description.options');
      const chosen = rows.filter((row) => row.chosen === YES).length;
      return when(rows.length > 0 && chosen !== 1, 'description.options');
    },
  },
  {
    code: 'FluentSourceNotProvided',
    in: '-WW-',
    check: ({ values }) => eachRow(values, SOURCES, 'provided', (row) => row.provided === NO),
  },
  { code: 'FluentDocumentNotReady', in: '--W-', check: notReady },
  {
    code: 'FluentIncomeYear',
    in: 'WWWW',
    needs: [FIRST_YEAR],
    check: ({ values }) => {
      const first = whole(values, FIRST_YEAR);
      // Stryker disable next-line ConditionalExpression: the rule is skipped without the field.
      if (first === null) return [];
      // Stryker disable next-line ConditionalExpression: another condition refuses it too.
      return eachRow(values, 'financialInfo.income', 'year', ({ year }) => typeof year === 'number' && year < first);
    },
  },
  {
    code: 'FluentHighRisk',
    // Stryker disable next-line StringLiteral: any mark but E is a warning.
    in: 'WWWW',
    check: unmeasuredRisk('risks'),
  },
];

/** The rules of one preparation form, each as error or warning (docs/forms.md, B). */
export function preparationRules(variant: Variant): Rule[] {
  return ROWS.flatMap(({ in: severities, ...rule }) => {
    const mark = severities.charAt(VARIANTS.indexOf(variant));
    if (mark === '-') return [];
    const severity: Severity = mark === 'E' ? 'error' : 'warning';
    return [{ ...rule, severity }];
  });
}
