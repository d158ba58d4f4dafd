import { type RawBuilder, sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import { quarterOrder } from '@pimis/domain/dates/dates';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { type ActivityProgress, cumulative, progressOf, type Report } from '@pimis/domain/indicators/record';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import type { FormValues } from '@pimis/domain/forms/types';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Database, Tx } from '../../platform/database/database.ts';

/** The realization of a project: its plans, its approved quarters and their corrections. */
export interface Realization {
  initialPlan: FormValues | null;
  planInForce: FormValues | null;
  /** Approved quarters, oldest first. */
  quarters: (Report & { formId: number })[];
  /** Approved quarterly corrections, oldest first. */
  restatements: Report[];
}

/**
 * The result of realizationColumn: the first and the last plan, and every report and correction of a quarter that has
 * values.
 */
export interface StoredRealization {
  plans: FormValues[] | null;
  forms: { id: number; code: string; name: string; status: number; input: FormValues }[] | null;
}

/** The column that realizationOf reads; for queries with further columns. */
export function realizationColumn(projectId: RawBuilder<number>): RawBuilder<StoredRealization> {
  return sql<StoredRealization>`json_build_object(
    'plans', (select json_agg(plans.plan order by plans.ordinal) from project_plans plans
              where plans.project_id = ${projectId} and plans.ordinal in (
                (select min(ordinal) from project_plans where project_id = ${projectId}),
                (select max(ordinal) from project_plans where project_id = ${projectId}))),
    'forms', (select json_agg(json_build_object('id', forms.id, 'code', forms.code, 'name', forms.name,
                                                'status', forms.status, 'input', newest.input)
                              order by forms.project_phase_id, forms.ordinal)
              from project_forms forms
              join lateral (select input from form_revisions where form_id = forms.id
                            order by revision desc limit 1) newest on true
              where forms.project_id = ${projectId} and forms.code in (${sql.lit(FORM_CODE.quarterlyReport)}, ${sql.lit(FORM_CODE.quarterlyCorrection)})))`;
}

export function realizationOf({ plans, forms }: StoredRealization): Realization {
  const reports = (forms ?? []).flatMap(({ id, code, name, status, input }) => {
    const quarter = status === FORM_STATUS.approved ? quarterOfName(name) : null;
    return quarter ? [{ formId: id, code, ...quarter, activities: progressOf(input) }] : [];
  });
  return {
    initialPlan: plans?.[0] ?? null,
    planInForce: plans?.at(-1) ?? null,
    quarters: reports.filter((report) => report.code === FORM_CODE.quarterlyReport),
    restatements: reports.filter((report) => report.code === FORM_CODE.quarterlyCorrection),
  };
}

/** Reads the approved quarterly forms and corrections of a project with their newest values, and its plans. */
export async function loadRealization(db: Database | Tx, projectId: number): Promise<Realization> {
  const known = await loadRealizations(db, [projectId]);
  return known.get(projectId) ?? realizationOf({ plans: null, forms: null });
}

/** The same for several projects, by project id. */
export async function loadRealizations(
  db: Database | Tx,
  projectIds: readonly number[],
): Promise<Map<number, Realization>> {
  const { rows } = await sql<{ id: number; realization: StoredRealization }>`
    select wanted.id, ${realizationColumn(sql`wanted.id`)} as realization
    from unnest(${[...projectIds]}::integer[]) as wanted (id)`.execute(db);
  return new Map(rows.map(({ id, realization }) => [id, realizationOf(realization)]));
}

interface RealizedRow {
  Name: string;
  Year: number;
  Quarter: number;
  Fulfilled: string;
  Expense: string;
}

const realizedRow = (report: Report, { name, fulfilled, expense }: ActivityProgress): RealizedRow => ({
  Name: name,
  Year: report.year,
  Quarter: report.quarter,
  Fulfilled: fromHundredths(fulfilled),
  Expense: fromHundredths(expense),
});

