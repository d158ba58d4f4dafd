import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PortfolioProgress, ProjectProgress } from '@pimis/contract/portfolio/progress';
import { addDays, quarterEnd, quarterOrder } from '@pimis/domain/dates/dates';
import { fromThousandths, indexesOf, sumOfValues } from '@pimis/domain/indicators/earned-value';
import { statusQuarter } from '@pimis/domain/indicators/measured-periods';
import { fromHundredths, totalHundredths } from '@pimis/domain/money/decimal';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE } from '@pimis/domain/workflow/phases';
import { DEMO_ACCOUNTS } from '../system/demo-accounts.ts';
import {
  enterHistory,
  FIRST_QUARTER,
  measuredFor,
  TODAY,
  useMeasuredProjects,
} from '../../testing/measured-projects.ts';
import { useServer } from '../../testing/server.ts';

/** Compares the sums with the stored figures; demo.test.ts checks the figures on the demo data. */

const server = useServer();
useMeasuredProjects(server);
const DAYS = [TODAY, addDays(TODAY, -60), addDays(TODAY, -300), addDays(TODAY, -1000)];

describe('earned value', () => {
  it.each(DAYS)('is summed for all projects and each group on %s', async (day) => {
    const status = statusQuarter(day);
    // The plan has three quarters: nothing is planned before them, and all of it by their end.
    const place = Math.min(quarterOrder(status) - FIRST_QUARTER + 1, 3);
    const { rows } = await sql<
      Record<'bac' | 'pv' | 'ev' | 'ac', string> & { sector: number; phase: number; isOlder: boolean }
    >`
      select sector, phase, (bac * 100)::bigint::text as bac, (coalesce(planned[${place}::integer], 0) * 100)::bigint::text as pv, (ev * 100)::bigint::text as ev,
             (ac * 100)::bigint::text as ac, year * 4 + quarter < ${quarterOrder(status)}::integer as "isOlder"
      from earned_values join projects on projects.id = project_id
      where pv is not null and valid_from <= ${day}::date and valid_to > ${day}::date`.execute(server.context.db);
    const answer = await server.call<PortfolioProgress>('admin', 'GET', `portfolio/progress?atDay=${day}`);
    const told = (parts: typeof rows) => {
      const sum = sumOfValues(
        parts.map(({ bac, pv, ev, ac }) => ({ bac: BigInt(bac), pv: BigInt(pv), ev: BigInt(ev), ac: BigInt(ac) })),
      );
      const { sv, cv, spi, cpi, eac, etc, vac, tcpi } = indexesOf(sum);
      const index = (value: bigint | null) => (value === null ? null : fromThousandths(value));
      const money = (value: bigint | null) => (value === null ? null : fromHundredths(value));
      const sums = { bac: money(sum.bac), pv: money(sum.pv), ev: money(sum.ev), ac: money(sum.ac) };
      const follows = {
        sv: money(sv),
        cv: money(cv),
        spi: index(spi),
        cpi: index(cpi),
        eac: money(eac),
        etc: money(etc),
        vac: money(vac),
        tcpi: index(tcpi),
      };
      const older = parts.filter(({ isOlder }) => isOlder).length;
      return { projects: parts.length, older, ...sums, ...follows };
    };
    expect(answer.payload?.statusDay).toBe(quarterEnd(status));
    expect(answer.payload?.all).toEqual(told(rows));
    for (const field of ['sector', 'phase'] as const) {
      const groups = answer.payload?.[`${field}s`] ?? [];
      for (const { key, ...values } of groups) {
        expect(values).toEqual(told(rows.filter((row) => row[field] === Number(key))));
      }
      expect(groups.reduce((sum, { projects }) => sum + projects, 0)).toBe(rows.length);
    }
  });
});

