import { addYear, isDay, months } from '../../dates/dates.ts';
import { differs, sumHundredths, toHundredths } from '../../money/decimal.ts';
import { getPath, isObject, rowsAt } from '../paths.ts';
import type { FormData, FormValues, JudgeContext, Rule, RuleItem, Severity } from '../types.ts';
import { EU_SOURCE, FOREIGN_SOURCES, HIGH } from './common.ts';
import { foreignEuro, PLAN_DOCUMENTS } from './preparation-compute.ts';
import type { Variant } from './preparation-fields.ts';

export const IDEA_START_DATE = '2023-01-01';
const CAPITAL_LIMIT = 2_000_000_000n; // 20,000,000.00 EUR in hundredths
const LOCAL_CAPITAL_LIMIT = 200_000_000n; // 2,000,000.00 EUR
const FOREIGN_LIMIT = 500_000_000n; // 5,000,000.00 EUR
const DURATION_LIMIT = 11;

type Input = { values: FormValues; data: FormData; context: JudgeContext };
type Severities = `${'E' | 'W' | '-'}${'E' | 'W' | '-'}${'E' | 'W' | '-'}${'E' | 'W' | '-'}`;

interface Row {
  code: string;
  in: Severities;
  warnsWithForeignFunds?: boolean;
  check: (input: Input) => RuleItem[];
}

const PRICE = 'financialInfo.price.local';
const SOURCES = 'financialInfo.fundingSources';
const COSTS = 'financialInfo.yearlyCosts';

const amount = (values: FormValues, path: string) => toHundredths(getPath(values, path));
const whole = (values: FormValues, path: string) => {
  const value = getPath(values, path);
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
};
const day = (values: FormValues, path: string) => {
  const value = getPath(values, path);
  return isDay(value) ? value : null;
};
const when = (condition: boolean, path: string): RuleItem[] => (condition ? [{ path }] : []);

/** One item per row for which the condition holds. */
function eachRow(
  values: FormValues,
  path: string,
  column: string,
  holds: (row: Record<string, unknown>) => boolean,
): RuleItem[] {
  return rowsAt(values, path).flatMap((row, index) =>
    holds(row) ? [{ path: `${path}[${index + 1}].${column}`, index: index + 1 }] : [],
  );
}

/** Σ of a column ≠ the estimated value; skipped while that one is not entered. */
function sumDiffers(table: string, column: string) {
  return ({ values }: Input): RuleItem[] => {
    const price = amount(values, PRICE);
    if (price === null || price <= 0n) return [];
    const sum = sumHundredths(rowsAt(values, table).map((row) => row[column]));
    return when(differs(sum, price), table);
  };
}

function capitalEstimate({ values }: Input): RuleItem[] {
  const level = getPath(values, 'basic.level');
  const eu = getPath(values, 'basic.euFunded');
  const estimate = amount(values, 'criteria.estimateEur');
  if (estimate === null || estimate === 0n || typeof level !== 'string') return [];
  if (level !== 'Републички') return when(estimate <= LOCAL_CAPITAL_LIMIT, PRICE);
  return when(eu === 'Не' && estimate <= CAPITAL_LIMIT, PRICE);
}

function foreignEstimate({ values }: Input): RuleItem[] {
  const estimate = amount(values, 'criteria.estimateEur');
  const national = getPath(values, 'basic.level') === 'Републички' && getPath(values, 'basic.euFunded') === 'Да';
  if (!national || estimate === null || estimate === 0n) return [];
  return when(estimate <= CAPITAL_LIMIT && foreignEuro(values) <= FOREIGN_LIMIT, SOURCES);
}

/** Calendar years that so many months can touch: from ⌈m ÷ 12⌉ to ⌈(m + 11) ÷ 12⌉. */
export function yearsForMonths(count: number): { least: number; most: number } {
  return { least: Math.ceil(count / 12), most: Math.ceil((count + 11) / 12) };
}

