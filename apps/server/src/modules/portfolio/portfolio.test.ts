import fc from 'fast-check';
import { sql } from 'kysely';
import { PHASES } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FiscalCalendar } from '@pimis/contract/portfolio/calendar';
import type { PortfolioCourse, PortfolioMoney, PortfolioOverview } from '@pimis/contract/portfolio/overview';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { isPlanLate } from '@pimis/domain/portfolio/late-plan';
import { WARNING_KEYS } from '@pimis/domain/portfolio/warnings';
import { DEMO_ACCOUNTS } from '../system/demo-accounts.ts';
import { keptRows } from '../../testing/kept-rows.ts';
import { expectEveryView } from '../../testing/portfolio-expectations.ts';
import { addFigures, type PortfolioFacts, portfolioFacts } from '../../testing/portfolio-facts.ts';
import { PortfolioReader, written } from '../../testing/portfolio-reader.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { isThorough } from '../../testing/thorough.ts';
import { PROJECTIONS } from '../projections/catalogue.ts';
import { computeWaiting, queueRebuild } from '../projections/waiting.ts';

/** Compares every number of the portfolio with the rows of the project table under the same filter. */

const server = useServer();
const PROJECTS = 22;
const TODAY = '2026-07-02';
/** On the first day some projects have figures, but their history has not begun yet. */
const PAST_DAYS = ['2026-01-01', '2026-07-01'];
let realized: ProjectDriver;
let factsByCode: ReadonlyMap<string, PortfolioFacts>;

/** The portfolio as this login sees it. */
const readerOf = (login: string) =>
  new PortfolioReader(login, { server, today: TODAY, pastDays: PAST_DAYS, factsByCode });

/** Accounts of ten roles, in the centre and elsewhere. */
const ACCOUNTS = DEMO_ACCOUNTS.map(({ login }) => login)
  .filter((login) => login !== 'operator')
  .slice(0, 10);

beforeAll(async () => {
  for (let made = 0; made < PROJECTS; made += 1) {
    await createProject(server, made % 3 === 2 ? 'other.user' : 'local.user', { sector: 1 + (made % 4) });
  }
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  realized = await ProjectDriver.start(server, { type: 1 });
  realized.period = { start: '2026-04-01', end: '2027-03-31' };
  await realized.fillAndApprove();
  await realized.fill();
  await realized.approve();
  server.setNow(new Date(`${TODAY}T09:00:00Z`));
  await realized.fill();
  await realized.quarter();
  // Data that no call can produce: places of many kinds, values with hundredths, other states.
  await sql`
    update projects set total_value = 1000000.01 * (id % 7), spent = 999.99 * (id % 3),
      level = nullif(id % 4, 0), phase = (array[0, 10, 2, 4, 5, 11])[1 + id % 6],
      phase_status = (array[phase_status, ${sql.lit(PHASE_STATUS.dormant)}, phase_status, ${sql.lit(PHASE_STATUS.postponed)}, phase_status])[1 + id % 5],
      districts = case id % 5 when 0 then '{}'::text[] when 1 then '{00}' when 2 then '{01,07}' else '{20}' end,
      municipalities = case id % 5 when 0 then '{}'::text[] when 1 then '{70106}' when 2 then '{80438,70998}' else '{70998}' end,
      planned_end = case when id % 2 = 0 then date '2026-01-31' + (id % 300) end,
      created_at = ${TODAY}::timestamptz - make_interval(days => id % 900), status = case when id % 8 = 0 then 1 else 0 end,
      open_steps = case when id % 8 > 0 and id % 5 not in (1, 3) then open_steps else '{}' end,
      commission_approved = id % 3 = 0, waiting_since = ${TODAY}::timestamptz - make_interval(hours => 47 * (id % 50))
    where code <> ${realized.code}`.execute(server.context.db);
  await sql`update project_phases set phase = projects.phase from projects
    where projects.id = project_phases.project_id and project_phases.id in (
      select max(id) from project_phases group by project_id having count(*) = 1)`.execute(server.context.db);
  await addFigures(server.context.db, TODAY, realized.code);
  // One project was created in the first hour of the year in Belgrade, and one has no quarters.
  await sql`update projects set created_at = '2025-12-31T23:30:00Z' where id = 4`.execute(server.context.db);
  await sql`delete from project_quarters where project_id = 5`.execute(server.context.db);
  factsByCode = await portfolioFacts(server.context.db, TODAY);
});