describe('earned value by project', () => {
  const CENTRE: readonly string[] = ['admin', 'reviewer'];
  const ACCOUNTS = DEMO_ACCOUNTS.map(({ login }) => login).filter((login) => login !== 'operator');

  it.each(ACCOUNTS.slice(0, 10))('adds up to the totals of all projects and of each group for %s', async (login) => {
    for (const query of ['status=pending', 'status=pending&filter[sector]=2', `atDay=${addDays(TODAY, -60)}`]) {
      const projects = await measuredFor(server, login, query);
      const { payload } = await server.call<PortfolioProgress>(login, 'GET', `portfolio/progress?${query}`);
      // Planned values are not compared: a group has that of one day, a project that of its last report.
      for (const figure of ['bac', 'ev', 'ac', 'cv'] as const) {
        const sum = projects.reduce((total, project) => total + (totalHundredths(project[figure]) ?? 0n), 0n);
        expect([query, figure, payload?.all[figure]]).toEqual([query, figure, fromHundredths(sum)]);
      }
      expect(projects).toHaveLength(payload?.all.projects ?? -1);
      const rows = await server.call<{ code: string }[]>(
        login,
        'GET',
        `projects/paged?perPage=100&${query.replace(/&?atDay=[\d-]+/, '') || 'status=pending'}`,
      );
      const seen = new Set(rows.payload?.map(({ code }) => code));
      expect(projects.filter(({ code }) => !seen.has(code))).toEqual([]);
      if (CENTRE.includes(login)) expect(projects.length).toBeGreaterThan(0);
    }
  });

  it('is shown for one project to users who see it, also when it is stopped', async () => {
    const { db } = server.context;
    const [own] = await measuredFor(server, 'local.user', 'status=pending');
    const { code = '', name: _name, organizationName: _body, ...measured } = own ?? {};
    const read = (login: string) => server.call<ProjectProgress>(login, 'GET', `projects/${code}/progress`);
    expect((await read('local.user')).payload).toEqual({ measured });
    expect((await read('other.user')).httpStatus).toBe(404);
    const become = (status: number) => db.updateTable('projects').set({ status }).where('code', '=', code).execute();
    await become(PROJECT_STATUS.archived);
    expect((await read('local.user')).payload?.measured).toEqual(measured);
    await become(PROJECT_STATUS.pending);
    const none = (await server.call<{ code: string }[]>('admin', 'GET', 'projects/paged?perPage=100')).payload ?? [];
    const known = new Set((await measuredFor(server, 'admin', '')).map((project) => project.code));
    const without = none.find((project) => !known.has(project.code))?.code;
    expect((await server.call('admin', 'GET', `projects/${without}/progress`)).payload).toEqual({ measured: null });
  });

  it('is paged by a key, the largest budget first', async () => {
    const projects = await measuredFor(server, 'admin', '');
    expect(projects.map(({ bac }) => Number(bac))).toEqual(
      projects.map(({ bac }) => Number(bac)).toSorted((one, other) => other - one),
    );
    const [first, second] = projects;
    const { rows } = await sql<{ id: number }>`select id from projects where code = ${first?.code ?? ''}`.execute(
      server.context.db,
    );
    expect((await measuredFor(server, 'admin', `after=${first?.bac}_${rows[0]?.id}`))[0]).toEqual(second);
    for (const wrong of ['after=1', 'after=1.00_x', 'atDay=2026-11-25', 'unknown=1']) {
      const answer = await server.call('admin', 'GET', `portfolio/progress/projects?${wrong}`);
      expect([wrong, answer.httpStatus]).toEqual([wrong, 422]);
    }
  });
});

it('a past day groups projects by the phase of that day', async () => {
  const { db } = server.context;
  const [day, moved] = [addDays(TODAY, -20), addDays(TODAY, -10)];
  const { rows } = await sql<{ id: number }>`
    select project_id as id from earned_values
    where pv is not null and valid_from <= ${day}::date and valid_to > ${day}::date order by 1 limit 2`.execute(db);
  const [one, other] = rows.map(({ id }) => id);
  await sql`delete from project_history where project_id in (${one}, ${other})`.execute(db);
  await enterHistory(server, one, {}, moved, null);
  await enterHistory(server, one, { phase: PHASE.conclusion }, addDays(TODAY, -500), moved);
  await enterHistory(server, other, { phase: PHASE.conclusion }, addDays(TODAY, -500), moved);
  await enterHistory(server, other, {}, moved, null);
  const concluded = async (atDay: string) => {
    const { payload } = await server.call<PortfolioProgress>('admin', 'GET', `portfolio/progress?atDay=${atDay}`);
    return payload?.phases.find(({ key }) => key === String(PHASE.conclusion))?.projects ?? 0;
  };
  expect([await concluded(day), await concluded(addDays(TODAY, -5)), await concluded(TODAY)]).toEqual([2, 0, 0]);
  // Later states of a project do not count on the day.
  const { rows: measured } = await sql<{ projects: number }>`
    select count(*)::integer as projects from earned_values
    where pv is not null and valid_from <= ${day}::date and valid_to > ${day}::date`.execute(db);
  const { payload } = await server.call<PortfolioProgress>('admin', 'GET', `portfolio/progress?atDay=${day}`);
  expect(payload?.all.projects).toBe(measured[0]?.projects);
});
