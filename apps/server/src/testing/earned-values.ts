import { sql } from 'kysely';
import { indexesOf } from '@pimis/domain/indicators/earned-value';
import {
  type MeasuredPeriod,
  measuredPeriods,
  periodOn,
  type PlanRevision,
  type ReportEvent,
} from '@pimis/domain/indicators/measured-periods';
import { progressOf } from '@pimis/domain/indicators/record';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { approvalSteps } from '@pimis/domain/reports/board-reports';
import { PHASE } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Database } from '../platform/database.ts';

/** Earned value of a project as the database keeps it, and as the domain measures it from the project's history. */

type Day = { day: string };
const DAY = sql`at time zone 'Europe/Belgrade')::date::text as day`;

/** Plans and approvals of a project, read one by one. */
async function historyOf(db: Database, projectId: number): Promise<[PlanRevision[], ReportEvent[]]> {
  const plans = await sql<Day & { ordinal: number; plan: PlanRevision['plan'] }>`
    select ordinal, plan, (in_force_from ${DAY} from project_plans where project_id = ${projectId} order by ordinal`.execute(
    db,
  );
  const { approve, open } = approvalSteps(PHASE.reporting);
  const steps = await sql<
    Day & { formId: number; name: string; operation: string; code: string; input: PlanRevision['plan'] }
  >`
    select steps.form_id as "formId", forms.name, forms.code, steps.operation, (steps.created_at ${DAY}, revisions.input
    from project_activities steps join project_forms forms on forms.id = steps.form_id
    join form_revisions revisions on revisions.form_id = steps.form_id and revisions.revision = steps.form_revision
    where steps.project_id = ${projectId} and forms.code in ('kvartalni', 'kvartalni-korekcija')
      and steps.operation = any(${[...approve, ...open]}::text[]) order by steps.id`.execute(db);
  return [
    plans.rows.map(({ ordinal, plan, day }) => ({ ordinal, plan, from: day })),
    steps.rows.map(({ formId, name, operation, code, day, input }) => ({
      formId,
      day,
      kind: code === 'kvartalni' ? 'report' : 'correction',
      quarter: quarterOfName(name) ?? { year: 0, quarter: 0 },
      activities: approve.includes(operation) ? progressOf(input) : null,
    })),
  ];
}

const money = (value: bigint | null | undefined) => (value == null ? null : fromHundredths(value));

function figuresOf(period: MeasuredPeriod | null | undefined) {
  if (!period) return null;
  const { measurement: of } = period;
  const indexes = of ? indexesOf(of) : null;
  return {
    ordinal: period.planOrdinal,
    bac: fromHundredths(period.bac),
    year: of?.year ?? null,
    quarter: of?.quarter ?? null,
    pv: money(of?.pv),
    ev: money(of?.ev),
    ac: money(of?.ac),
    spi: indexes?.spi?.toString() ?? null,
    cpi: indexes?.cpi?.toString() ?? null,
    eac: money(indexes?.eac),
    end: period.plannedEnd,
  };
}
type Figures = ReturnType<typeof figuresOf>;

/** Figures of a project on each of the days (YYYY-MM-DD), kept and measured; null where there is no plan. */
export async function earnedValuesOf(db: Database, projectId: number, days: readonly string[]) {
  const periods = measuredPeriods(...(await historyOf(db, projectId)));
  const measured: Figures[] = days.map((day) => figuresOf(periodOn(periods, day)));
  const kept: Figures[] = [];
  for (const day of days) {
    const { rows } = await sql<NonNullable<Figures>>`
      select plan_ordinal as ordinal, bac::text, year, quarter, pv::text, ev::text, ac::text, spi::text, cpi::text,
             eac::numeric(30, 2)::text, planned_end::text as end
      from earned_values where project_id = ${projectId} and valid_from <= ${day}::date and valid_to > ${day}::date`.execute(
      db,
    );
    kept.push(rows[0] ?? null);
  }
  return { kept, measured };
}
