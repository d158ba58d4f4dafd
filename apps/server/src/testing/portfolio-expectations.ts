import { expect } from 'vitest';
import type { FiscalCalendar, NeedProject } from '@pimis/contract/portfolio/calendar';
import type { PortfolioProgress, ProgressValues } from '@pimis/contract/portfolio/progress';
import type { TimelinePage, TimelineProject } from '@pimis/contract/portfolio/timeline';
import type {
  PortfolioCourse,
  PortfolioMap,
  PortfolioMoney,
  PortfolioOverview,
} from '@pimis/contract/portfolio/overview';
import { sumHundredths } from '@pimis/domain/money/decimal';
import { days } from '@pimis/domain/dates/dates';
import { type DecidedKey, decidedKey } from '@pimis/domain/workflow/decided';
import { WARNING_KEYS } from '@pimis/domain/portfolio/warnings';
import { PHASE_ORDER } from '@pimis/domain/reports/columns';
import { dayOf } from '../platform/context.ts';
import { behind, type PortfolioReader, type Query, total, written } from './portfolio-reader.ts';

/** The value at a share of the sorted ones, between two of them by its place; null without values. */
function percentileOf(values: readonly number[], share: number): number | null {
  const ordered = values.toSorted((one, other) => one - other);
  const place = share * (ordered.length - 1);
  const [below, above] = [ordered[Math.floor(place)], ordered[Math.ceil(place)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (place % 1);
}

/** Phases are in the order in which a project goes through them. */
function expectInOrder(phases: readonly { key: string }[]): void {
  const places = phases.map(({ key }) => PHASE_ORDER.indexOf(Number(key)));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
}

async function expectOverview(reader: PortfolioReader, query: Query): Promise<void> {
  const overview = await reader.asked<PortfolioOverview>('overview', query);
  await reader.expectRows(query, overview.all);
  expectInOrder(overview.phases);
  const parts = { phase: overview.phases, sector: overview.sectors, level: overview.levels } as const;
  for (const [field, groups] of Object.entries(parts)) {
    expect(
      groups.reduce((sum, { projects }) => sum + projects, 0),
      field,
    ).toBe(overview.all.projects);
    for (const group of groups) {
      await reader.expectRows(behind(query, { [field]: group.key }), group);
    }
  }
  for (const year of overview.years) {
    const days = { 'createdDate-from': `${year.key}-01-01`, 'createdDate-to': `${year.key}-12-31` };
    await reader.expectRows(behind(query, days), year);
  }
  for (const body of overview.bodies) await reader.expectRows(behind(query, { organizationId: body.key }), body);
  const bodies = new Set((await reader.rowsOf(query)).map(({ organizationId }) => organizationId));
  expect(overview.bodies.length + overview.furtherBodies).toBe(bodies.size);
}

async function expectMap(reader: PortfolioReader, query: Query): Promise<void> {
  const map = await reader.asked<PortfolioMap>('map', query);
  expect(map.districts).toHaveLength(30);
  await reader.expectRows(query, map.all);
  const facts = reader.factsOf(await reader.rowsOf(query));
  expect(map.inSeveral).toBe(facts.filter(({ districts }) => districts.length > 1).length);
  for (const place of [...map.districts, { key: 'none', ...map.none }]) {
    if (place.projects > 0) await reader.expectRows(behind(query, { district: place.key }), place);
  }
  const occupied = map.districts.filter(({ projects }) => projects > 0).map(({ key }) => key);
  const anywhere = await reader.rowsOf(behind(query, { district: [...occupied, 'none'].join() }));
  expect(anywhere).toHaveLength(map.all.projects);
  for (const town of map.municipalities) await reader.expectRows(behind(query, { municipality: town.key }), town);
}

async function expectCourse(reader: PortfolioReader, query: Query): Promise<void> {
  const course = await reader.asked<PortfolioCourse>('course', query);
  const seen = await reader.seenBy(query);
  for (const { phase, reached, passed, medianDays, ninetiethDays } of course.phases) {
    await reader.expectRows(behind(query, { reachedPhase: String(phase) }), { projects: reached });
    await reader.expectRows(behind(query, { passedPhase: String(phase) }), { projects: passed });
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
    await reader.expectRows(behind(query, { onList: list }), { projects });
    const ofKey = new Map<DecidedKey, number>();
    for (const { phase, decision, projects: decided } of decisions) {
      const same = items.filter((one) => one.list === list && one.phase === phase && one.decision === decision);
      expect([list, phase, decision, decided]).toEqual([list, phase, decision, same.length]);
      const key = decidedKey(phase, decision === 0 ? null : decision);
      ofKey.set(key, (ofKey.get(key) ?? 0) + decided);
    }
    for (const [key, decided] of ofKey) {
      await reader.expectRows(behind(query, { onList: `${list}/${key}` }), { projects: decided });
    }
  }
  expect(course.waits.reduce((sum, { projects }) => sum + projects, 0)).toBe(seen.length);
  for (const { phase, side, projects, medianDays } of course.waits) {
    const waiting = seen.filter(({ row }) => row.phase === phase && (row.onTurn?.side ?? 'nobody') === side);
    const waited = waiting.flatMap(({ row }) =>
      row.waitingSince === null ? [] : [daysUntil(reader.today, row.waitingSince)],
    );
    expect([phase, side, projects, medianDays]).toEqual([phase, side, waiting.length, percentileOf(waited, 0.5)]);
    await reader.expectRows(behind(query, { phase: String(phase), onTurn: side }), { projects });
  }
}

/** Days of the calendar in Belgrade until today; none of what lies ahead. */
const daysUntil = (today: string, instant: string) => Math.max(0, days(dayOf(new Date(instant)), today));

const sorted = (rows: readonly { code: string }[]) => rows.map(({ code }) => code).toSorted();

async function expectCalendar(reader: PortfolioReader, query: Query): Promise<void> {
  const calendar = await reader.asked<FiscalCalendar>('calendar', query);
  await reader.expectRows(behind(query, { fiscalNeed: 'approved' }), calendar);
  await reader.expectRows(behind(query, { fiscalNeed: 'none' }), {
    projects: calendar.withoutYears.projects,
    value: calendar.withoutYears.worth,
  });
  const seen = await reader.seenBy(query);
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
    await reader.expectRows(behind(query, cell), { projects: row.projects });
  }
  // An appropriation that several projects have chosen counts once.
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
    const listed = await reader.asked<NeedProject[]>('calendar/projects', {
      ...query,
      year: String(year),
      needSource: source,
    });
    expect(sumHundredths(listed.map(({ amount }) => amount))).toBe(sumHundredths(parts.map(({ amount }) => amount)));
    expect(sorted(listed)).toEqual(sorted(await reader.rowsOf(behind(query, { fiscalNeed: need }))));
  }
}

