import { FORM_TITLES } from '../titles.ts';
import { fromHundredths, toHundredths } from '../../money/decimal.ts';
import { PHASE } from '../../workflow/phases.ts';
import { getPath, nameKey, rowsAt, setPath } from '../paths.ts';
import type { FormData, FormValues, Rule } from '../types.ts';
import { versionsOf } from '../versions.ts';
import { pair } from '../../text/bilingual-text.ts';
import { COMPUTED, long, percent, REQUIRED, ROW_NAME, rsd, table, text } from './fields.ts';
import { activityNames, listMismatch, reportRows } from './quarterly.ts';
import { amountOrZero, eachRow, sumDiffers } from './rule-kit.ts';

/** Restates all work and spending so far in the activities of the corrected plan (docs/forms.md, C4). */

const SUMMARY = 'summary.activities';
const OLD_FULFILLED = 'details.physical.oldFulfilled';
const FULFILLED = 'details.physical.activityFulfilled';
const OLD_EXPENSE = 'details.financial.oldExpense';
const REAL = 'details.financial.realExpense';

function soFar(data: FormData, name: unknown, column: 'Fulfilled' | 'Expense'): bigint {
  return rowsAt(data, 'Realized')
    .filter((row) => nameKey(row.Name) === nameKey(name))
    .reduce((sum, row) => sum + (toHundredths(row[column]) ?? 0n), 0n);
}

function compute(values: FormValues, data: FormData): void {
  reportRows(values, data, SUMMARY, (row, _, added) => {
    const done = fromHundredths(soFar(data, row.name, 'Fulfilled'));
    const paid = fromHundredths(soFar(data, row.name, 'Expense'));
    setPath(row, OLD_FULFILLED, done);
    setPath(row, OLD_EXPENSE, paid);
    if (added || getPath(row, FULFILLED) === undefined) setPath(row, FULFILLED, done);
    if (added || getPath(row, REAL) === undefined) setPath(row, REAL, paid);
  });
}

const total = (values: FormValues, path: string): bigint =>
  rowsAt(values, SUMMARY).reduce((sum, row) => sum + amountOrZero(row, path), 0n);

const RULES: readonly Rule[] = [
  { code: 'FluentActivityListMismatch', severity: 'error', check: listMismatch(SUMMARY) },
  {
    code: 'FluentRestatedExpenseSum',
    severity: 'error',
    check: ({ values }) => sumDiffers(total(values, REAL), total(values, OLD_EXPENSE), SUMMARY),
  },
  {
    code: 'FluentRestatedExpenseOver',
    severity: 'error',
    check: ({ values, data }) => {
      const estimates = new Map(
        rowsAt(data, 'Plan.ActivityTotalAmounts').map((row) => [nameKey(row.Name), toHundredths(row.Amount) ?? 0n]),
      );
      return eachRow(values, SUMMARY, REAL, (row) => {
        const estimate = estimates.get(nameKey(row.name));
        return estimate !== undefined && amountOrZero(row, REAL) > estimate;
      });
    },
  },
];

export const QUARTERLY_CORRECTION = versionsOf({
  code: 'kvartalni-korekcija',
  aliases: [],
  versions: 1,
  phase: PHASE.correctionReporting,
  family: 'generic',
  title: FORM_TITLES['kvartalni-korekcija'],
  titleStage: 3,
  help: 12,
  revisionRoute: false,
  sections: [
    {
      key: 'summary',
      title: pair('Преглед реализације', 'Summary'),
      fields: [
        table(
          SUMMARY,
          'Преглед реализације',
          'Summary',
          [
            text('name', 'Активност', 'Activity', 200, ROW_NAME),
            percent(OLD_FULFILLED, 'До сада извршено, %', 'Done so far, %', { ...COMPUTED, unbounded: true }),
            rsd(OLD_EXPENSE, 'До сада утрошено, РСД', 'Spent so far, RSD', COMPUTED),
            percent(FULFILLED, 'Извршено по новом плану, %', 'Restated, %', REQUIRED),
            rsd(REAL, 'Утрошено по новом плану, РСД', 'Restated expense, RSD', REQUIRED),
            long('details.reason', 'Разлог', 'Reason', 2000, {
              ...REQUIRED,
              visibleWhen: {
                anyDiffers: [
                  [OLD_FULFILLED, FULFILLED],
                  [OLD_EXPENSE, REAL],
                ],
              },
            }),
          ],
          { fixedRows: true },
        ),
      ],
    },
  ],
  defaults: () => ({}),
  compute,
  rules: RULES,
  lockedAt: (path, values, data) => {
    const row = /^summary\.activities\[(\d+)\]$/.exec(path);
    if (!row) return false;
    const name = nameKey(rowsAt(values, SUMMARY)[Number(row[1]) - 1]?.name);
    return activityNames(data).some((known) => nameKey(known) === name);
  },
});
