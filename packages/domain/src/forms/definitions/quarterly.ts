import { FORM_TITLES } from '../titles.ts';
import { percentOf, toHundredths } from '../../money/decimal.ts';
import { PHASE } from '../../workflow/phases.ts';
import { getPath, nameKey, rowsAt, setPath } from '../paths.ts';
import type { FormData, FormValues, Rule, RuleItem } from '../types.ts';
import { versionsOf } from '../versions.ts';
import { pair } from '../../text/bilingual-text.ts';
import { COMPUTED, date, long, percent, REQUIRED, ROW_NAME, rsd, table, text, yesNo } from './fields.ts';
import { followNames } from './follow.ts';
import { amountOrZero, eachRow, gapOf, type Input } from './rule-kit.ts';
import { WHOLE } from './thresholds.ts';
import { textOf } from '../../text/text-of.ts';
import { NO, YES } from '../answers.ts';

/** The quarterly report (docs/forms.md, C3). */

const COSTS = 'keyAspects.costChanges';
const DATES = 'keyAspects.dateChanges';
const SUMMARY = 'summary.activities';
const ALL = '100.00';
const DATE_LENGTH = 10;
const FULFILLED = 'details.physical.activityFulfilled';
const PLANNED = 'details.financial.plannedExpense';
const REAL = 'details.financial.realExpense';
const TARGET = 'details.financial.targetPercent';
const VARIES = { column: TARGET, isNot: ALL } as const;

/** Activities of the plan in force as `data` gives them, by the key of the name. */
function planOf(data: FormData): Map<string, FormValues> {
  return new Map(rowsAt(data, 'Plan.ActivityTotalAmounts').map((row) => [nameKey(row.Name), row]));
}

export function activityNames(data: FormData): string[] {
  return rowsAt(data, 'Plan.ActivityTotalAmounts').map((row) => textOf(row.Name));
}

/** Real ÷ planned expense × 100; 100 when both are 0, 0 when only the plan is (docs/forms.md, K2). */
export function targetPercent(real: bigint, planned: bigint): string {
  if (planned === 0n) return real === 0n ? ALL : '0.00';
  return percentOf(real, planned) ?? ALL;
}

/**
 * Rows for every activity of the plan, computed by `fill`, which gets the plan's entry; null for a name that the plan
 * does not have (docs/forms.md, K4 and K10).
 */
export function reportRows(
  values: FormValues,
  data: FormData,
  path: string,
  fill: (row: FormValues, activity: FormValues | null, added: boolean) => void,
): void {
  const plan = planOf(data);
  const before = rowsAt(values, path).length;
  const { rows, known } = followNames(activityNames(data), rowsAt(values, path), 'name');
  for (const [index, row] of rows.entries()) {
    const name = known[index];
    if (name !== undefined && name !== null) row.name = name;
    fill(row, name ? (plan.get(nameKey(name)) ?? null) : null, index >= before);
  }
  setPath(values, path, rows);
}

function computeChanges(values: FormValues, data: FormData): void {
  const costsStay = getPath(values, `${COSTS}.answer`) === NO;
  reportRows(values, data, `${COSTS}.activities`, (row, activity, added) => {
    row.oldEstimate = activity?.Amount;
    if (activity && (costsStay || added)) row.newEstimate = activity.Amount;
  });
  const datesStay = getPath(values, `${DATES}.answer`) === NO;
  reportRows(values, data, `${DATES}.activities`, (row, activity, added) => {
    row.oldDate = activity?.Date;
    if (activity && (datesStay || added)) row.newDate = textOf(activity.Date).slice(0, DATE_LENGTH) || undefined;
  });
}

