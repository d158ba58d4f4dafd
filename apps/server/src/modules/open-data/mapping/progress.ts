import { isDay, type Quarter, quarterAt, quarterEnd, quarterOrder, quarterStart } from '@pimis/domain/dates/dates';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import { activityTotal, type Cell, cellsOf } from '@pimis/domain/forms/definitions/plan-schedule';
import { nameKey } from '@pimis/domain/forms/paths';
import { plannedByQuarter as workByQuarter } from '@pimis/domain/indicators/earned-value';
import { cumulative, fulfilment, type Report } from '@pimis/domain/indicators/record';
import { percentOf, sumHundredths, toHundredths } from '@pimis/domain/money/decimal';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { ApprovedForm, FormFacts, PublicFacts } from '../facts.ts';
import type { Metric, Observation } from './oc4ids.ts';
import { dayEnd, dayStart, rsd, nonEmpty } from './values.ts';

const PLAN_FORMS: readonly string[] = [FORM_CODE.plan, FORM_CODE.correction];

/** The planned or spent amount of one quarter, in hundredths. */
export interface QuarterAmount extends Quarter {
  amount: bigint;
}

const keyOf = ({ year, quarter }: Quarter) => `${year}-${quarter}`;
const inTime = <Of extends Quarter>(list: readonly Of[]): Of[] =>
  list.toSorted((a, b) => quarterOrder(a) - quarterOrder(b));

/** Approved plans and corrections, oldest first. */
export function plansOf(facts: Pick<PublicFacts, 'forms'>): ApprovedForm[] {
  return facts.forms.filter(({ code }) => PLAN_FORMS.includes(code));
}

/** The end of the plan in force (YYYY-MM-DD); null without one. */
export function plannedEnd(facts: Pick<PublicFacts, 'forms'>): string | null {
  const end = plansOf(facts).at(-1)?.facts.end;
  return isDay(end) ? (end ?? null) : null;
}

type ScheduleRow = NonNullable<FormFacts['schedule']>[number];

/** Read once for each row, because forecasts, milestones and files all need it. */
const cellsByRow = new WeakMap<ScheduleRow, Cell[]>();

function cellsOfRow(row: ScheduleRow): Cell[] {
  const known = cellsByRow.get(row);
  if (known) return known;
  const cells = cellsOf({ plan: row.plan ?? [] });
  cellsByRow.set(row, cells);
  return cells;
}

/** A plan's money by quarter, in chronological order; quarters without money are left out. */
export function plannedByQuarter({ schedule }: FormFacts): QuarterAmount[] {
  const sums = new Map<string, QuarterAmount>();
  for (const row of schedule ?? []) {
    for (const { year, quarter, amount } of cellsOfRow(row)) {
      if (amount === null || amount === 0n) continue;
      const known = sums.get(keyOf({ year, quarter }));
      sums.set(keyOf({ year, quarter }), { year, quarter, amount: (known?.amount ?? 0n) + amount });
    }
  }
  return inTime([...sums.values()]);
}

function reportsOf(facts: Pick<PublicFacts, 'forms'>, code: string): Report[] {
  // Of a form that was approved again, the newest revision counts.
  const newest = new Map(facts.forms.filter((form) => form.code === code).map((form) => [form.formId, form]));
  const reports = [...newest.values()].flatMap(({ name, facts: { progress } }) => {
    const quarter = quarterOfName(name);
    if (!quarter) return [];
    const activities = (progress ?? []).map((row) => ({
      name: row.name ?? '',
      fulfilled: toHundredths(row.fulfilled) ?? 0n,
      expense: toHundredths(row.expense) ?? 0n,
    }));
    return [{ ...quarter, activities }];
  });
  // A quarter has one report.
  return inTime([...new Map(reports.map((report) => [keyOf(report), report])).values()]);
}

/** Money spent according to each approved quarterly report, in chronological order. */
export function spentByQuarter(facts: Pick<PublicFacts, 'forms'>): QuarterAmount[] {
  return reportsOf(facts, FORM_CODE.quarterlyReport).map(({ year, quarter, activities }) => ({
    year,
    quarter,
    amount: activities.reduce((sum, { expense }) => sum + expense, 0n),
  }));
}

/** Percentage of the newest plan's work done by each approved quarter, in chronological order, with corrections. */
export function doneByQuarter(facts: Pick<PublicFacts, 'forms'>): (Quarter & { percent: string })[] {
  const plan = plansOf(facts).at(-1);
  if (!plan) return [];
  const values = { financialInfo: { activityList: plan.facts.activities ?? [] } };
  if (activityTotal(values) === 0n) return [];
  const quarters = reportsOf(facts, FORM_CODE.quarterlyReport);
  const restatements = reportsOf(facts, FORM_CODE.quarterlyCorrection);
  return quarters.map(({ year, quarter }) => ({
    year,
    quarter,
    percent: fulfilment(values, quarters, restatements, { year, quarter }),
  }));
}