function yearsDuration({ values }: Input): RuleItem[] {
  const duration = whole(values, 'durationMonths');
  if (duration === null || duration < 1) return [];
  const { least, most } = yearsForMonths(duration);
  const count = rowsAt(values, COSTS).length;
  return when(count < least || count > most, COSTS);
}

function datesAgainstYears({ values }: Input): RuleItem[] {
  const [start, end] = [day(values, 'implementationDates.start'), day(values, 'implementationDates.end')];
  const [first, last] = [whole(values, 'estimatedStartYear'), whole(values, 'estimatedEndYear')];
  const early = start !== null && first !== null && Number(start.slice(0, 4)) < first;
  const late = end !== null && last !== null && Number(end.slice(0, 4)) > last;
  return when(early || late, early ? 'implementationDates.start' : 'implementationDates.end');
}

function yearlyCostYear({ values }: Input): RuleItem[] {
  const [first, last] = [whole(values, 'estimatedStartYear'), whole(values, 'estimatedEndYear')];
  if (first === null || last === null) return [];
  return eachRow(values, COSTS, 'year', ({ year }) => typeof year === 'number' && (year < first || year > last));
}

function totalBelowParts({ values }: Input): RuleItem[] {
  const price = amount(values, PRICE);
  if (price === null || price <= 0n) return [];
  const parts = sumHundredths(
    ['spent', 'preparationAmount', 'implementationAmount'].map((part) =>
      getPath(values, `financialInfo.${part}.value`),
    ),
  );
  return when(price < parts - 1n, PRICE);
}

function feasibilityBudget({ values }: Input): RuleItem[] {
  const path = 'financialInfo.feasibilityStudyBudget.value';
  const budget = amount(values, path);
  const preparation = amount(values, 'financialInfo.preparationAmount.value');
  if (budget === null || preparation === null) return [];
  return when(budget > preparation && differs(budget, preparation), path);
}

function hasForeignSource(values: FormValues): boolean {
  return rowsAt(values, SOURCES).some((row) => FOREIGN_SOURCES.includes(String(row.source ?? '')));
}

function euSources({ values }: Input): RuleItem[] {
  const answer = getPath(values, 'basic.euFunded');
  const exists = rowsAt(values, SOURCES).some((row) => row.source === EU_SOURCE);
  return when((answer === 'Да' && !exists) || (answer === 'Не' && exists), 'basic.euFunded');
}

function notReady({ values }: Input): RuleItem[] {
  return PLAN_DOCUMENTS.flatMap((name) =>
    getPath(values, `documents.${name}.choice`) === 'Не' ? [{ path: `documents.${name}` }] : [],
  );
}

const empty =
  (path: string) =>
  ({ values }: Input): RuleItem[] =>
    when(!getPath(values, path), path);

