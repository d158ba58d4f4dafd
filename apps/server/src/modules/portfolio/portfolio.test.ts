import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FiscalCalendar, NeedProject } from '@pimis/contract/portfolio/calendar';
import type { PortfolioProgress, PortfolioWarnings, ProgressValues } from '@pimis/contract/portfolio/progress';
import type { TimelinePage, TimelineProject } from '@pimis/contract/portfolio/timeline';
import type {
  PortfolioCourse,
  PortfolioMap,
  PortfolioMoney,
  PortfolioOverview,
  PortfolioSums,
} from '@pimis/contract/portfolio/overview';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { fromHundredths, sumHundredths } from '@pimis/domain/money/decimal';
import { FORM_STATUS } from '@pimis/domain/constants';
import { days } from '@pimis/domain/dates/dates';
import { filtersOfGroup } from '@pimis/domain/projects/filter-parts';
import { type DecidedKey, decidedKey } from '@pimis/domain/workflow/decided';
import { WARNING_KEYS } from '@pimis/domain/portfolio/warnings';
import { PHASE_ORDER } from '@pimis/domain/reports/columns';
import { dayOf } from '../../platform/context.ts';
import { DEMO_ACCOUNTS } from '../../seed/demo-accounts.ts';
import { addFigures, type PortfolioFacts, portfolioFacts } from '../../testing/portfolio-facts.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { isThorough } from '../../testing/thorough.ts';

/** Every number of the portfolio against the rows of the project table with the same filter. */

const server = useServer();
const PROJECTS = 22;
const TODAY = '2026-07-02';
/** On the first the figures of some projects hold, whose history has not begun yet. */
const PAST_DAYS = ['2026-01-01', '2026-07-01'];
let realized: ProjectDriver;
let factsByCode: ReadonlyMap<string, PortfolioFacts>;

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
  // What no call changes: places of many kinds, values with hundredths, other states.
  await sql`
    update projects set total_value = 1000000.01 * (id % 7), spent = 999.99 * (id % 3),
      level = nullif(id % 4, 0), phase = (array[0, 10, 2, 4, 5, 11])[1 + id % 6],
      districts = case id % 5 when 0 then '{}'::text[] when 1 then '{00}' when 2 then '{01,07}' else '{20}' end,
      municipalities = case id % 5 when 0 then '{}'::text[] when 1 then '{70106}' when 2 then '{80438,70998}' else '{70998}' end,
      planned_end = case when id % 2 = 0 then date '2026-01-31' + (id % 300) end,
      created_at = ${TODAY}::timestamptz - make_interval(days => id % 900), status = case when id % 8 = 0 then 1 else 0 end,
      open_steps = case when id % 8 > 0 then open_steps else '{}' end,
      commission_approved = id % 3 = 0, waiting_since = ${TODAY}::timestamptz - make_interval(hours => 47 * (id % 50))
    where code <> ${realized.code}`.execute(server.context.db);
  await sql`update project_phases set phase = projects.phase from projects
    where projects.id = project_phases.project_id and project_phases.id in (
      select max(id) from project_phases group by project_id having count(*) = 1)`.execute(server.context.db);
  await addFigures(server.context.db, TODAY, realized.code);
  factsByCode = await portfolioFacts(server.context.db, TODAY);
});

type Query = Readonly<Record<string, string>>;
const written = (query: Query) => new URLSearchParams(query).toString();

async function asked<Payload>(login: string, view: string, query: Query): Promise<Payload> {
  const answer = await server.call<Payload>(login, 'GET', `portfolio/${view}?${written(query)}`);
  expect([answer.httpStatus, view, query]).toEqual([200, view, query]);
  return answer.payload as Payload;
}

/** Every row of the project table. */
async function rowsOf(login: string, query: Query): Promise<ProjectRow[]> {
  const answer = await server.call<ProjectRow[]>(
    login,
    'GET',
    `projects/paged?${written({ ...query, perPage: '100' })}`,
  );
  expect([answer.httpStatus, query]).toEqual([200, query]);
  return answer.payload ?? [];
}

const total = (amounts: readonly string[]) => fromHundredths(sumHundredths(amounts));

