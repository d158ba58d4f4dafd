import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PortfolioSummary } from '@pimis/contract/dashboard';
import type { PortfolioMoney } from '@pimis/contract/portfolio/overview';
import type { PortfolioProgress, PortfolioWarnings } from '@pimis/contract/portfolio/progress';
import { addDays } from '@pimis/domain/dates/dates';
import { type WarningFacts, WARNING_KEYS, WARNING_RULES, warningsOf } from '@pimis/domain/portfolio/warnings';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE_STATUS, stepNormDays } from '@pimis/domain/workflow/statuses';
import { DEMO_ACCOUNTS } from '../system/demo-accounts.ts';
import { actingUser } from '../../seed/demo-people.ts';
import { enterHistory, measuredFor, PROJECTS, TODAY, useMeasuredProjects } from '../../testing/measured-projects.ts';
import { useServer } from '../../testing/server.ts';
import { progressWorkbook } from './export.ts';
import { progressScope } from './facts.ts';
import { readWarnings } from './warnings.ts';

/** Warnings computed from stored figures, in the portfolio, in its workbook and on the dashboard. */

const server = useServer();
useMeasuredProjects(server);

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
    // Facts at the limits of the rules, and on both sides of them.
    await sql`
      update earned_values set spi = case when pv is not null then (array[899, 900, null, 1000])[1 + project_id % 4] end,
        cpi = case when pv is not null then (array[900, 899, 1000])[1 + project_id % 3] end,
        eac = case when pv is not null then trunc(bac * 1.1, 2) + project_id % 2 end,
        planned_end = ${TODAY}::date - project_id % 2, planned_start = ${'2026-09-30'}::date + project_id % 2,
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
    const raised = found.flatMap(({ key, further, code }) => [key, ...further].map((one) => `${one} ${code}`));
    expect(raised.toSorted()).toEqual(expected.toSorted());
    // A project is listed once for each kind, under its heaviest rule.
    const kinds = found.map(({ key, code }) => `${WARNING_RULES[key].kind} ${code}`);
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const { key, further } of found)
      for (const other of further) expect(WARNING_KEYS.indexOf(other)).toBeGreaterThan(WARNING_KEYS.indexOf(key));
    const places = found.map(({ key }) => WARNING_KEYS.indexOf(key));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const progress = await server.call<PortfolioProgress>('admin', 'GET', 'portfolio/progress');
    expect(progress.payload?.warnings).toEqual(
      WARNING_KEYS.map((key) => ({ key, projects: raised.filter((one) => one.startsWith(`${key} `)).length })),
    );
    expect(new Set(raised.map((one) => one.split(' ')[0]))).toEqual(new Set(WARNING_KEYS));
    const ofRule = await warningsFor('admin', 'rule=noReport');
    expect(ofRule.map(({ key, code }) => `${key} ${code}`).toSorted()).toEqual(
      raised.filter((one) => one.startsWith('noReport ')).toSorted(),
    );
    // If the list is of one rule, heavier rules of a project are shown beside it.
    expect(ofRule.some(({ further }) => further.includes('lowSpi'))).toBe(true);
  });

  it('are paged without a gap or a repetition', async () => {
    const context = server.context;
    const scope = await progressScope(context, await actingUser(context, 'admin'), {});
    const all = await readWarnings(context.db, scope, {}, 1000);
    const paged: typeof all.warnings = [];
    let after: string | undefined;
    do {
      const page = await readWarnings(context.db, scope, { after }, 4);
      paged.push(...page.warnings);
      after = page.next ?? undefined;
      expect(paged.length).toBeLessThanOrEqual(all.warnings.length);
    } while (after !== undefined);
    expect(paged).toEqual(all.warnings);
  });

  it('are only for pending projects', async () => {
    const { db } = server.context;
    const [first] = await warningsFor('admin', '');
    const statusIs = (status: number) =>
      sql`update projects set status = ${status}::smallint where code = ${first?.code}`.execute(db);
    const ended = async () => (await warningsFor('admin', 'status=finished')).map(({ code }) => code);
    await statusIs(PROJECT_STATUS.finished);
    expect(await ended()).toEqual([]);
    // A step still open when the project ended causes no warning.
    await sql`update projects set waiting_since = ${addDays(TODAY, -900)}::timestamptz, open_steps = array['send'],
      phase_status = 1 where code = ${first?.code}`.execute(db);
    expect(await ended()).toEqual([]);
    await statusIs(PROJECT_STATUS.pending);
    expect((await warningsFor('admin', ''))[0]?.code).toBe(first?.code);
  });

  it('are only for the projects that the user sees', async () => {
    const all = await warningsFor('admin', '');
    const own = await warningsFor('other.user', '');
    const rows = await server.call<{ code: string }[]>(
      'other.user',
      'GET',
      'projects/paged?status=pending&perPage=100',
    );
    expect(rows.payload).toHaveLength(PROJECTS / 3);
    const seen = new Set(rows.payload?.map(({ code }) => code));
    expect(own).toEqual(all.filter(({ code }) => seen.has(code)));
    expect(own.length).toBeLessThan(all.length);
  });

  it('of a past day use the data known on that day', async () => {
    const past = await warningsFor('admin', `atDay=${addDays(TODAY, -1000)}`);
    expect(past).toEqual([]);
    // At first there is a plan and no report, and every project has been in its first status since its history began.
    const early = await warningsFor('admin', `atDay=${addDays(TODAY, -200)}`);
    expect(new Set(early.map(({ key }) => key))).toEqual(new Set(['noReport', 'waitingTooLong']));
    expect(early.filter(({ key }) => key === 'noReport').length).toBeGreaterThan(10);
  });

  it('of a past day count a wait from the beginning of its status', async () => {
    const { db } = server.context;
    const { rows } = await sql<{ id: number; code: string }>`
      select id, code::text from projects where status = 0 order by id limit 4`.execute(db);
    await sql`delete from project_history where project_id = any(${rows.map(({ id }) => id)})`.execute(db);
    const [first, moved, changed, closing] = rows;
    const stood = (project: (typeof rows)[number] | undefined, phaseStatus: number, from: number, to: number | null) =>
      enterHistory(server, project?.id, { phaseStatus }, addDays(TODAY, from), to === null ? null : addDays(TODAY, to));
    const { entry, waitingConfirmation } = PHASE_STATUS;
    await stood(first, entry, -100, null);
    await stood(moved, waitingConfirmation, -100, -50);
    await stood(moved, entry, -50, -15);
    await stood(moved, waitingConfirmation, -15, -10);
    await stood(moved, entry, -10, null);
    // This project's status stayed the same; only something else changed twice.
    await stood(changed, waitingConfirmation, -100, -60);
    await stood(changed, entry, -60, -40);
    await stood(changed, entry, -40, -35);
    await stood(changed, entry, -35, null);
    await stood(closing, PHASE_STATUS.approved, -100, null);
    const codes = new Set(rows.map(({ code }) => code));
    const waits = async (day: number) => {
      const found = await warningsFor('admin', `atDay=${addDays(TODAY, day)}&rule=waitingTooLong`);
      return new Map(
        found.flatMap(({ code, waitingSince }) => (codes.has(code) ? [[code, waitingSince] as const] : [])),
      );
    };
    const norm = stepNormDays(entry);
    expect((await waits(-100 + norm)).has(first?.code ?? '')).toBe(false);
    expect((await waits(-100 + norm + 1)).get(first?.code ?? '')).toBe(addDays(TODAY, -100));
    expect((await waits(-60 + norm)).has(changed?.code ?? '')).toBe(false);
    expect((await waits(-60 + norm + 1)).get(changed?.code ?? '')).toBe(addDays(TODAY, -60));
    expect((await waits(-50 + norm)).has(moved?.code ?? '')).toBe(false);
    expect(await waits(-50 + norm + 1)).toEqual(
      new Map([
        [first?.code, addDays(TODAY, -100)],
        [changed?.code, addDays(TODAY, -60)],
        [moved?.code, addDays(TODAY, -50)],
      ]),
    );
  });

  it.each(['atDay=2026-11-25', 'atDay=x', 'rule=nothing', 'after=lowSpi', 'after=lowSpi_1_x', 'unknown=1'])(
    'refuse %s',
    async (query) => {
      const answer = await server.call('admin', 'GET', `portfolio/warnings?${query}`);
      expect(answer.httpStatus).toBe(422);
    },
  );

  it('of one rule do not continue from a row of another', async () => {
    for (const [rule, status] of [
      ['lowSpi', 422],
      ['lowCpi', 200],
    ] as const) {
      const answer = await server.call('admin', 'GET', `portfolio/warnings?rule=${rule}&after=lowCpi_1000.00_17`);
      expect([rule, answer.httpStatus]).toEqual([rule, status]);
      if (status === 422) expect(answer.fieldErrors).toEqual([{ field: 'after', code: 'InvalidField' }]);
    }
  });

  it('do not exist on the earliest possible day', async () => {
    expect(await warningsFor('admin', 'atDay=0001-01-01')).toEqual([]);
  });

  it('and figures are saved as a workbook', async () => {
    const file = await server.get('admin', 'portfolio/progress/export?language=en');
    expect(file.statusCode).toBe(200);
    const rows = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? [];
    const projects = await measuredFor(server, 'admin', '');
    const written = rows.flatMap(([part, name, quarter, , , , , , , , spi, cpi]) =>
      part === 'Project' ? [[name, quarter, spi || null, cpi || null]] : [],
    );
    // Indexes are numbers, so that a reader can compute with them.
    const number = (text: string | null) => (text === null ? null : Number(text));
    expect(written).toEqual(
      projects.map(({ code, name, quarter: at, spi, cpi }) => [
        `${code} ${name}`,
        `${at.year}-${at.quarter}`,
        number(spi),
        number(cpi),
      ]),
    );
    expect(projects.some(({ spi }) => spi !== null)).toBe(true);
  });

  it('in a workbook end with the number of those that are left out', async () => {
    const { context } = server;
    const scope = await progressScope(context, await actingUser(context, 'admin'), {});
    const linesOf = async (most: number) => {
      const content = await buffer(await progressWorkbook(context, scope, { language: 'en' }, most));
      const rows = (await readXlsx(content)).sheets[0]?.rows ?? [];
      return rows.flatMap(([part, name, , count]) => (part === 'Warning' ? [[name, count]] : []));
    };
    const all = await linesOf(1_000);
    const { warnings } = await readWarnings(context.db, scope, {}, 1_000);
    const unlisted = warnings.slice(2).reduce((sum, { further }) => sum + 1 + further.length, 0);
    expect(await linesOf(2)).toEqual([...all.slice(0, 2), ['Further warnings, on the screen only', unlisted]]);
    expect(await linesOf(all.length)).toEqual(all);
  });
});

describe('the dashboard', () => {
  /** Whether the role of a demo account may see projects and decide, written out by hand. */
  const DECIDES: readonly string[] = [
    'admin',
    'reviewer',
    'mei',
    'ministry.admin',
    'minister',
    'local.admin',
    'local.power',
  ];

  it.each(DEMO_ACCOUNTS.map(({ login }) => login))('shows %s the projects that they decide on', async (login) => {
    const answer = await server.call<PortfolioSummary>(login, 'GET', 'dashboard/portfolio');
    if (!DECIDES.includes(login)) {
      expect([answer.httpStatus, answer.payload]).toEqual([403, null]);
      return;
    }
    expect(answer.httpStatus).toBe(200);
    expect(answer.payload?.warnings).toEqual((await warningsFor(login, 'status=pending')).slice(0, 3));
    const money = await server.call<PortfolioMoney>(login, 'GET', 'portfolio/money?status=pending');
    expect(answer.payload?.quarters).toEqual(money.payload?.quarters);
    // Each sentence shows the number of rows of the list that it links to.
    const progress = async (atDay = '') =>
      (await server.call<PortfolioProgress>(login, 'GET', `portfolio/progress?status=pending${atDay}`)).payload;
    const then = await progress(`&atDay=${addDays(TODAY, -30)}`);
    expect(answer.payload?.counts).toEqual(
      (await progress())?.warnings.map(({ key, projects }, place) => ({
        key,
        projects,
        before: then?.warnings[place]?.projects,
      })),
    );
    for (const { key, projects } of answer.payload?.counts ?? []) {
      expect(await warningsFor(login, `status=pending&rule=${key}`), key).toHaveLength(projects);
    }
    const late = await warningsFor(login, 'status=pending&rule=lowSpi');
    const lowest = late.map(({ spi }) => Number(spi)).toSorted((a, b) => a - b)[0];
    expect(Number(answer.payload?.lowestSpi ?? Number.NaN)).toEqual(lowest ?? Number.NaN);
  });
});