const ROWS: readonly Row[] = [
  { code: 'FluentCapitalEstimate', in: 'EWWW', check: capitalEstimate },
  { code: 'FluentForeignEstimate', in: 'EWWW', check: foreignEstimate },
  {
    code: 'FluentImplementationTooShort',
    in: 'EWWW',
    check: ({ values }) => {
      const [start, end] = [day(values, 'implementationDates.start'), day(values, 'implementationDates.end')];
      return when(start !== null && end !== null && end <= addYear(start), 'implementationDates.end');
    },
  },
  {
    code: 'FluentDurationTooShort',
    in: 'EWWW',
    check: ({ values }) => {
      const duration = whole(values, 'durationMonths');
      return when(duration !== null && duration <= DURATION_LIMIT, 'durationMonths');
    },
  },
  {
    code: 'FluentImplementationStart',
    in: 'E---',
    check: ({ values }) => {
      const start = day(values, 'implementationDates.start');
      return when(start !== null && start < IDEA_START_DATE, 'implementationDates.start');
    },
  },
  {
    code: 'FluentPlanDateOrder',
    in: 'EEEE',
    check: ({ values }) => {
      const [start, end] = [day(values, 'implementationDates.start'), day(values, 'implementationDates.end')];
      return when(start !== null && end !== null && end < start, 'implementationDates.end');
    },
  },
  {
    code: 'FluentYearOrder',
    in: 'EEEE',
    check: ({ values }) => {
      const [first, last] = [whole(values, 'estimatedStartYear'), whole(values, 'estimatedEndYear')];
      return when(first !== null && last !== null && last < first, 'estimatedEndYear');
    },
  },
  { code: 'FluentYearDateMismatch', in: 'WWWW', check: datesAgainstYears },
  {
    code: 'FluentDurationBelowDates',
    in: 'WWWW',
    check: ({ values }) => {
      const [start, end] = [day(values, 'implementationDates.start'), day(values, 'implementationDates.end')];
      const duration = whole(values, 'durationMonths');
      return when(
        start !== null && end !== null && duration !== null && months(start, end) > duration,
        'durationMonths',
      );
    },
  },
  { code: 'FluentYearsDuration', in: 'EEEE', warnsWithForeignFunds: true, check: yearsDuration },
  { code: 'FluentYearlyCostYear', in: 'EEEE', warnsWithForeignFunds: true, check: yearlyCostYear },
  { code: 'FluentYearlyCostSum', in: 'EEEE', warnsWithForeignFunds: true, check: sumDiffers(COSTS, 'amount') },
  {
    code: 'FluentFundingSourceSum',
    in: 'EEEE',
    warnsWithForeignFunds: true,
    check: sumDiffers(SOURCES, 'localAmount'),
  },
  {
    code: 'FluentActivityEstimateSum',
    in: '-EEE',
    warnsWithForeignFunds: true,
    check: sumDiffers('financialInfo.activityList', 'estimate'),
  },
  {
    code: 'FluentEstimateEmpty',
    in: 'EEEE',
    check: ({ values }) => {
      const path = 'financialInfo.implementationAmount.value';
      return when(amount(values, path) === 0n, path);
    },
  },
  { code: 'FluentTotalBelowParts', in: 'EEEE', check: totalBelowParts },
  { code: 'FluentFeasibilityBudget', in: 'EE-E', check: feasibilityBudget },
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
        const foreign = FOREIGN_SOURCES.includes(String(row.source ?? ''));
        return foreign && !(isObject(row.currency) && row.currency.id);
      }),
  },
  { code: 'FluentEuSourceMissing', in: 'EEEE', check: euSources },
  {
    code: 'FluentOptionChosen',
    in: '-E--',
    check: ({ values }) => {
      const rows = rowsAt(values, 'description.options');
      const chosen = rows.filter((row) => row.chosen === 'Да').length;
      return when(rows.length > 0 && chosen !== 1, 'description.options');
    },
  },
  {
    code: 'FluentSourceNotProvided',
    in: '-WW-',
    check: ({ values }) => eachRow(values, SOURCES, 'provided', (row) => row.provided === 'Не'),
  },
  { code: 'FluentDocumentNotReady', in: '--W-', check: notReady },
  {
    code: 'FluentIncomeYear',
    in: 'WWWW',
    check: ({ values }) => {
      const first = whole(values, 'estimatedStartYear');
      if (first === null) return [];
      return eachRow(values, 'financialInfo.income', 'year', ({ year }) => typeof year === 'number' && year < first);
    },
  },
  {
    code: 'FluentHighRisk',
    in: 'WWWW',
    check: ({ values }) =>
      eachRow(values, 'risks', 'measures', (row) => row.degree === HIGH && row.probability === HIGH && !row.measures),
  },
];

const COLUMNS: readonly Variant[] = ['I', 'P', 'S', 'Z'];

/** The rules of one preparation form, each as error or warning (form catalogue, B). */
export function preparationRules(variant: Variant): Rule[] {
  return ROWS.flatMap(({ in: severities, ...rule }) => {
    const mark = severities.charAt(COLUMNS.indexOf(variant));
    if (mark === '-') return [];
    const severity: Severity = mark === 'E' ? 'error' : 'warning';
    return [{ ...rule, severity }];
  });
}