function factsOf(rows: readonly ProjectRow[]): PortfolioFacts[] {
  return rows.map(({ code }) => {
    const facts = factsByCode.get(code);
    if (!facts) throw new Error(`No facts of ${code}`);
    return facts;
  });
}

/** The projects that the table shows, each with its facts. */
async function seenBy(login: string, query: Query): Promise<{ row: ProjectRow; facts: PortfolioFacts }[]> {
  const rows = await rowsOf(login, query);
  return factsOf(rows).map((facts, index) => ({ facts, row: rows[index] as ProjectRow }));
}

/** The value at a share of the sorted ones, between two of them by its place; null without values. */
function percentileOf(values: readonly number[], share: number): number | null {
  const ordered = values.toSorted((one, other) => one - other);
  const place = share * (ordered.length - 1);
  const [below, above] = [ordered[Math.floor(place)], ordered[Math.ceil(place)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (place % 1);
}

const worth = (rows: readonly ProjectRow[]) => fromHundredths(sumHundredths(rows.map(({ totalValue }) => totalValue)));

const FILTER = /^filter\[(?<name>.*)\]$/;

/** The query of the link to the projects of a group, as screens make it. */
function behind(query: Query, group: Query): Query {
  const filters: Record<string, string> = {};
  const others: Record<string, string> = {};
  for (const [key, value] of Object.entries(query)) {
    const name = FILTER.exec(key)?.groups?.name;
    if (name === undefined) others[key] = value;
    else filters[name] = value;
  }
  const narrowed = Object.entries(filtersOfGroup(filters, group));
  return { ...others, ...Object.fromEntries(narrowed.map(([name, value]) => [`filter[${name}]`, value])) };
}

/** Holds a number against the rows that its link shows. */
async function expectRows(login: string, query: Query, sums: Pick<PortfolioSums, 'projects'> & Partial<PortfolioSums>) {
  const rows = await rowsOf(login, query);
  expect([query, rows.length]).toEqual([query, sums.projects]);
  if (sums.value !== undefined) expect([query, worth(rows)]).toEqual([query, sums.value]);
  if (sums.spent !== undefined) {
    expect([query, total(factsOf(rows).map(({ spent }) => spent))]).toEqual([query, sums.spent]);
  }
  if (sums.late === undefined) return;
  const late = await rowsOf(login, behind(query, { isPlanLate: 'true' }));
  expect([query, late.length]).toEqual([query, sums.late]);
}

/** Phases stand in the order in which a project goes through them. */
function expectInOrder(phases: readonly { key: string }[]): void {
  const places = phases.map(({ key }) => PHASE_ORDER.indexOf(Number(key)));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
}

async function expectOverview(login: string, query: Query): Promise<void> {
  const overview = await asked<PortfolioOverview>(login, 'overview', query);
  await expectRows(login, query, overview.all);
  expectInOrder(overview.phases);
  const parts = { phase: overview.phases, sector: overview.sectors, level: overview.levels } as const;
  for (const [field, groups] of Object.entries(parts)) {
    expect(
      groups.reduce((sum, { projects }) => sum + projects, 0),
      field,
    ).toBe(overview.all.projects);
    for (const group of groups) {
      await expectRows(login, behind(query, { [field]: group.key }), group);
    }
  }
  for (const year of overview.years) {
    const days = { 'createdDate-from': `${year.key}-01-01`, 'createdDate-to': `${year.key}-12-31` };
    await expectRows(login, behind(query, days), year);
  }
  for (const body of overview.bodies) await expectRows(login, behind(query, { organizationId: body.key }), body);
  const bodies = new Set((await rowsOf(login, query)).map(({ organizationId }) => organizationId));
  expect(overview.bodies.length + overview.furtherBodies).toBe(bodies.size);
}

async function expectMap(login: string, query: Query): Promise<void> {
  const map = await asked<PortfolioMap>(login, 'map', query);
  expect(map.districts).toHaveLength(30);
  await expectRows(login, query, map.all);
  const facts = factsOf(await rowsOf(login, query));
  expect(map.inSeveral).toBe(facts.filter(({ districts }) => districts.length > 1).length);
  for (const place of [...map.districts, { key: 'none', ...map.none }]) {
    if (place.projects > 0) await expectRows(login, behind(query, { district: place.key }), place);
  }
  const occupied = map.districts.filter(({ projects }) => projects > 0).map(({ key }) => key);
  const anywhere = await rowsOf(login, behind(query, { district: [...occupied, 'none'].join() }));
  expect(anywhere).toHaveLength(map.all.projects);
  for (const town of map.municipalities) await expectRows(login, behind(query, { municipality: town.key }), town);
}

async function expectCourse(login: string, query: Query): Promise<void> {
  const course = await asked<PortfolioCourse>(login, 'course', query);
  const seen = await seenBy(login, query);
  for (const { phase, reached, passed, medianDays, ninetiethDays } of course.phases) {
    await expectRows(login, behind(query, { reachedPhase: String(phase) }), { projects: reached });
    await expectRows(login, behind(query, { passedPhase: String(phase) }), { projects: passed });
    const entered = seen.flatMap(({ facts }) => facts.phases.filter((one) => one.phase === phase));
    const taken = entered.flatMap(({ days: of }) => (of === null ? [] : [of]));
    expect([phase, reached, passed, medianDays, ninetiethDays]).toEqual([
      phase,
      entered.length,
      taken.length,
      percentileOf(taken, 0.5),
      percentileOf(taken, 0.9),
    ]);
  }
  const items = seen.flatMap(({ facts }) => facts.lists);
  expect(new Set(course.lists.map(({ type, name }) => `${type}/${name}`))).toEqual(
    new Set(items.map(({ list }) => list)),
  );
  for (const { type, name, decisions } of course.lists) {
    const list = `${type}/${name}`;
    const projects = decisions.reduce((sum, one) => sum + one.projects, 0);
    await expectRows(login, behind(query, { onList: list }), { projects });
    const ofKey = new Map<DecidedKey, number>();
    for (const { phase, decision, projects: decided } of decisions) {
      const same = items.filter((one) => one.list === list && one.phase === phase && one.decision === decision);
      expect([list, phase, decision, decided]).toEqual([list, phase, decision, same.length]);
      const key = decidedKey(phase, decision === 0 ? null : decision);
      ofKey.set(key, (ofKey.get(key) ?? 0) + decided);
    }
    for (const [key, decided] of ofKey) {
      await expectRows(login, behind(query, { onList: `${list}/${key}` }), { projects: decided });
    }
  }
  expect(course.waits.reduce((sum, { projects }) => sum + projects, 0)).toBe(seen.length);
  for (const { phase, side, projects, medianDays } of course.waits) {
    const waiting = seen.filter(({ row }) => row.phase === phase && (row.onTurn?.side ?? 'nobody') === side);
    const waited = waiting.flatMap(({ row }) => (row.waitingSince === null ? [] : [daysSince(row.waitingSince)]));
    expect([phase, side, projects, medianDays]).toEqual([phase, side, waiting.length, percentileOf(waited, 0.5)]);
    await expectRows(login, behind(query, { phase: String(phase), onTurn: side }), { projects });
  }
}

/** Days of the calendar in Belgrade until today; none of what lies ahead. */
const daysSince = (instant: string) => Math.max(0, days(dayOf(new Date(instant)), TODAY));

const sorted = (rows: readonly { code: string }[]) => rows.map(({ code }) => code).toSorted();

async function expectCalendar(login: string, query: Query): Promise<void> {
  const calendar = await asked<FiscalCalendar>(login, 'calendar', query);
  await expectRows(login, behind(query, { fiscalNeed: 'approved' }), calendar);
  await expectRows(login, behind(query, { fiscalNeed: 'none' }), {
    projects: calendar.withoutYears.projects,
    value: calendar.withoutYears.worth,
  });
  const seen = await seenBy(login, query);
  const needs = seen.flatMap(({ row: { sector }, facts }) =>
    facts.isApproved ? facts.needs.map((need) => ({ ...need, sector })) : [],
  );
  expect(calendar.rows.reduce((sum, { projects }) => sum + projects, 0)).toBe(needs.length);
  for (const row of calendar.rows) {
    const own = needs.filter(
      (need) => need.year === row.year && need.source === row.source && need.sector === row.sector,
    );
    expect(row).toEqual({ ...row, projects: own.length, amount: total(own.map(({ amount }) => amount)) });
    const cell = { sector: String(row.sector), fiscalNeed: `${row.year}:${row.source}` };
    await expectRows(login, behind(query, cell), { projects: row.projects });
  }
  // One that several projects have chosen counts once.
  const approved = seen.filter(({ facts }) => facts.isApproved);
  const chosen = new Map(approved.flatMap(({ facts }) => facts.appropriations.map((given) => [given.id, given])));
  const given = [...chosen.values()];
  const years = [...new Set(given.map(({ year }) => year))].toSorted((one, other) => one - other);
  expect(calendar.appropriations).toEqual(
    years.map((year) => ({
      year,
      amount: total(given.filter((one) => one.year === year).map(({ amount }) => amount)),
    })),
  );
  const cells = new Map(calendar.rows.map(({ year, source }) => [`${year}:${source}`, { year, source }]));
  for (const [need, { year, source }] of cells) {
    const parts = calendar.rows.filter((row) => row.year === year && row.source === source);
    const listed = await asked<NeedProject[]>(login, 'calendar/projects', {
      ...query,
      year: String(year),
      needSource: source,
    });
    expect(sumHundredths(listed.map(({ amount }) => amount))).toBe(sumHundredths(parts.map(({ amount }) => amount)));
    expect(sorted(listed)).toEqual(sorted(await rowsOf(login, behind(query, { fiscalNeed: need }))));
  }
}

async function expectTimeline(login: string, query: Query): Promise<void> {
  const answer = await server.call<TimelineProject[]>(login, 'GET', `portfolio/timeline?${written(query)}`);
  const rows = answer.payload ?? [];
  const { totalRows, bounds } = answer.additionalInformation as TimelinePage;
  const seen = await seenBy(login, query);
  expect(sorted(rows)).toEqual(sorted(seen.map(({ row }) => row)));
  expect(totalRows).toBe(seen.length);
  const opened = seen.map(({ facts }) => facts.opened).toSorted();
  const ends = seen.flatMap(({ facts }) => (facts.plannedEnd === null ? [] : [facts.plannedEnd]));
  expect(bounds).toEqual(
    opened[0] === undefined ? null : { start: opened[0], end: [...ends, TODAY].toSorted().at(-1) },
  );
  const late = await rowsOf(login, behind(query, { isPlanLate: 'true' }));
  for (const row of rows) {
    const own = seen.find(({ row: { code } }) => code === row.code);
    expect([row.code, row.phase, row.group]).toEqual([row.code, own?.row.phase, own?.row.organizationId]);
    expect([row.code, row.isLate]).toEqual([row.code, late.some(({ code }) => code === row.code)]);
    const entered = new Set(own?.facts.phases.map(({ phase }) => phase));
    expect([row.steps.length, new Set(row.steps.map(({ phase }) => phase))]).toEqual([entered.size, entered]);
  }
  for (const [group, field] of Object.entries({ body: 'organizationId', sector: 'sector' })) {
    const grouped = await asked<TimelineProject[]>(login, 'timeline', { ...query, group });
    for (const key of new Set(grouped.map((row) => row.group))) {
      const own = grouped.filter((row) => row.group === key);
      await expectRows(login, behind(query, { [field]: key }), { projects: own.length });
    }
  }
}

async function expectMoney(login: string, query: Query): Promise<void> {
  const money = await asked<PortfolioMoney>(login, 'money', query);
  await expectRows(login, behind(query, { inPlan: 'true' }), { projects: money.projects });
  const facts = factsOf(await rowsOf(login, query));
  const without = await rowsOf(login, behind(query, { inPlan: 'false' }));
  expect(factsOf(without).flatMap(({ quarters: none }) => none)).toEqual([]);
  expect(without.length).toBe(facts.filter(({ quarters: own }) => own.length === 0).length);
  const quarters = facts.flatMap((own) => own.quarters);
  const places = quarters.map(({ year, quarter }) => year * 4 + quarter - 1);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const expected = Array.from({ length: places.length === 0 ? 0 : last - first + 1 }, (_, index) => {
    const at = { year: Math.floor((first + index) / 4), quarter: ((first + index) % 4) + 1 };
    const own = quarters.filter(({ year, quarter }) => year === at.year && quarter === at.quarter);
    return { ...at, planned: total(own.map(({ planned }) => planned)), spent: total(own.map(({ spent }) => spent)) };
  });
  expect([query, money.quarters]).toEqual([query, expected]);
}

/** The groups of a day lead to their measured projects; phases of a past day are not those by which projects are filtered. */
async function expectMeasured(login: string, query: Query, progress: PortfolioProgress): Promise<void> {
  const { day, all, phases, sectors, bodies, districts } = progress;
  await expectRows(login, behind(query, { measuredOn: day }), { projects: all.projects });
  const groups = { phase: day === TODAY ? phases : [], sector: sectors, organizationId: bodies, district: districts };
  for (const [field, parts] of Object.entries(groups)) {
    for (const { key, projects } of parts) {
      await expectRows(login, behind(query, { [field]: key, measuredOn: day }), { projects });
    }
  }
}

async function expectProgress(login: string, query: Query): Promise<void> {
  const progress = await asked<PortfolioProgress>(login, 'progress', query);
  const seen = await seenBy(login, query);
  expect(progress.unmeasured).toBe(seen.filter(({ facts }) => facts.measured === null).length);
  const { phases, sectors, bodies, districts } = progress;
  expectInOrder(phases);
  const groups: readonly (readonly [ProgressValues, (of: (typeof seen)[number]) => boolean])[] = [
    [progress.all, () => true],
    ...phases.map((one) => [one, ({ row }: (typeof seen)[number]) => String(row.phase) === one.key] as const),
    ...sectors.map((one) => [one, ({ row }: (typeof seen)[number]) => String(row.sector) === one.key] as const),
    ...bodies.map((one) => [one, ({ row }: (typeof seen)[number]) => row.organizationId === one.key] as const),
    ...districts.map((one) => [one, ({ facts }: (typeof seen)[number]) => facts.districts.includes(one.key)] as const),
  ];
  for (const [{ projects, bac, pv, ev, ac }, isIn] of groups) {
    const measured = seen.filter(isIn).flatMap(({ facts }) => facts.measured ?? []);
    const sum = (figure: 'bac' | 'pv' | 'ev' | 'ac') => total(measured.map((one) => one[figure]));
    expect([projects, bac, pv, ev, ac]).toEqual([measured.length, sum('bac'), sum('pv'), sum('ev'), sum('ac')]);
  }
  await expectMeasured(login, query, progress);
  for (const parts of [phases, sectors, bodies]) {
    expect(parts.reduce((sum, { projects }) => sum + projects, 0)).toBe(progress.all.projects);
  }
  const raised = seen.flatMap(({ row, facts }) => facts.warnings.map((key) => `${key} ${row.code}`));
  expect([query, progress.warnings]).toEqual([
    query,
    WARNING_KEYS.map((key) => ({ key, projects: raised.filter((one) => one.startsWith(`${key} `)).length })),
  ]);
  expect([query, (await warningsFor(login, query)).toSorted()]).toEqual([query, raised.toSorted()]);
  for (const atDay of PAST_DAYS) {
    await expectMeasured(login, query, await asked<PortfolioProgress>(login, 'progress', { ...query, atDay }));
  }
}

/** Rule and project of each warning in the list, from its first page to its last. */
async function warningsFor(login: string, query: Query): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: PortfolioWarnings = await asked(login, 'warnings', after === '' ? query : { ...query, after });
    found.push(...page.warnings.map(({ key, code }) => `${key} ${code}`));
    after = page.next;
  }
  return found;
}