/** Percentage of each activity that is done by the last approved quarter, by the key of its name. */
export function doneByActivity(facts: Pick<PublicFacts, 'forms'>): { last: Quarter | null; done: Map<string, bigint> } {
  const quarters = reportsOf(facts, FORM_CODE.quarterlyReport);
  const last = quarters.at(-1);
  if (!last) return { last: null, done: new Map() };
  const sums = cumulative(quarters, reportsOf(facts, FORM_CODE.quarterlyCorrection), last);
  return { last, done: new Map([...sums].map(([key, { fulfilled }]) => [key, fulfilled])) };
}

/** The last quarter in which the plan has money for an activity, by the key of its name. */
export function plannedEnds({ schedule }: FormFacts): Map<string, Quarter> {
  return new Map(
    (schedule ?? []).flatMap((row) => {
      const { activity } = row;
      const last = cellsOfRow(row).findLast(({ amount, percent }) => (amount ?? 0n) > 0n || percent > 0n);
      return last ? [[nameKey(activity), { year: last.year, quarter: last.quarter }] as const] : [];
    }),
  );
}

const periodOfQuarter = (quarter: Quarter) => ({
  startDate: dayStart(quarterStart(quarter)),
  endDate: dayEnd(quarterEnd(quarter)),
});

/** Two observations per quarter: its amount, and the cumulative share of the total at its end. */
function moneyObservations(rows: readonly QuarterAmount[], whole: bigint, source: string): Observation[] {
  let sum = 0n;
  return rows.flatMap(({ amount, ...quarter }) => {
    sum += amount;
    const own = { period: periodOfQuarter(quarter), dimensions: { source } };
    const share = percentOf(sum, whole);
    return [
      { id: `${source}-${keyOf(quarter)}-amount`, ...own, value: rsd(amount) },
      ...(share === null
        ? []
        : [{ id: `${source}-${keyOf(quarter)}-share`, ...own, measure: Number(share), unit: { name: '%' } }]),
    ];
  });
}

/** One observation per quarter: the percentage of the work done by its end. */
const workObservations = (rows: readonly (Quarter & { percent: string })[], source: string): Observation[] =>
  rows.map(({ percent, ...quarter }) => ({
    id: `${source}-${keyOf(quarter)}-done`,
    period: periodOfQuarter(quarter),
    measure: Number(percent),
    unit: { name: '%' },
    dimensions: { source },
  }));

const WORK = { id: 'physicalProgress', title: 'Физичка реализација' };
const MONEY = { id: 'financialProgress', title: 'Финансијска реализација' };

/** Percentage of the plan's work that should be done by the end of each of its quarters. */
function plannedWork({ activities, schedule }: FormFacts): (Quarter & { percent: string })[] {
  const values = {
    financialInfo: { activityList: activities ?? [] },
    implementation: (schedule ?? []).map(({ activity, plan }) => ({ activity: { name: activity }, plan: plan ?? [] })),
  };
  const planned = workByQuarter(values);
  return (planned?.values ?? []).flatMap((value, index) => {
    const percent = percentOf(value, activityTotal(values));
    return percent === null ? [] : [{ ...quarterAt((planned?.first ?? 0) + index), percent }];
  });
}

/** Planned money and work by quarter, of the plan and of each correction of it. */
export function forecastsOf(facts: PublicFacts): Metric[] | undefined {
  const sourceOf = (index: number) => (index === 0 ? 'plan' : `correction-${index}`);
  const money = plansOf(facts).flatMap((form, index) => {
    const rows = plannedByQuarter(form.facts);
    return moneyObservations(rows, sumOf(rows), sourceOf(index));
  });
  const work = plansOf(facts).flatMap((form, index) => workObservations(plannedWork(form.facts), sourceOf(index)));
  const metrics: Metric[] = [
    {
      ...MONEY,
      description: 'Планирано по кварталима: у РСД за квартал и у процентима до краја квартала.',
      observations: money,
    },
    { ...WORK, description: 'Планирани радови до краја квартала.', observations: work },
  ];
  return nonEmpty(metrics.filter(({ observations }) => observations.length > 0));
}

/** Spent money and work done, of the approved quarterly reports. */
export function metricsOf(facts: PublicFacts): Metric[] | undefined {
  const plan = plansOf(facts).at(-1);
  const whole = plan ? sumHundredths((plan.facts.activities ?? []).map(({ estimate }) => estimate)) : 0n;
  const money = moneyObservations(spentByQuarter(facts), whole, 'report');
  const work = workObservations(doneByQuarter(facts), 'report');
  const metrics: Metric[] = [
    {
      ...MONEY,
      description: 'Утрошено по одобреним извештајима: у РСД за квартал и у процентима до краја квартала.',
      observations: money,
    },
    {
      ...WORK,
      description: 'Извршени радови до краја квартала, по одобреним извештајима.',
      observations: work,
    },
  ];
  return nonEmpty(metrics.filter(({ observations }) => observations.length > 0));
}

const sumOf = (rows: readonly QuarterAmount[]) => rows.reduce((sum, { amount }) => sum + amount, 0n);
