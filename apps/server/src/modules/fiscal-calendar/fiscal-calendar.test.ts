import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PortfolioSummary } from '@pimis/contract/dashboard';
import type { Ceiling, FiscalCalendar, NeedProject } from '@pimis/contract/portfolio/calendar';
import { FORM_STATUS } from '@pimis/domain/constants';
import { fromHundredths, totalHundredths } from '@pimis/domain/money/decimal';
import { actingUser } from '../../seed/demo-people.ts';
import { BUDGET, ideaWithNeeds, OWN } from '../../testing/ideas-with-needs.ts';
import { untilWaiting } from '../../testing/locks.ts';
import type { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { computeMarked } from '../projections/compute.ts';
import { computeWaiting } from '../projections/waiting.ts';
import { committedNeeds } from './calendar.ts';
import { CEILING_LOCK } from './ceilings.ts';

const server = useServer();
let approved: ProjectDriver;
let waiting: ProjectDriver;

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  approved = await ideaWithNeeds(server, [400, 200]);
  await approved.commission(3, 1);
  waiting = await ideaWithNeeds(server, [400, 100]);
});

const calendar = async (login: string, query = '') =>
  (await server.call<FiscalCalendar>(login, 'GET', `portfolio/calendar?status=pending${query}`)).payload;
const set = (body: unknown, login = 'reviewer') => server.call<Ceiling>(login, 'PUT', 'portfolio/ceilings', body);
const ceiling = (year: number, source: string, amount: string | null, revision = 0, sector: number | null = null) => ({
  year,
  source,
  sector,
  amount,
  revision,
});