async function expectTimeline(reader: PortfolioReader, query: Query): Promise<void> {
  const answer = await reader.server.call<TimelineProject[]>(
    reader.login,
    'GET',
    `portfolio/timeline?${written(query)}`,
  );
  const rows = answer.payload ?? [];
  const { totalRows, bounds } = answer.additionalInformation as TimelinePage;
  const seen = await reader.seenBy(query);
  expect(sorted(rows)).toEqual(sorted(seen.map(({ row }) => row)));
  expect(totalRows).toBe(seen.length);
  const opened = seen.map(({ facts }) => facts.opened).toSorted();
  const ends = seen.flatMap(({ facts }) => (facts.plannedEnd === null ? [] : [facts.plannedEnd]));
  expect(bounds).toEqual(
    opened[0] === undefined ? null : { start: opened[0], end: [...ends, reader.today].toSorted().at(-1) },
  );
  const late = await reader.rowsOf(behind(query, { isPlanLate: 'true' }));
  for (const row of rows) {
    const own = seen.find(({ row: { code } }) => code === row.code);
    expect([row.code, row.phase, row.group]).toEqual([row.code, own?.row.phase, own?.row.organizationId]);
    expect([row.code, row.isLate]).toEqual([row.code, late.some(({ code }) => code === row.code)]);
    // Each phase that the project entered has a round; its history may have further ones.
    const rounds = row.steps.map(({ phase }) => phase);
    expect(own?.facts.phases.filter(({ phase }) => !rounds.includes(phase))).toEqual([]);
  }
  for (const [group, field] of Object.entries({ body: 'organizationId', sector: 'sector' })) {
    const grouped = await reader.asked<TimelineProject[]>('timeline', { ...query, group });
    for (const key of new Set(grouped.map((row) => row.group))) {
      const own = grouped.filter((row) => row.group === key);
      await reader.expectRows(behind(query, { [field]: key }), { projects: own.length });
    }
  }
}