const FILTERS: Readonly<Record<string, readonly string[]>> = {
  sector: ['1', '2,3'],
  phase: ['0', '4,5'],
  level: ['1', '2,none'],
  district: ['01', '00,none', '07,20'],
  isPlanLate: ['true', 'false'],
  onTurn: ['own', 'nobody'],
  'totalValue-from': ['2000000'],
  'totalValue-to': ['4000000.05'],
  search: ['projekat', 'нема таквог'],
};
/** Filters on fields with several values per project, or on fields by which the portfolio groups. */
const OWN_FILTERS: Readonly<Record<string, readonly string[]>> = {
  district: ['01', ';07,20;01'],
  municipality: ['80438'],
  level: ['1,none'],
  phase: ['0', '4,5'],
  sector: ['1', '2,3'],
  onTurn: ['own', 'proposer,nobody'],
  reachedPhase: ['5', ';2;0'],
  passedPhase: ['0'],
  onList: ['1/Прва', ';1/Прва;2/Друга/commissionNo'],
  fiscalNeed: ['2027:Зајам', 'none'],
  isPlanLate: ['true', 'false'],
  inPlan: ['false'],
  measuredOn: ['2026-07-01'],
};
const anyQuery = fc
  .record(
    {
      status: fc.constantFrom('pending', 'finished'),
      ...Object.fromEntries(
        Object.entries(FILTERS).map(([name, values]) => [`filter[${name}]`, fc.constantFrom(...values)]),
      ),
    },
    { requiredKeys: ['status'] },
  )
  .map((query) => {
    // Most filters at once leave nothing.
    const entries = Object.entries(query as Record<string, string>);
    return Object.fromEntries(entries.filter(([name], index) => name === 'status' || index % 3 === 1));
  });

describe('every number of the portfolio is the sum over the rows of the project table', () => {
  it('for ten roles, without a filter', async () => {
    expect(ACCOUNTS).toHaveLength(10);
    for (const login of ACCOUNTS) await expectEveryView(readerOf(login), { status: 'pending' });
    expect(
      (await readerOf('admin').asked<FiscalCalendar>('calendar', { status: 'pending' })).rows.length,
    ).toBeGreaterThan(0);
    const raised = await readerOf('admin').warnings({ status: 'pending' });
    expect(new Set(raised.map((warning) => warning.split(' ')[0]))).toEqual(new Set(WARNING_KEYS));
  });

  it.each(Object.entries(OWN_FILTERS))('under a filter by %s', async (name, values) => {
    for (const value of values) {
      for (const login of ['admin', 'local.user']) {
        await expectEveryView(readerOf(login), { status: 'pending', [`filter[${name}]`]: value });
      }
    }
  });

  it('under random filters', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ACCOUNTS), anyQuery, (login, query) =>
        expectEveryView(readerOf(login), query),
      ),
      {
        numRuns: isThorough ? 150 : 4,
      },
    );
  });
});

describe('the stored facts of the portfolio', () => {
  it('follow the plan in force and the approved report, and are the same when computed again', async () => {
    const money = await readerOf('admin').asked<PortfolioMoney>('money', {
      status: 'pending',
      'filter[code]': realized.code,
    });
    expect(money.projects).toBe(1);
    expect(money.quarters[0]).toMatchObject({ year: 2026, quarter: 2 });
    expect(Number(money.quarters[0]?.spent)).toBeGreaterThan(0);
    expect(money.quarters).toHaveLength(4);
    const { id } = await realized.read();
    const before = await keptRows(server.context.db, id);
    for (const { name } of PROJECTIONS) await queueRebuild(server.context.db, name, id);
    await computeWaiting(server.context);
    expect(await keptRows(server.context.db, id)).toEqual(before);
  });

  it('lose the amounts of a report that is opened again', async () => {
    const spent = async () => {
      const { rows } = await sql<{ spent: string }>`
        select spent::text from projects where code = ${realized.code}`.execute(server.context.db);
      return Number(rows[0]?.spent);
    };
    const statusIs = (from: number, to: number) =>
      server.context.db.transaction().execute((tx) =>
        sql`update project_forms set status = ${to}::smallint where code = 'kvartalni' and status = ${from}::smallint
          and project_id = (select id from projects where code = ${realized.code})`.execute(tx),
      );
    const before = await spent();
    expect(before).toBeGreaterThan(0);
    await statusIs(FORM_STATUS.approved, FORM_STATUS.locked);
    expect(await spent()).toBe(0);
    await statusIs(FORM_STATUS.locked, FORM_STATUS.approved);
    expect(await spent()).toBe(before);
  });

  it('have places and level of a locked form, also for users who see the project through their organization', async () => {
    const idea = await ProjectDriver.start(server);
    await idea.fill();
    const { rows } = await sql<{ level: number; districts: string[]; seen: string[] }>`
      select projects.level, projects.districts, seen.districts as seen
      from projects join project_visibility seen on seen.project_id = projects.id
      where projects.code = ${idea.code}`.execute(server.context.db);
    expect(rows[0]?.level).toBeGreaterThan(0);
    expect(rows[0]?.districts).toHaveLength(1);
    for (const row of rows) expect(row.seen).toEqual(row.districts);
  });
});

