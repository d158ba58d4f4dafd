import { addYear, isDay } from '../../dates/dates.ts';
import { convert, fromHundredths, percentOf, sumHundredths, toHundredths } from '../../money/decimal.ts';
import { getPath, isObject, rowsAt, setPath } from '../paths.ts';
import type { FormData, FormValues } from '../types.ts';
import { FOREIGN_SOURCES } from './common.ts';
import { nameSources } from './rule-kit.ts';
import { CAPITAL_LIMIT, DURATION_LIMIT, FOREIGN_LIMIT } from './thresholds.ts';
import type { Variant } from './preparation-table.ts';
import { textOf } from '../../text/text-of.ts';
import { NO, NOT_NEEDED, YES } from '../answers.ts';

export const PLAN_DOCUMENTS: readonly string[] = [
  'spatialPlan',
  'urbanPlan',
  'feasibility',
  'land',
  'environment',
  'surveys',
  'location',
  'revision',
  'technical',
  'permit',
  'consents',
  'tender',
];

function yesNo(condition: boolean | null): string | undefined {
  if (condition === null) return undefined;
  return condition ? YES : NO;
}

/** The share of „Да“ among the required documents; undefined if none is required. */
export function readiness(values: FormValues): string | undefined {
  const choices = PLAN_DOCUMENTS.map((name) => getPath(values, `documents.${name}.choice`));
  const needed = choices.filter((choice) => choice !== NOT_NEEDED).length;
  const ready = choices.filter((choice) => choice === YES).length;
  return percentOf(BigInt(ready), BigInt(needed)) ?? undefined;
}

/** Σ foreignAmount of foreign sources that are in euro. */
export function foreignEuro(values: FormValues): bigint {
  return sumHundredths(
    rowsAt(values, 'financialInfo.fundingSources')
      .filter((row) => FOREIGN_SOURCES.includes(textOf(row.source)) && getPath(row, 'currency.id') === 'EUR')
      .map((row) => row.foreignAmount),
  );
}

/** Injected and computed fields of a preparation form, computed again. */
export function computePreparation(variant: Variant, values: FormValues, data: FormData): void {
  setPath(values, 'basic.projectCode', data.projectCode);
  setPath(values, 'basic.sector', data.sector);
  setPath(values, 'basic.organization', data.organization);

  const rate = getPath(data, 'exchangeRate.rate');
  if (typeof rate === 'string') {
    const currency = { id: 'EUR', name: 'Евро', exchangeCode: '978', exchangeRate: rate };
    setPath(values, 'financialInfo.price.currency', currency);
  }
  const local = toHundredths(getPath(values, 'financialInfo.price.local'));
  const estimateEur = convert(getPath(values, 'financialInfo.price.local'), rate) ?? undefined;
  setPath(values, 'financialInfo.price.foreign', estimateEur);

  const sources = rowsAt(values, 'financialInfo.fundingSources');
  nameSources(sources);
  for (const row of sources) {
    const own = isObject(row.currency) ? row.currency.exchangeRate : undefined;
    setPath(row, 'foreignAmount', convert(row.localAmount, own) ?? undefined);
    setPath(row, 'percentage', percentOf(toHundredths(row.localAmount), local) ?? undefined);
  }
  const total = (path: string, column: string) =>
    fromHundredths(sumHundredths(rowsAt(values, path).map((row) => row[column])));
  setPath(values, 'financialInfo.fundingTotal', total('financialInfo.fundingSources', 'localAmount'));
  setPath(values, 'financialInfo.yearlyTotal', total('financialInfo.yearlyCosts', 'amount'));
  const funds = [
    getPath(values, 'financialInfo.preparationAmount.value'),
    getPath(values, 'financialInfo.implementationAmount.value'),
  ];
  setPath(values, 'financialInfo.fundsTotal', fromHundredths(sumHundredths(funds)));

  const foreign = foreignEuro(values);
  const start = getPath(values, 'implementationDates.start');
  const end = getPath(values, 'implementationDates.end');
  const duration = getPath(values, 'durationMonths');
  const estimate = toHundredths(estimateEur);
  setPath(values, 'criteria.estimateEur', estimateEur);
  setPath(values, 'criteria.foreignEur', fromHundredths(foreign));
  setPath(values, 'criteria.above20M', yesNo(estimate === null ? null : estimate > CAPITAL_LIMIT));
  setPath(values, 'criteria.foreignAbove5M', yesNo(foreign > FOREIGN_LIMIT));
  setPath(values, 'criteria.longerThanYear', yesNo(isDay(start) && isDay(end) ? end > addYear(start) : null));
  setPath(values, 'criteria.above11Months', yesNo(typeof duration === 'number' ? duration > DURATION_LIMIT : null));
  if (variant === 'S') setPath(values, 'readiness', readiness(values));
}