async function expectEveryView(login: string, query: Query): Promise<void> {
  await expectOverview(login, query);
  await expectMap(login, query);
  await expectCourse(login, query);
  await expectMoney(login, query);
  await expectCalendar(login, query);
  await expectTimeline(login, query);
  await expectProgress(login, query);
}

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
/** Fields of which a project may have several values, or of which a group asks for another one than the filter. */
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
  it('for ten roles, without a filter', { timeout: 60_000 }, async () => {
    expect(ACCOUNTS).toHaveLength(10);
    for (const login of ACCOUNTS) await expectEveryView(login, { status: 'pending' });
    expect((await asked<FiscalCalendar>('admin', 'calendar', { status: 'pending' })).rows.length).toBeGreaterThan(0);
    const raised = await warningsFor('admin', { status: 'pending' });
    expect(new Set(raised.map((warning) => warning.split(' ')[0]))).toEqual(new Set(WARNING_KEYS));
  });

  it.each(Object.entries(OWN_FILTERS))('under a filter by %s', { timeout: 120_000 }, async (name, values) => {
    for (const value of values) {
      for (const login of ['admin', 'local.user']) {
        await expectEveryView(login, { status: 'pending', [`filter[${name}]`]: value });
      }
    }
  });

  it('under random filters', { timeout: 600_000 }, async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom(...ACCOUNTS), anyQuery, expectEveryView), {
      numRuns: isThorough ? 150 : 4,
    });
  });
});