function compute(values: FormValues, data: FormData): void {
  const planned = new Map(rowsAt(data, 'Activities').map((row) => [nameKey(row.Name), row.Amount]));
  setPath(
    values,
    'plan.activities',
    rowsAt(data, 'Activities').map(({ Name, Amount }) => ({ name: Name, amount: Amount })),
  );
  computeChanges(values, data);
  reportRows(values, data, SUMMARY, (row, activity) => {
    const amount = planned.get(nameKey(row.name)) ?? '0.00';
    setPath(row, PLANNED, activity ? amount : undefined);
    for (const path of [FULFILLED, REAL]) if (getPath(row, path) === undefined) setPath(row, path, '0.00');
    setPath(row, TARGET, targetPercent(amountOrZero(row, REAL), toHundredths(amount) ?? 0n));
  });
}

/** Names of a list that are not in the plan, without duplicates. */
export const listMismatch =
  (path: string) =>
  ({ values, data }: Input): RuleItem[] => {
    const { known } = followNames(activityNames(data), rowsAt(values, path), 'name');
    return eachRow(values, path, 'name', (_, index) => known[index] === null);
  };

function changeMissing(base: string, fresh: string, differs: (row: FormValues) => boolean) {
  return ({ values }: Input): RuleItem[] => {
    if (getPath(values, `${base}.answer`) !== YES) return [];
    const changed = rowsAt(values, `${base}.activities`).some(differs);
    return changed ? [] : [{ path: `${base}.activities`, index: 0, label: changeLabel(fresh) }];
  };
}

const changeLabel = (fresh: string) =>
  fresh === 'newEstimate' ? pair('Промене трошкова', 'Cost changes') : pair('Промене рокова', 'Date changes');

/** Work and expenses before this quarter, by activity. */
function before(data: FormData, name: unknown, column: 'Fulfilled' | 'Expense'): bigint {
  const row = rowsAt(data, 'Before').find((entry) => nameKey(entry.Name) === nameKey(name));
  return toHundredths(row?.[column]) ?? 0n;
}

const RULES: readonly Rule[] = [
  {
    code: 'FluentInvalidField',
    severity: 'error',
    check: ({ data }) =>
      data.quarterKnown === false ? [{ path: '', index: 0, label: pair('Назив обрасца', 'Form name') }] : [],
  },
  ...[`${COSTS}.activities`, `${DATES}.activities`, SUMMARY].map(
    (path): Rule => ({ code: 'FluentActivityListMismatch', severity: 'error', check: listMismatch(path) }),
  ),
  {
    code: 'FluentCostChangeMissing',
    severity: 'error',
    needs: [`${COSTS}.answer`],
    check: changeMissing(
      COSTS,
      'newEstimate',
      (row) => toHundredths(row.newEstimate) !== toHundredths(row.oldEstimate),
    ),
  },
  {
    code: 'FluentDateChangeMissing',
    severity: 'error',
    needs: [`${DATES}.answer`],
    check: changeMissing(
      DATES,
      'newDate',
      (row) => row.newDate !== undefined && row.newDate !== textOf(row.oldDate).slice(0, DATE_LENGTH),
    ),
  },
  {
    code: 'FluentActivityFulfilledSum',
    severity: 'error',
    check: ({ values, data }) =>
      rowsAt(values, SUMMARY).flatMap((row, at) => {
        const index = at + 1;
        const share = before(data, row.name, 'Fulfilled') + amountOrZero(row, FULFILLED);
        return share > WHOLE
          ? [{ path: `${SUMMARY}[${index}].${FULFILLED}`, index, gap: gapOf(share, WHOLE, 'percent') }]
          : [];
      }),
  },
  {
    code: 'FluentRealExpenseSum',
    severity: 'warning',
    check: ({ values, data }) => {
      const plan = planOf(data);
      return eachRow(values, SUMMARY, REAL, (row) => {
        const total = toHundredths(plan.get(nameKey(row.name))?.Amount);
        return total !== null && before(data, row.name, 'Expense') + amountOrZero(row, REAL) > total;
      });
    },
  },
];

const ROW = /^(keyAspects\.(?:costChanges|dateChanges)\.activities|summary\.activities)\[(\d+)\]$/;
const CHANGE = /^(keyAspects\.(?:costChanges|dateChanges))\.activities\[\d+\]\.(newEstimate|newDate)$/;