/**
 * `Realized` of a correction: the values of each closed quarter. A correction replaces in its own quarter everything up
 * to it; the quarters before it are then empty.
 */
export function realizedRows(facts: Realization): RealizedRow[] {
  const base = facts.restatements.at(-1);
  if (!base) return facts.quarters.flatMap((report) => report.activities.map((entry) => realizedRow(report, entry)));
  const nothing = facts.quarters
    .filter((report) => quarterOrder(report) < quarterOrder(base))
    .flatMap((report) => base.activities.map(({ name }) => realizedRow(report, { name, fulfilled: 0n, expense: 0n })));
  const later = facts.quarters.filter((report) => quarterOrder(report) > quarterOrder(base));
  return [
    ...nothing,
    ...base.activities.map((entry) => realizedRow(base, entry)),
    ...later.flatMap((report) => report.activities.map((entry) => realizedRow(report, entry))),
  ];
}

/** `Before` of a quarterly report: the sums of each activity before its quarter. */
export function progressBefore(facts: Realization, quarter: { year: number; quarter: number }) {
  const earlier = facts.quarters.filter((report) => quarterOrder(report) < quarterOrder(quarter));
  const restatements = facts.restatements.filter((report) => quarterOrder(report) < quarterOrder(quarter));
  const last = [...earlier, ...restatements].toSorted((a, b) => quarterOrder(a) - quarterOrder(b)).at(-1);
  if (!last) return [];
  return [...cumulative(earlier, restatements, last).values()].map(({ name, fulfilled, expense }) => ({
    Name: name,
    Fulfilled: fromHundredths(fulfilled),
    Expense: fromHundredths(expense),
  }));
}

/**
 * The real expenses of all approved quarters. Corrections do not change the sum: they only move money between
 * activities.
 */
export function totalExpense(facts: Realization): string {
  const sum = facts.quarters.reduce(
    (total, report) => total + report.activities.reduce((inner, { expense }) => inner + expense, 0n),
    0n,
  );
  return fromHundredths(sum);
}

/** The newest approved quarter in which something was done or paid. */
export function lastQuarterWithProgress(facts: Realization): Report | undefined {
  return facts.quarters.findLast((report) =>
    report.activities.some(({ fulfilled, expense }) => fulfilled > 0n || expense > 0n),
  );
}

/** Appropriations chosen for projects, by budget year. */
export async function appropriationsOfProjects(
  db: Database | Tx,
  projectIds: readonly number[],
): Promise<{ projectId: number; budgetYear: number; amount: string }[]> {
  return db
    .selectFrom('published.project_appropriations as chosen')
    .innerJoin('published.appropriations as appropriations', 'appropriations.id', 'chosen.appropriation_id')
    .select([
      'chosen.project_id as projectId',
      'appropriations.budget_year as budgetYear',
      sql<string>`sum(appropriations.current_amount)::numeric(19, 2)::text`.as('amount'),
    ])
    .where('chosen.project_id', 'in', [...projectIds])
    .groupBy(['chosen.project_id', 'appropriations.budget_year'])
    .orderBy('chosen.project_id')
    .orderBy('appropriations.budget_year')
    .execute();
}

/** The sum of currentAmount of the appropriations chosen for the project, by budget year, oldest first. */
export async function appropriationsByYear(
  db: Database | Tx,
  projectId: number,
): Promise<{ budgetYear: number; amount: string }[]> {
  const years = await appropriationsOfProjects(db, [projectId]);
  return years.map(({ budgetYear, amount }) => ({ budgetYear, amount }));
}

/** The appropriation of one year; "0.00" if none was chosen. */
export async function appropriationOf(db: Database | Tx, projectId: number, year: number): Promise<string> {
  const years = await appropriationsByYear(db, projectId);
  return years.find((entry) => entry.budgetYear === year)?.amount ?? '0.00';
}
