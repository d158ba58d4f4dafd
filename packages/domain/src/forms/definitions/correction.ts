import { FORM_TITLES } from '../titles.ts';
import { days } from '../../dates/dates.ts';
import { PHASE } from '../../workflow/phases.ts';
import { differs, fromHundredths, toHundredths } from '../../money/decimal.ts';
import { defaultValues } from '../complete.ts';
import { sameFormValues } from '../normalize.ts';
import { getPath, nameKey, rowsAt, setPath } from '../paths.ts';
import type { FormData, FormValues, Rule, RuleItem, Section } from '../types.ts';
import { versionsOf } from '../versions.ts';
import { pair } from '../../text/bilingual-text.ts';
import { COMPUTED, date, long, REQUIRED, rsd, table, text, whole } from './fields.ts';
import { computePlan, planDefaults } from './plan.ts';
import { planSections } from './plan-fields.ts';
import { isClosed, PLAN_RULES } from './plan-rules.ts';
import { cellsOf, proposeAmounts } from './plan-schedule.ts';
import { day, empty, type Input, when } from './rule-kit.ts';

/** The plan correction: asks the commission to change the plan in force (docs/forms.md, C2). */

const ACTIVITIES = 'financialInfo.activityList';
const SCHEDULE = 'implementation';
const PLAN_PARTS = planSections({ zeroEstimates: true });
const PLAN_KEYS = new Set(PLAN_PARTS.map(({ key }) => key));

const inForce = (data: FormData) => rowsAt(data, 'Plan.ActivityTotalAmounts');

/** Σ of the real expense of an activity, in one closed quarter or in all. */
function spent(data: FormData, name: unknown, at?: { year: number; quarter: number }): bigint {
  return rowsAt(data, 'Realized')
    .filter((row) => nameKey(row.Name) === nameKey(name))
    .filter((row) => !at || (row.Year === at.year && row.Quarter === at.quarter))
    .reduce((sum, row) => sum + (toHundredths(row.Expense) ?? 0n), 0n);
}

function comparison(values: FormValues, data: FormData): FormValues[] {
  const fresh = new Map(rowsAt(values, ACTIVITIES).map((row) => [nameKey(row.name), row]));
  const old = inForce(data);
  const known = new Set(old.map((row) => nameKey(row.Name)));
  const row = (name: unknown, initial: unknown, before: unknown, after: unknown): FormValues => ({
    name,
    initialEstimate: fromHundredths(toHundredths(initial) ?? 0n),
    oldEstimate: fromHundredths(toHundredths(before) ?? 0n),
    newEstimate: fromHundredths(toHundredths(after) ?? 0n),
    difference: fromHundredths((toHundredths(after) ?? 0n) - (toHundredths(before) ?? 0n)),
  });
  return [
    ...old.map(({ Name, InitialAmount, Amount }) =>
      row(Name, InitialAmount, Amount, fresh.get(nameKey(Name))?.estimate),
    ),
    ...rowsAt(values, ACTIVITIES)
      .filter(({ name }) => nameKey(name) !== '' && !known.has(nameKey(name)))
      .map(({ name, estimate }) => row(name, '0.00', '0.00', estimate)),
  ];
}

function compute(values: FormValues, data: FormData): void {
  computePlan(values, data);
  setPath(values, 'correction.comparison', comparison(values, data));
  const oldEnd = day(data, 'Plan.ImplementationDates.end');
  const newEnd = day(values, 'implementationDates.end');
  setPath(values, 'correction.oldEnd', oldEnd ?? undefined);
  setPath(values, 'correction.newEnd', newEnd ?? undefined);
  setPath(values, 'correction.days', oldEnd === null || newEnd === null ? undefined : days(oldEnd, newEnd));
}

/** Only the plan's part of the correction says whether anything was corrected. */
function unchanged({ values, data, definition }: Input): RuleItem[] {
  const plan = { ...definition, sections: definition.sections.filter(({ key }) => PLAN_KEYS.has(key)) };
  return when(sameFormValues(plan, values, defaultValues(definition, data)), ACTIVITIES);
}

function activityLocked({ values, data }: Input): RuleItem[] {
  const names = new Set(rowsAt(values, ACTIVITIES).map(({ name }) => nameKey(name)));
  return inForce(data).flatMap(({ Name }, index) =>
    names.has(nameKey(Name)) ? [] : [{ path: `${ACTIVITIES}[${index + 1}].name`, index: index + 1 }],
  );
}

function closedQuarter({ values, data }: Input): RuleItem[] {
  return rowsAt(values, SCHEDULE).flatMap((row, index) => {
    const name = getPath(row, 'activity.name');
    const wrong = rowsAt(data, 'Realized')
      .filter((closed) => nameKey(closed.Name) === nameKey(name))
      .map(({ Year, Quarter }) => ({ year: Number(Year), quarter: Number(Quarter) }))
      .find((at) => {
        const cells = cellsOf(row).filter((cell) => cell.year === at.year && cell.quarter === at.quarter);
        const planned = cells.reduce((sum, cell) => sum + (cell.amount ?? 0n), 0n);
        return differs(planned, spent(data, name, at));
      });
    if (!wrong) return [];
    const place = rowsAt(row, 'plan').findIndex(({ year }) => year === wrong.year);
    const cell = place < 0 ? 'plan' : `plan[${place + 1}].q${wrong.quarter}.amount`;
    return [{ path: `${SCHEDULE}[${index + 1}].${cell}`, index: index + 1 }];
  });
}