/** Rows of the plan are locked; a change can only be entered if the clerk answered that something changed. */
function lockedAt(path: string, values: FormValues, data: FormData): boolean {
  const change = CHANGE.exec(path);
  if (change) return getPath(values, `${change[1]}.answer`) !== YES;
  const row = ROW.exec(path);
  if (!row) return false;
  const name = nameKey(rowsAt(values, row[1] ?? '')[Number(row[2]) - 1]?.name);
  return activityNames(data).some((known) => nameKey(known) === name);
}

const reasons = (base: string) =>
  long(`${base}.reasons`, 'Разлози', 'Reasons', 4000, {
    ...REQUIRED,
    visibleWhen: { path: `${base}.answer`, equals: YES },
  });

export const QUARTERLY = versionsOf({
  code: 'kvartalni',
  aliases: [],
  versions: 2,
  numberedSince: 2,
  phase: PHASE.reporting,
  family: 'generic',
  title: FORM_TITLES.kvartalni,
  titleStage: 3,
  help: 5,
  revisionRoute: true,
  sections: [
    {
      key: 'plan',
      title: pair('Планиране активности', 'Planned activities'),
      fields: [
        table(
          'plan.activities',
          'Планиране активности',
          'Planned activities',
          [
            text('name', 'Активност', 'Activity', 200, COMPUTED),
            rsd('amount', 'Планирано у кварталу, РСД', 'Planned, RSD', COMPUTED),
          ],
          COMPUTED,
        ),
      ],
    },
    {
      key: 'keyAspects',
      title: pair('Кључни аспекти', 'Key aspects'),
      fields: [
        yesNo(`${COSTS}.answer`, 'Да ли се мењају вредности активности?', 'Cost changes', { ...REQUIRED, no: '2.1' }),
        table(
          `${COSTS}.activities`,
          'Промене трошкова',
          'Cost changes',
          [
            text('name', 'Активност', 'Activity', 200, ROW_NAME),
            rsd('oldEstimate', 'Важећа процена, РСД', 'Old estimate, RSD', COMPUTED),
            rsd('newEstimate', 'Нова процена, РСД', 'New estimate, RSD', REQUIRED),
          ],
          { fixedRows: true, no: '2.1' },
        ),
        reasons(COSTS),
        yesNo(`${DATES}.answer`, 'Да ли се мењају рокови?', 'Date changes', { ...REQUIRED, no: '2.2' }),
        table(
          `${DATES}.activities`,
          'Промене рокова',
          'Date changes',
          [
            text('name', 'Активност', 'Activity', 200, ROW_NAME),
            date('oldDate', 'Важећи рок', 'Old date', COMPUTED),
            date('newDate', 'Нови рок', 'New date', REQUIRED),
          ],
          { fixedRows: true, no: '2.2' },
        ),
        reasons(DATES),
      ],
    },
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
            percent(FULFILLED, 'Извршено у кварталу, %', 'Fulfilled, %', REQUIRED),
            rsd(PLANNED, 'Планирани расход, РСД', 'Planned expense, RSD', COMPUTED),
            rsd(REAL, 'Стварни расход, РСД', 'Real expense, RSD', REQUIRED),
            percent(TARGET, 'Остварење циља, %', 'Target percent', {
              ...COMPUTED,
              unbounded: true,
              ratioOf: [REAL, PLANNED],
            }),
            long('details.financial.targetReason', 'Разлог одступања', 'Reason', 2000, {
              ...REQUIRED,
              visibleWhen: VARIES,
            }),
            long('details.financial.targetMeasures', 'Мере', 'Measures', 2000, { ...REQUIRED, visibleWhen: VARIES }),
          ],
          { fixedRows: true },
        ),
      ],
    },
  ],
  defaults: () => ({ keyAspects: { costChanges: { answer: NO }, dateChanges: { answer: NO } } }),
  compute,
  rules: RULES,
  lockedAt,
  settles: [`${COSTS}.activities`, `${DATES}.activities`, `${COSTS}.reasons`, `${DATES}.reasons`],
});
