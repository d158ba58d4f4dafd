import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PortfolioProgress, PortfolioWarnings } from '@pimis/contract/portfolio/progress';
import { fromThousandths, indexesOf, sumOfValues } from '@pimis/domain/indicators/earned-value';
import {
  measuredPeriods,
  periodOn,
  type PlanRevision,
  type ReportEvent,
} from '@pimis/domain/indicators/measured-periods';
import { progressOf } from '@pimis/domain/indicators/record';
import { addDays } from '@pimis/domain/dates/dates';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { type WarningFacts, WARNING_KEYS, warningsOf } from '@pimis/domain/portfolio/warnings';
import { approvalSteps } from '@pimis/domain/reports/board-reports';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import { PHASE } from '@pimis/domain/workflow/phases';
import { seedDemo } from '../../seed/demo.ts';
import { useServer } from '../../testing/server.ts';

/** What the database keeps of earned value, against the rules of the domain, on the demo data. */

const server = useServer();
const TODAY = '2026-11-24';

beforeAll(async () => {
  server.setNow(new Date(`${TODAY}T09:00:00Z`));
  await seedDemo(server.context);
});

type Day = { day: string };
const DAY = sql`at time zone 'Europe/Belgrade')::date::text as day`;

/** Plans and approvals of a project, read one by one. */
async function historyOf(projectId: number): Promise<[PlanRevision[], ReportEvent[]]> {
  const { db } = server.context;
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

const DAYS = [TODAY, addDays(TODAY, -60), addDays(TODAY, -150), addDays(TODAY, -300), addDays(TODAY, -1000)];

describe('earned value of the demo projects', () => {
  it('is kept as the domain measures it, on each day', async () => {
    const { db } = server.context;
    const ids = await sql<{ id: number }>`select distinct project_id as id from project_plans`.execute(db);
    let compared = 0;
    for (const { id } of ids.rows) {
      const periods = measuredPeriods(...(await historyOf(id)));
      for (const day of DAYS) {
        const { rows } = await sql<Record<string, unknown>>`
          select plan_ordinal as ordinal, bac::text, year, quarter, pv::text, ev::text, ac::text, spi::text, cpi::text,
                 eac::numeric(30, 2)::text, planned_end::text as end
          from earned_values where project_id = ${id} and valid_from <= ${day}::date and valid_to > ${day}::date`.execute(
          db,
        );
        const period = periodOn(periods, day);
        const of = period?.measurement;
        const indexes = of ? indexesOf(of) : null;
        const money = (value: bigint | null | undefined) => (value == null ? null : fromHundredths(value));
        compared += of ? 1 : 0;
        expect([id, day, rows[0] ?? null]).toEqual([
          id,
          day,
          period
            ? {
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
              }
            : null,
        ]);
      }
    }
    expect(compared).toBeGreaterThan(15);
  });

  it('is the same when it is computed again', async () => {
    const { db } = server.context;
    const all = () => sql`select * from earned_values order by project_id, valid_from`.execute(db);
    const before = await all();
    await sql`select keep_earned_values(array(select distinct project_id from project_plans))`.execute(db);
    expect((await all()).rows).toEqual(before.rows);
  });

  it.each(DAYS)('is summed for everybody and each group on %s, as the domain sums it', async (day) => {
    const { db } = server.context;
    const ids = await sql<{ id: number; sector: number }>`
      select id, sector from projects where status = 0 and id in (select project_id from project_plans)`.execute(db);
    const measured: { sector: number; of: ReturnType<typeof sumOfValues> }[] = [];
    for (const { id, sector } of ids.rows) {
      const of = periodOn(measuredPeriods(...(await historyOf(id))), day)?.measurement;
      if (of) measured.push({ sector, of });
    }
    const answer = await server.call<PortfolioProgress>('admin', 'GET', `portfolio/progress?atDay=${day}`);
    const told = (parts: typeof measured) => {
      const sum = sumOfValues(parts.map(({ of }) => of));
      const { spi, eac } = indexesOf(sum);
      return {
        projects: parts.length,
        pv: fromHundredths(sum.pv),
        ac: fromHundredths(sum.ac),
        spi: spi === null ? null : fromThousandths(spi),
        eac: eac === null ? null : fromHundredths(eac),
      };
    };
    expect(answer.payload?.all).toMatchObject(told(measured));
    for (const { key, ...values } of answer.payload?.sectors ?? []) {
      expect(values).toMatchObject(told(measured.filter(({ sector }) => sector === Number(key))));
    }
    expect((answer.payload?.phases ?? []).reduce((sum, { projects }) => sum + projects, 0)).toBe(measured.length);
  });
});

interface Kept {
  code: string;
  phase: number;
  phaseStatus: number;
  hasPlan: boolean;
  waiting: string | null;
  start: string | null;
  end: string | null;
  bac: string | null;
  year: number | null;
  quarter: number | null;
  spi: string | null;
  cpi: string | null;
  eac: string | null;
}

async function warningsFor(login: string, query: string) {
  const found: PortfolioWarnings['warnings'] = [];
  let after = '';
  do {
    const answer: { httpStatus: number; payload: PortfolioWarnings | null } = await server.call<PortfolioWarnings>(
      login,
      'GET',
      `portfolio/warnings?${query}${after && `&after=${after}`}`,
    );
    expect(answer.httpStatus).toBe(200);
    found.push(...(answer.payload?.warnings ?? []));
    after = answer.payload?.next ?? '';
  } while (after);
  return found;
}

describe('warnings', () => {
  it('are those of the domain, the heaviest first, with their numbers', async () => {
    const { db } = server.context;
    // The demo raises few rules: facts of many kinds, at the bounds and beside them.
    await sql`
      update earned_values set spi = (array[899, 900, null, 1000])[1 + project_id % 4],
        cpi = (array[900, 899, 1000])[1 + project_id % 3], planned_end = ${TODAY}::date - project_id % 2,
        planned_start = ${'2026-09-30'}::date + project_id % 2, eac = bac * 1.1 + project_id % 2,
        quarter = case when year is not null then 1 + project_id % 4 end, year = case when year is not null then 2026 end
      where valid_to = 'infinity'`.execute(db);
    const { rows } = await sql<Kept>`
      select code::text, phase, phase_status as "phaseStatus", kept.project_id is not null as "hasPlan",
        case when cardinality(open_steps) > 0 then (waiting_since at time zone 'Europe/Belgrade')::date::text end as waiting,
        kept.planned_start::text as start, kept.planned_end::text as end, (kept.bac * 100)::bigint::text as bac, kept.year,
        kept.quarter, kept.spi::text, kept.cpi::text, (kept.eac * 100)::bigint::text as eac
      from projects left join earned_values kept on kept.project_id = projects.id and kept.valid_to = 'infinity'
      where status = 0`.execute(db);
    const whole = (text: string | null) => (text === null ? null : BigInt(text));
    const expected = rows.flatMap((row) => {
      const { phase, phaseStatus, year, quarter } = row;
      const measured =
        year === null || quarter === null
          ? null
          : { at: { year, quarter }, spi: whole(row.spi), cpi: whole(row.cpi), eac: whole(row.eac) };
      const plan = row.hasPlan ? { start: row.start, end: row.end, bac: whole(row.bac) ?? 0n } : null;
      const facts: WarningFacts = { phase, phaseStatus, isPending: true, waitingSince: row.waiting, plan, measured };
      return warningsOf(facts, TODAY).map((key) => `${key} ${row.code}`);
    });
    const found = await warningsFor('admin', '');
    expect(found.map(({ key, code }) => `${key} ${code}`).toSorted()).toEqual(expected.toSorted());
    const places = found.map(({ key }) => WARNING_KEYS.indexOf(key));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const progress = await server.call<PortfolioProgress>('admin', 'GET', 'portfolio/progress');
    expect(progress.payload?.warnings).toEqual(
      WARNING_KEYS.map((key) => ({ key, projects: found.filter((warning) => warning.key === key).length })),
    );
    expect(new Set(found.map(({ key }) => key))).toEqual(new Set(WARNING_KEYS));
    expect(await warningsFor('admin', 'rule=noReport')).toEqual(found.filter(({ key }) => key === 'noReport'));
  });

  it('of somebody who sees own projects are of those alone', async () => {
    const all = await warningsFor('admin', '');
    const own = await warningsFor('other.user', '');
    const rows = await server.call<{ code: string }[]>('other.user', 'GET', 'projects/paged?perPage=100');
    const seen = new Set(rows.payload?.map(({ code }) => code));
    expect(own).toEqual(all.filter(({ code }) => seen.has(code)));
    expect(own.length).toBeLessThan(all.length);
  });

  it('of a past day say what was known then', async () => {
    const past = await warningsFor('admin', `atDay=${addDays(TODAY, -1000)}`);
    expect(past.filter(({ key }) => key !== 'waitingTooLong')).toEqual([]);
  });

  it.each(['atDay=2026-11-25', 'atDay=x', 'rule=nothing', 'after=lowSpi', 'after=lowSpi_1_x', 'unknown=1'])(
    'refuse %s',
    async (query) => {
      const answer = await server.call('admin', 'GET', `portfolio/warnings?${query}`);
      expect(answer.httpStatus).toBe(422);
    },
  );

  it('and figures are saved as a workbook', async () => {
    const file = await server.get('local.user', 'portfolio/progress/export?language=en');
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });
});