describe('what is kept for the portfolio', () => {
  it('follows the plan in force and the approved report, and is the same when computed anew', async () => {
    const money = await asked<PortfolioMoney>('admin', 'money', { status: 'pending', 'filter[code]': realized.code });
    expect(money.projects).toBe(1);
    expect(money.quarters[0]).toMatchObject({ year: 2026, quarter: 2 });
    expect(Number(money.quarters[0]?.spent)).toBeGreaterThan(0);
    expect(money.quarters).toHaveLength(4);
    const own = sql`(select id from projects where code = ${realized.code})`;
    const kept = async () =>
      (
        await sql`select * from project_quarters where project_id = ${own} order by year, quarter`.execute(
          server.context.db,
        )
      ).rows;
    const before = await kept();
    await sql`select keep_quarters(array${own}), keep_places(array${own})`.execute(server.context.db);
    expect(await kept()).toEqual(before);
  });

  it('takes out what a report says that is opened again', async () => {
    const spent = async () => {
      const { rows } = await sql<{ spent: string }>`
        select spent::text from projects where code = ${realized.code}`.execute(server.context.db);
      return Number(rows[0]?.spent);
    };
    const statusIs = (from: number, to: number) =>
      sql`update project_forms set status = ${to}::smallint where code = 'kvartalni' and status = ${from}::smallint
          and project_id = (select id from projects where code = ${realized.code})`.execute(server.context.db);
    const before = await spent();
    expect(before).toBeGreaterThan(0);
    await statusIs(FORM_STATUS.approved, FORM_STATUS.unlocked);
    expect(await spent()).toBe(0);
    await statusIs(FORM_STATUS.unlocked, FORM_STATUS.approved);
    expect(await spent()).toBe(before);
  });

  it('says places and level of a locked form, also to those who see the project through their body', async () => {
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

it('has spent nothing where no quarter has an amount, also when what is kept is made anew', async () => {
  const code = await createProject(server, 'local.user');
  const { db } = server.context;
  await sql`select keep_quarters(array(select id from projects where code = ${code}))`.execute(db);
  const { rows } = await sql<{ spent: string }>`select spent::text from projects where code = ${code}`.execute(db);
  expect(rows).toEqual([{ spent: '0.00' }]);
});

it('counts the days of a wait by the calendar of Belgrade; a step that begins later has waited for none', async () => {
  const code = await createProject(server, 'local.user');
  const waited = async (since: string) => {
    await sql`update projects set waiting_since = ${since}::timestamptz where code = ${code}`.execute(
      server.context.db,
    );
    const { waits } = await asked<PortfolioCourse>('local.user', 'course', { 'filter[code]': code });
    return waits.map(({ medianDays }) => medianDays);
  };
  // Today is 2 July; 22:30 in UTC is the next day in Belgrade.
  expect(await waited('2026-06-28T12:00:00Z')).toEqual([4]);
  expect(await waited('2026-06-28T22:30:00Z')).toEqual([3]);
  expect(await waited('2026-07-09T09:00:00Z')).toEqual([0]);
});

it('refuses paging, unknown filters, and the archive to all but administrators', async () => {
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
    isPlanLate: [';true;maybe'],
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
