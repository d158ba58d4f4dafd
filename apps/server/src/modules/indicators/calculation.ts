import type { Calculation } from '@pimis/contract/indicators';
import { toHundredths } from '@pimis/domain/money/decimal';
import { isDay } from '@pimis/domain/dates/dates';
import { calculateFunding, calculateInactivity, calculateTime } from '@pimis/domain/indicators/calculate';
import { EVALUATION_DAYS_MAX, EVALUATION_DAYS_MIN } from '@pimis/domain/indicators/constants';
import type { FundingRow, InactivityRow, TimeRow } from '@pimis/domain/indicators/types';
import { ApiError, invalidFields } from '../../platform/errors.ts';

type Rows<Name extends keyof Calculation> = NonNullable<Calculation[Name]>;

const NOTHING = '0.00';

function checkDays(group: string, rows: readonly object[], names: readonly string[]): void {
  for (const [index, row] of rows.entries()) {
    for (const name of names) {
      const value = (row as Record<string, unknown>)[name];
      if (typeof value === 'string' && !isDay(value)) {
        throw invalidFields({ [`${group}.${index}.${name}`]: 'InvalidField' });
      }
    }
  }
}

function time(rows: Rows<'timeToProjectImplementation'>): TimeRow[] {
  checkDays('timeToProjectImplementation', rows, ['quarterEndDate', 'projectStartDate']);
  const calculated = calculateTime(rows);
  // Some work was done, but at its pace the whole takes more days than a number can hold.
  const beyond = calculated.findIndex(
    ({ value, implementationDays, activityTotalInitialAmount, activityQuarterAmount, activityTotalAmount }) =>
      value === null &&
      implementationDays > 0 &&
      [activityTotalInitialAmount, activityQuarterAmount, activityTotalAmount].every(
        (amount) => (toHundredths(amount) ?? 0n) > 0n,
      ),
  );
  if (beyond >= 0) {
    throw invalidFields({ [`timeToProjectImplementation.${beyond}.activityQuarterAmount`]: 'InvalidField' });
  }
  return calculated;
}

function funding(group: string, rows: Rows<'FundingAdequacyIndicator'>): FundingRow[] {
  checkDays(group, rows, ['quarterEndDate']);
  return calculateFunding(rows);
}

/** The window of the first row applies to all rows. */
function inactivity(rows: Rows<'inactivity'>): InactivityRow[] {
  checkDays('inactivity', rows, ['quarterEndDate', 'projectEndDate']);
  const [first] = rows;
  const end = first?.projectEndDate;
  const length = first?.projectEvaluationDays;
  if (!end) throw invalidFields({ 'inactivity.0.projectEndDate': 'EmptyField' });
  if (length === undefined || length === null)
    throw invalidFields({ 'inactivity.0.projectEvaluationDays': 'EmptyField' });
  if (length < EVALUATION_DAYS_MIN || length > EVALUATION_DAYS_MAX)
    throw invalidFields({ 'inactivity.0.projectEvaluationDays': 'InvalidField' });
  return calculateInactivity(
    rows.map((row) => ({
      ...row,
      projectEndDate: end,
      projectEvaluationDays: length,
      activityQuarterPercent: row.activityQuarterPercent ?? NOTHING,
      activityQuarterSumPercent: row.activityQuarterSumPercent ?? NOTHING,
    })),
  );
}

/**
 * Calculates one group of rows without storing it (docs/indicators.md, 6). Errors: ValidationError unless exactly one
 * group is sent or when a field is out of bounds, InvalidApprovedFormsCount for a group without rows.
 */
export function calculate(input: Calculation): (TimeRow | FundingRow | InactivityRow)[] {
  const sent = Object.entries(input).filter(([, rows]) => rows !== undefined);
  const [group] = sent;
  if (sent.length !== 1 || !group) throw new ApiError('ValidationError');
  if (group[1].length === 0) throw new ApiError('InvalidApprovedFormsCount');
  if (input.timeToProjectImplementation) return time(input.timeToProjectImplementation);
  if (input.inactivity) return inactivity(input.inactivity);
  return funding(group[0], input.FundingAdequacyIndicator ?? input.fundingAdequacyIndicator ?? []);
}