function belowSpent({ values, data }: Input): RuleItem[] {
  return rowsAt(values, ACTIVITIES).flatMap(({ name, estimate }, index) => {
    const value = toHundredths(estimate);
    const below = value !== null && value < spent(data, name);
    return below ? [{ path: `${ACTIVITIES}[${index + 1}].estimate`, index: index + 1 }] : [];
  });
}

const RULES: readonly Rule[] = [
  ...PLAN_RULES,
  { code: 'FluentCorrectionExplanation', severity: 'error', check: empty('correction.explanation') },
  { code: 'FluentCorrectionEvidence', severity: 'error', check: empty('correction.evidence') },
  { code: 'FluentCorrectionUnchanged', severity: 'error', check: unchanged },
  { code: 'FluentCorrectionActivityLocked', severity: 'error', check: activityLocked },
  { code: 'FluentCorrectionClosedQuarter', severity: 'error', check: closedQuarter },
  { code: 'FluentCorrectionBelowSpent', severity: 'error', check: belowSpent },
];

const CORRECTION_PARTS: readonly Section[] = [
  {
    key: 'correction',
    title: pair('Корекција', 'Correction'),
    fields: [
      long('correction.explanation', 'Образложење корекције', 'Explanation', 8000, { ...REQUIRED, emptyByRule: true }),
      {
        path: 'correction.evidence',
        kind: 'fileList',
        required: true,
        emptyByRule: true,
        maxRows: 20,
        label: pair('Докази', 'Evidence'),
      },
      long('opinion.ministry', 'Мишљење Министарства финансија', 'Ministry of finance opinion', 4000, { admin: true }),
    ],
  },
  {
    key: 'comparison',
    title: pair('Поређење', 'Comparison'),
    fields: [
      table(
        'correction.comparison',
        'Активности',
        'Activities',
        [
          text('name', 'Активност', 'Activity', 200, COMPUTED),
          rsd('initialEstimate', 'Почетна вредност', 'Initial', COMPUTED),
          rsd('oldEstimate', 'Важећа вредност', 'Current', COMPUTED),
          rsd('newEstimate', 'Нова вредност', 'New', COMPUTED),
          rsd('difference', 'Разлика', 'Difference', { ...COMPUTED, signed: true }),
        ],
        COMPUTED,
      ),
      date('correction.oldEnd', 'Важећи рок', 'Old end', COMPUTED),
      date('correction.newEnd', 'Нови рок', 'New end', COMPUTED),
      whole('correction.days', 'Разлика у данима', 'Days', [-4000, 4000], COMPUTED),
    ],
  },
];

const ACTIVITY_ROW = /^financialInfo\.activityList\[(\d+)\](\.name)?$/;
const SCHEDULE_ROW = /^implementation\[\d+\]$/;
const YEAR_PART = /^implementation\[(\d+)\]\.plan\[(\d+)\](?:\.year|\.q([1-4])\.amount)?$/;

/**
 * Names of the plan in force are locked, and so are the amounts and years of closed quarters; schedule rows follow the
 * activities.
 */
function lockedAt(path: string, values: FormValues, data: FormData): boolean {
  if (SCHEDULE_ROW.test(path)) return true;
  const activity = ACTIVITY_ROW.exec(path);
  if (activity) {
    const name = nameKey(rowsAt(values, ACTIVITIES)[Number(activity[1]) - 1]?.name);
    return name !== '' && inForce(data).some((row) => nameKey(row.Name) === name);
  }
  const part = YEAR_PART.exec(path);
  if (!part) return false;
  const row = rowsAt(values, SCHEDULE)[Number(part[1]) - 1];
  const years = rowsAt(row, 'plan').map((plan) => plan.year);
  const year = years[Number(part[2]) - 1];
  if (typeof year !== 'number') return false;
  const name = getPath(row, 'activity.name');
  if (part[3] !== undefined) return isClosed(data, name, year, Number(part[3]));
  // A year that was chosen twice can be taken back, in whichever row.
  return years.filter((one) => one === year).length === 1 && isClosed(data, name, year);
}

export const CORRECTION = versionsOf({
  code: 'korekcija',
  aliases: [],
  versions: 1,
  phase: PHASE.correction,
  family: 'generic',
  title: FORM_TITLES.korekcija,
  titleStage: 2,
  help: 11,
  revisionRoute: true,
  sections: [...PLAN_PARTS, ...CORRECTION_PARTS],
  defaults: planDefaults,
  compute,
  rules: RULES,
  lockedAt,
  propose: (before, after, data) =>
    proposeAmounts(before, after, (name, year, quarter) =>
      isClosed(data, name, year, quarter) ? spent(data, name, { year, quarter }) : undefined,
    ),
});

/**
 * Starting values of a correction: the plan in force, in which actual work and payments replace the planned ones of
 * closed quarters.
 */
export function correctionPrefill(plan: FormValues, realized: readonly FormValues[]): FormValues {
  const made = structuredClone(plan);
  setPath(made, 'correction', undefined);
  setPath(made, 'opinion', undefined);
  for (const row of rowsAt(made, SCHEDULE)) {
    const name = nameKey(getPath(row, 'activity.name'));
    for (const closed of realized.filter((entry) => nameKey(entry.Name) === name)) {
      const years = rowsAt(row, 'plan');
      let year = years.find((entry) => entry.year === closed.Year);
      if (!year) {
        year = { year: closed.Year };
        setPath(
          row,
          'plan',
          [...years, year].toSorted((a, b) => Number(a.year) - Number(b.year)),
        );
      }
      setPath(year, `q${Number(closed.Quarter)}.percent`, closed.Fulfilled);
      setPath(year, `q${Number(closed.Quarter)}.amount`, closed.Expense);
    }
  }
  return made;
}