describe('the fiscal calendar', () => {
  it('sums the needs of approved projects by year, source and sector, for the projects that a user sees', async () => {
    const all = await calendar('reviewer');
    expect(all?.projects).toBe(1);
    expect(all?.rows.map(({ year, source, amount, projects }) => [year, source, amount, projects])).toEqual([
      [2027, BUDGET, '300000000.00', 1],
      [2027, OWN, '100000000.00', 1],
      [2028, BUDGET, '150000000.00', 1],
      [2028, OWN, '50000000.00', 1],
    ]);
    expect(await calendar('local.user')).toEqual(all);
    expect((await calendar('other.user'))?.rows).toEqual([]);
    expect((await calendar('reviewer', '&filter[sector]=1'))?.rows).toEqual([]);
    expect((await server.call('reviewer', 'GET', 'portfolio/calendar?filter[nothing]=1')).httpStatus).toBe(422);
    expect((await server.call('operator', 'GET', 'portfolio/calendar')).httpStatus).toBe(403);
    const behind = (query: string) =>
      server.call<NeedProject[]>('reviewer', 'GET', `portfolio/calendar/projects?status=pending&${query}`);
    const { payload } = await behind(`year=2027&needSource=${encodeURIComponent(OWN)}`);
    expect(payload).toMatchObject([{ code: approved.code, amount: '100000000.00', planned: false }]);
    expect((await behind('year=2027')).payload).toMatchObject([{ amount: '400000000.00' }]);
    expect((await behind('year=2027&needSector=5')).payload).toMatchObject([{ amount: '400000000.00' }]);
    expect((await behind('year=2027&needSector=1')).payload).toEqual([]);
    // The last year that the calendar has.
    expect((await behind('year=2100')).payload).toEqual([]);
    expect((await calendar('reviewer', '&filter[fiscalNeed]=2100'))?.rows).toEqual([]);
    for (const wrong of ['year=twenty', 'year=2027&needSector=9', 'year=2027&needSector=9999999999']) {
      expect((await behind(wrong)).httpStatus).toBe(422);
    }
    // The project table filtered by the same needs has as many rows.
    for (const [need, rows] of [
      ['approved', 1],
      ['none', 0],
      ['2027', 1],
      [`2028:${OWN}`, 1],
      ['2028:', 0],
      ['2029', 0],
    ] as const) {
      const found = await server.call(
        'reviewer',
        'GET',
        `projects/paged?filter[fiscalNeed]=${encodeURIComponent(need)}`,
      );
      expect(found.additionalInformation?.totalRows, need).toBe(rows);
    }
    expect((await server.call('reviewer', 'GET', 'projects/paged?filter[fiscalNeed]=x')).httpStatus).toBe(422);
    const sheet = await server.get('reviewer', 'portfolio/calendar/export?status=pending&language=en');
    expect([sheet.statusCode, sheet.rawPayload.length > 1000]).toEqual([200, true]);
  });

  it('prefers the newest plan in force to yearly costs', async () => {
    const plan = {
      financialInfo: {
        fundingSources: [
          { source: BUDGET, localAmount: '1.00' },
          { source: OWN, localAmount: '2.00' },
        ],
        // A plan goes by its quarters alone.
        yearlyCosts: [{ year: 2029, amount: '7.00' }],
      },
      implementation: [
        { plan: [{ year: 'soon', q1: { amount: '5.00' } }] },
        { plan: [{ year: 2029, q1: { amount: '100.00' }, q4: { amount: '0.01' } }] },
        { plan: [{ year: 2029, q2: { amount: '0.01' } }] },
      ],
    };
    const { db } = server.context;
    const rows = await db.transaction().execute(async (tx) => {
      const insert = (ordinal: number, values: unknown) =>
        sql`insert into project_plans (project_id, ordinal, form_id, form_revision, plan)
          select forms.project_id, ${ordinal}::integer, forms.id, 1, ${JSON.stringify(values)}::json
          from project_forms forms join projects on projects.id = forms.project_id
          where projects.code = ${approved.code} order by forms.id limit 1`.execute(tx);
      await insert(1, { implementation: [{ plan: [{ year: 2028, q1: { amount: '1.00' } }] }] });
      await insert(2, plan);
      await computeMarked(tx);
      const found = await sql`select year, source, amount::text, planned from project_needs
        join projects on projects.id = project_id where code = ${approved.code} order by source`.execute(tx);
      await sql`delete from project_plans`.execute(tx);
      await computeMarked(tx);
      return found.rows;
    });
    // Shares of a year add up to the year: 33.34 + 66.68 = 100.02.
    expect(rows).toEqual([
      { year: 2029, source: BUDGET, amount: '33.34', planned: true },
      { year: 2029, source: OWN, amount: '66.68', planned: true },
    ]);
    expect((await calendar('reviewer'))?.rows).toHaveLength(4);
    const needing = async () => {
      await computeWaiting(server.context);
      const { rows: found } = await sql<{ code: string }>`select code::text as code from project_needs
        join projects on projects.id = project_id group by projects.id order by projects.id`.execute(db);
      return found.map(({ code }) => code);
    };
    const formsAre = (status: number) =>
      sql`update project_forms set status = ${status}::smallint
        where project_id = (select id from projects where code = ${waiting.code})`.execute(db);
    expect(await needing()).toEqual([approved.code, waiting.code]);
    // A form that was unlocked again counts for nothing until its next approval.
    await formsAre(FORM_STATUS.unlocked);
    expect(await needing()).toEqual([approved.code]);
    const costs = { financialInfo: { yearlyCosts: [{ year: 2035, amount: '6.00' }] } };
    await sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
      select form_id, max(revision) + 1, 1, ${JSON.stringify(costs)}::json, 'Нова ревизија' from form_revisions
      where form_id in (select id from project_forms
                        where project_id = (select id from projects where code = ${waiting.code}))
      group by form_id`.execute(db);
    await formsAre(FORM_STATUS.approved);
    await computeWaiting(server.context);
    const { rows: renewed } = await sql`select year, amount::text from project_needs
      where project_id = (select id from projects where code = ${waiting.code})`.execute(db);
    expect(renewed).toEqual([{ year: 2035, amount: '6.00' }]);
  });

  it('gives a scenario the needs of approved projects that its reader sees, without its candidates', async () => {
    const needs = async (login: string, without: number[] = []) =>
      (await committedNeeds(server.context, await actingUser(server.context, login), without)).length;
    expect([await needs('reviewer'), await needs('local.user'), await needs('other.user')]).toEqual([4, 4, 0]);
    const { id } = await approved.read();
    expect(await needs('reviewer', [id])).toBe(0);
  });

  it('uses the form of the newest phase, with amounts up to the largest, and follows a form to another project', async () => {
    const { db } = server.context;
    const idOf = async (code: string) =>
      (await db.selectFrom('projects').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
    const id = await idOf(await createProject(server, 'local.user'));
    const to = await idOf(await createProject(server, 'local.user'));
    const first = await db
      .selectFrom('project_phases')
      .select('id')
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow();
    const { rows: later } = await sql<{ id: number }>`
      insert into project_phases (project_id, phase, started_at)
      select project_id, 2, started_at + interval '1 day' from project_phases where id = ${first.id} returning id`.execute(
      db,
    );
    const form = async (phase: number, place: number, year: number, amounts: readonly string[]) => {
      const values = { financialInfo: { yearlyCosts: amounts.map((amount) => ({ year, amount })) } };
      const { rows } = await sql<{ id: number }>`
        with form as (insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal)
          values (${id}, ${phase}, 'spremnost', 1, 'Образац', ${place}) returning id)
        insert into form_revisions (form_id, revision, definition_version, input, user_name)
        select id, 1, 1, ${JSON.stringify(values)}::json, '' from form returning form_id as id`.execute(db);
      await sql`update project_forms set status = ${FORM_STATUS.approved}::smallint where id = ${rows[0]?.id}`.execute(
        db,
      );
      return rows[0]?.id ?? 0;
    };
    const needs = async (project: number) => {
      await computeWaiting(server.context);
      const { rows } = await sql<{ year: number; amount: string }>`
        select year, amount::text from project_needs where project_id = ${project}`.execute(db);
      return rows.map(({ year, amount }) => [year, amount]);
    };
    const newest = await form(later[0]?.id ?? 0, 1, 2031, ['999999999999999.99', '999999999999999.99']);
    await form(first.id, 2, 2030, ['5.00']);
    expect(await needs(id)).toEqual([[2031, '999999999999999.99']]);
    await sql`update project_forms set project_id = ${to} where id = ${newest}`.execute(db);
    expect([await needs(id), await needs(to)]).toEqual([[[2030, '5.00']], [[2031, '999999999999999.99']]]);
    await sql`delete from project_needs where project_id in (${id}, ${to})`.execute(db);
  });

  it('counts approved projects without years, appropriations, and projects of a number, as far as a user sees them', async () => {
    const { db } = server.context;
    // A project that is not approved, and an approved one.
    const unapproved = await createProject(server, 'other.user');
    const other = await createProject(server, 'other.user');
    const only = (code: string) => sql`(select id from projects where code = ${code})`;
    await sql`update projects set commission_approved = true, total_value = 77 where code = ${other}`.execute(db);
    const without = async (login: string) => (await calendar(login))?.withoutYears;
    expect(await without('reviewer')).toEqual({ projects: 1, worth: '77.00' });
    expect(await without('other.user')).toEqual({ projects: 1, worth: '77.00' });
    expect(await without('local.user')).toEqual({ projects: 0, worth: '0.00' });
    expect((await calendar('reviewer'))?.projects).toBe(2);

    await sql`insert into project_appropriations (project_id, appropriation_id)
      (select ${only(other)}, given.id from appropriations given order by given.id limit 1)
      union all
      (select ${only(unapproved)}, given.id from appropriations given order by given.id desc limit 1)`.execute(db);
    const given = async (login: string) => (await calendar(login))?.appropriations.length;
    expect([await given('reviewer'), await given('other.user'), await given('local.user')]).toEqual([1, 1, 0]);

    const behind = async (login: string, query: string) =>
      (await server.call<NeedProject[]>(login, 'GET', `portfolio/calendar/projects?status=pending&year=2027${query}`))
        .payload?.length;
    expect([await behind('reviewer', ''), await behind('local.user', ''), await behind('other.user', '')]).toEqual([
      1, 1, 0,
    ]);
    expect([await behind('reviewer', '&needSector=5'), await behind('reviewer', '&needSector=1')]).toEqual([1, 0]);

    // A plan in force counts as approved without a decision of the commission, for projects that began before it.
    const plan = {
      implementationDates: { end: '2031-12-31' },
      implementation: [{ plan: [{ year: 2031, q1: { amount: '9.00' } }] }],
    };
    await sql`insert into project_plans (project_id, ordinal, form_id, form_revision, plan)
      select project_id, 1, id, 1, ${JSON.stringify(plan)}::json from project_forms
      where project_id = ${only(waiting.code)} order by id limit 1`.execute(db);
    await computeWaiting(server.context);
    expect((await calendar('reviewer', '&filter[fiscalNeed]=2031'))?.rows).toMatchObject([{ amount: '9.00' }]);
    await sql`delete from project_plans where project_id = ${only(waiting.code)}`.execute(db);
    await computeWaiting(server.context);
  });
});

describe('ceilings', () => {
  it('are entered by the ministry, with their history, and nobody overwrites an unseen change', async () => {
    const first = await set(ceiling(2027, BUDGET, '900000000'));
    expect(first.payload).toMatchObject({ amount: '900000000.00', revision: 1 });
    const conflict = await set(ceiling(2027, BUDGET, '1'));
    expect([conflict.status.name, conflict.payload?.amount]).toEqual(['CeilingConflict', '900000000.00']);
    expect((await set(ceiling(2027, BUDGET, '800000000', 1))).payload?.revision).toBe(2);
    expect((await set(ceiling(2027, OWN, '300000000', 0, 5))).payload?.sector).toBe(5);
    const at = await Promise.all(Array.from({ length: 8 }, () => set(ceiling(2030, OWN, '5'))));
    expect(at.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
    expect((await set(ceiling(2030, OWN, null, 1))).payload).toMatchObject({ amount: null, revision: 2 });
    const all = await server.call<Ceiling[]>('local.user', 'GET', 'portfolio/ceilings');
    expect(all.payload?.map(({ year, sector, amount }) => [year, sector, amount])).toEqual([
      [2027, null, '800000000.00'],
      [2027, 5, '300000000.00'],
    ]);
    const past = () =>
      server.call<Ceiling[]>(
        'reviewer',
        'GET',
        `portfolio/ceilings/history?year=2027&source=${encodeURIComponent(BUDGET)}`,
      );
    expect((await past()).payload?.map(({ amount }) => amount)).toEqual(['800000000.00', '900000000.00']);
    // The ceiling of a sector has its own value and history; setting the same amount again changes nothing.
    expect((await set(ceiling(2027, BUDGET, '4', 0, 5))).payload).toMatchObject({ sector: 5, revision: 1 });
    expect((await set(ceiling(2027, BUDGET, '800000000', 2))).payload?.revision).toBe(2);
    expect((await past()).payload?.map(({ amount }) => amount)).toEqual(['800000000.00', '900000000.00']);
    const { rows } = await sql<{ detail: unknown }>`select detail from audit_log
      where operation = 'ceiling.set' and detail -> 'after' ->> 'source' = ${BUDGET} order by id`.execute(
      server.context.db,
    );
    expect(rows.map(({ detail }) => detail)).toMatchObject([
      { before: null, after: { amount: '900000000.00' } },
      { before: { amount: '900000000.00' }, after: { amount: '800000000.00' } },
      { before: null, after: { sector: 5 } },
    ]);
    expect((await set(ceiling(2027, BUDGET, '7', 2), 'local.admin')).httpStatus).toBe(403);
    for (const wrong of ['-1', '1,5', '1.234']) {
      expect((await set(ceiling(2031, OWN, wrong))).httpStatus).toBe(422);
    }
  });

  it('are only for sources that forms offer or an approved project needs, or for none', async () => {
    const { db } = server.context;
    expect((await set(ceiling(2033, '', '5'))).httpStatus).toBe(200);
    const enter = (revision = 0) => set(ceiling(2033, 'Самодопринос', revision === 0 ? '5' : null, revision));
    const refused = await enter();
    expect([refused.httpStatus, refused.fieldErrors]).toEqual([422, [{ field: 'source', code: 'InvalidField' }]]);
    const need = sql`update project_needs set source = 'Самодопринос'`;
    const row = sql`where project_id = (select id from projects where code = ${approved.code}) and year = 2028`;
    await sql`${need} ${row} and source = ${OWN}`.execute(db);
    expect((await enter()).httpStatus).toBe(200);
    await sql`update project_needs set source = ${OWN} ${row} and source = 'Самодопринос'`.execute(db);
    // A ceiling that no project needs any more can be removed.
    expect((await enter(1)).payload).toMatchObject({ amount: null, revision: 2 });
  });

  it('entered by two users for the first time at once are a conflict for the second', async () => {
    let second: ReturnType<typeof set> | undefined;
    await server.context.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${CEILING_LOCK}, 2032)`.execute(tx);
      await sql`insert into fiscal_ceilings (year, source, amount, changed_by)
        select 2032, ${OWN}, 1, id from users where login = 'admin'`.execute(tx);
      second = set(ceiling(2032, OWN, '2'));
      await untilWaiting(server.context.db, tx);
    });
    const refused = await second;
    expect([refused?.status.name, refused?.payload?.amount]).toEqual(['CeilingConflict', '1.00']);
  });
});

it('an exceeded ceiling is shown on the first page, with the excess of the calendar that the user sees', async () => {
  await sql`truncate fiscal_ceilings cascade`.execute(server.context.db);
  const said = async (login: string) =>
    (await server.call<PortfolioSummary>(login, 'GET', 'dashboard/portfolio')).payload?.overshoot;
  expect(await said('reviewer')).toBeNull();
  await set(ceiling(2028, BUDGET, '0.50'));
  const need = (await calendar('reviewer'))?.rows.filter(({ year, source }) => year === 2028 && source === BUDGET);
  const cents = (need ?? []).reduce((sum, { amount }) => sum + (totalHundredths(amount) ?? 0n), 0n);
  expect(cents).toBeGreaterThan(50n);
  expect(await said('reviewer')).toEqual({ year: 2028, over: fromHundredths(cents - 50n) });
});