it('a project is late by the rule of the domain, in every phase, whether it goes on or was stopped', async () => {
  const code = await createProject(server, 'local.user');
  const { db } = server.context;
  const late = async (tab: string, answer: boolean) =>
    (
      await readerOf('local.user').asked<PortfolioOverview>('overview', {
        status: tab,
        'filter[code]': code,
        'filter[isPlanLate]': String(answer),
      })
    ).all.projects;
  for (const { id: phase } of PHASES)
    for (const tab of ['pending', 'finished'] as const)
      for (const plannedEnd of [null, '2026-07-01', TODAY]) {
        const status = PROJECT_STATUS[tab];
        const state = { planned_end: plannedEnd, phase, status };
        await db.updateTable('projects').set(state).where('code', '=', code).execute();
        const isPending = status === PROJECT_STATUS.pending;
        const expected = isPlanLate({ isPending, phase, plannedEnd }, TODAY);
        expect({ ...state, late: await late(tab, true), others: await late(tab, false) }).toEqual({
          ...state,
          late: Number(expected),
          others: Number(!expected),
        });
      }
});

it('the days of a wait follow the calendar of Belgrade; a step that begins later has not waited', async () => {
  const code = await createProject(server, 'local.user');
  const waited = async (since: string) => {
    await sql`update projects set waiting_since = ${since}::timestamptz where code = ${code}`.execute(
      server.context.db,
    );
    const { waits } = await readerOf('local.user').asked<PortfolioCourse>('course', { 'filter[code]': code });
    return waits.map(({ medianDays }) => medianDays);
  };
  // Today is 2 July; 22:30 in UTC is the next day in Belgrade.
  expect(await waited('2026-06-28T12:00:00Z')).toEqual([4]);
  expect(await waited('2026-06-28T22:30:00Z')).toEqual([3]);
  expect(await waited('2026-07-09T09:00:00Z')).toEqual([0]);
});

it('the portfolio refuses paging, unknown filters, and the archive except to administrators', async () => {
  const status = async (login: string, query: string) =>
    (await server.call(login, 'GET', `portfolio/overview?${query}`)).httpStatus;
  expect(await status('admin', 'perPage=5')).toBe(422);
  expect(await status('admin', 'filter[nothing]=1')).toBe(422);
  expect(await status('admin', 'filter[district]=Beograd')).toBe(422);
  for (const phase of ['99999999999', '-1', '1.5', 'none']) {
    expect([phase, await status('admin', `filter[reachedPhase]=${phase}`)]).toEqual([phase, 422]);
    expect([phase, await status('admin', `filter[passedPhase]=${phase}`)]).toEqual([phase, 422]);
  }
  const wrong = {
    measuredOn: ['2026-07-03', 'none', '2026-02-30'],
    onList: ['7/Прва', '1/Прва/accepted', '1/Прва/waiting/1', ';1/Прва;'],
    district: ['01;07', ';', ';01;Beograd', ';01'.repeat(11)],
    isPlanLate: [';true;maybe', ';true;'],
    inPlan: [';false;'],
    fiscalNeed: [';none;'],
    sector: ['1;2'],
  };
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      expect([value, await status('admin', written({ [`filter[${field}]`]: value }))]).toEqual([value, 422]);
    }
  }
  expect(await status('admin', written({ 'filter[district]': ';01'.repeat(10) }))).toBe(200);
  expect(await status('local.user', 'status=archived')).toBe(403);
  expect(await status('admin', 'status=archived')).toBe(200);
});