async function expectMoney(reader: PortfolioReader, query: Query): Promise<void> {
  const money = await reader.asked<PortfolioMoney>('money', query);
  await reader.expectRows(behind(query, { inPlan: 'true' }), { projects: money.projects });
  const facts = reader.factsOf(await reader.rowsOf(query));
  const without = await reader.rowsOf(behind(query, { inPlan: 'false' }));
  expect(reader.factsOf(without).flatMap(({ quarters: none }) => none)).toEqual([]);
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

/**
 * The groups of a day lead to their measured projects. Phases of a past day do not: the project table filters by
 * present ones.
 */
async function expectMeasured(reader: PortfolioReader, query: Query, progress: PortfolioProgress): Promise<void> {
  const { day, all, phases, sectors, bodies, districts } = progress;
  await reader.expectRows(behind(query, { measuredOn: day }), { projects: all.projects });
  const groups = {
    phase: day === reader.today ? phases : [],
    sector: sectors,
    organizationId: bodies,
    district: districts,
  };
  for (const [field, parts] of Object.entries(groups)) {
    for (const { key, projects } of parts) {
      await reader.expectRows(behind(query, { [field]: key, measuredOn: day }), { projects });
    }
  }
}

async function expectProgress(reader: PortfolioReader, query: Query): Promise<void> {
  const progress = await reader.asked<PortfolioProgress>('progress', query);
  const seen = await reader.seenBy(query);
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
  for (const [{ projects, older, bac, pv, ev, ac }, isIn] of groups) {
    const measured = seen.filter(isIn).flatMap(({ facts }) => facts.measured ?? []);
    const sum = (figure: 'bac' | 'pv' | 'ev' | 'ac') => total(measured.map((one) => one[figure]));
    expect([projects, bac, pv, ev, ac]).toEqual([measured.length, sum('bac'), sum('pv'), sum('ev'), sum('ac')]);
    expect(older).toBe(measured.filter(({ isOlder }) => isOlder).length);
  }
  await expectMeasured(reader, query, progress);
  for (const parts of [phases, sectors, bodies]) {
    expect(parts.reduce((sum, { projects }) => sum + projects, 0)).toBe(progress.all.projects);
  }
  const raised = seen.flatMap(({ row, facts }) => facts.warnings.map((key) => `${key} ${row.code}`));
  expect([query, progress.warnings]).toEqual([
    query,
    WARNING_KEYS.map((key) => ({ key, projects: raised.filter((one) => one.startsWith(`${key} `)).length })),
  ]);
  expect([query, (await reader.warnings(query)).toSorted()]).toEqual([query, raised.toSorted()]);
  for (const atDay of reader.pastDays) {
    await expectMeasured(reader, query, await reader.asked<PortfolioProgress>('progress', { ...query, atDay }));
  }
}

/** Holds every number of every view against the rows of the project table with the same filter. */
export async function expectEveryView(reader: PortfolioReader, query: Query): Promise<void> {
  await expectOverview(reader, query);
  await expectMap(reader, query);
  await expectCourse(reader, query);
  await expectMoney(reader, query);
  await expectCalendar(reader, query);
  await expectTimeline(reader, query);
  await expectProgress(reader, query);
}
