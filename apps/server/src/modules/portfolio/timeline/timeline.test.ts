import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProjectTimeline, TimelinePage, TimelineProject } from '@pimis/contract/portfolio/timeline';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { FORM_STATUS } from '@pimis/domain/constants';
import { inScript } from '@pimis/domain/text/transliterate';
import { actingUser } from '../../../seed/demo-people.ts';
import { ProjectDriver } from '../../../testing/project-workflow-driver.ts';
import { createProject } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';
import { portfolioScope } from '../scope.ts';
import { timelineWorkbook } from './export.ts';
import { computeWaiting } from '../../projections/waiting.ts';

/** Plans compared with reality: visibility, paging, and former spans left by corrections. */

const server = useServer();
let realized: ProjectDriver;

beforeAll(async () => {
  for (let made = 0; made < 5; made += 1) {
    await createProject(server, made % 2 === 0 ? 'local.user' : 'other.user', { sector: 1 + (made % 3) });
  }
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  realized = await ProjectDriver.start(server, { type: 1 });
  realized.period = { start: '2026-04-01', end: '2026-12-31' };
  await realized.fillAndApprove();
  await realized.fill();
  await realized.approve();
  server.setNow(new Date('2026-07-02T09:00:00Z'));
  await realized.fill();
  await realized.quarter();
  // The rows that an approved correction of the plan's period would store.
  await sql`
    insert into project_plans (project_id, ordinal, form_id, form_revision, plan)
    select project_id, 2, form_id, form_revision,
           jsonb_set(plan::jsonb, '{implementationDates,end}', '"2027-03-31"')::json
    from project_plans where project_id = (select id from projects where code = ${realized.code})`.execute(
    server.context.db,
  );
  await computeWaiting(server.context);
});

async function page(login: string, query: Record<string, string>) {
  const written = new URLSearchParams({ status: 'pending', ...query }).toString();
  const answer = await server.call<TimelineProject[]>(login, 'GET', `portfolio/timeline?${written}`);
  expect([answer.httpStatus, login, query]).toEqual([200, login, query]);
  return { rows: answer.payload ?? [], ...(answer.additionalInformation as TimelinePage) };
}

async function codesOfTable(login: string): Promise<string[]> {
  const answer = await server.call<ProjectRow[]>(login, 'GET', 'projects/paged?status=pending&perPage=100');
  return (answer.payload ?? []).map(({ code }) => code).toSorted();
}

describe('the timeline of the projects', () => {
  it.each(['admin', 'reviewer', 'local.user', 'other.user'])('shows the projects of the table to %s', async (login) => {
    const { rows, totalRows } = await page(login, {});
    expect(rows.map(({ code }) => code).toSorted()).toEqual(await codesOfTable(login));
    expect(totalRows).toBe(rows.length);
  });

  it.each(['body', 'sector'])('comes in pages by %s, each project once, its groups together', async (group) => {
    const whole = await page('admin', { group });
    const paged: TimelineProject[] = [];
    let after: string | null = null;
    do {
      const next: Awaited<ReturnType<typeof page>> = await page('admin', {
        group,
        rows: '2',
        ...(after === null ? {} : { after }),
      });
      paged.push(...next.rows);
      after = next.next;
    } while (after !== null);
    expect(paged).toEqual(whole.rows);
    // Nothing follows a page that ends with the last project.
    expect((await page('admin', { group, rows: String(whole.rows.length) })).next).toBeNull();
    const groups = whole.rows.map((row) => row.group);
    expect(groups.filter((key, index) => key !== groups[index - 1])).toHaveLength(new Set(groups).size);
  });

  it('shows plan, earlier plan, phases and the share done', async () => {
    const { rows, bounds, day } = await page('local.user', {});
    expect(rows.find(({ code }) => code === realized.code)).toMatchObject({
      planned: { start: '2026-04-01', end: '2027-03-31' },
      former: [{ start: '2026-04-01', end: '2026-12-31' }],
      reportedUntil: '2026-06-30',
      isLate: false,
    });
    expect([day, bounds?.end]).toEqual(['2026-07-02', '2027-03-31']);
    const steps = rows.find(({ code }) => code === realized.code)?.steps ?? [];
    expect(steps.map(({ end }) => end === null)).toEqual(steps.map((_, index) => index === steps.length - 1));
  });

  it('refuses unknown groups, sizes and keys', async () => {
    for (const query of ['group=level', 'rows=0', 'rows=501', 'rows=x', 'after=x', 'perPage=5', 'filter[none]=1']) {
      const answer = await server.call('admin', 'GET', `portfolio/timeline?${query}`);
      expect([query, answer.httpStatus]).toEqual([query, 422]);
    }
  });

  it.each(['admin', 'local.user', 'other.user'])('is exported for %s as a workbook with activities', async (login) => {
    const { rows } = await page(login, { group: 'sector' });
    const file = await server.get(login, 'portfolio/timeline/export?status=pending&group=sector&language=en');
    expect(file.statusCode).toBe(200);
    const [projects, activities] = (await readXlsx(file.rawPayload)).sheets;
    expect([projects?.name, activities?.name]).toEqual(['Timeline', 'Activities']);
    expect(projects?.rows.slice(1).map((cells) => cells[1])).toEqual(rows.map(({ code }) => code));
    // Each project's activities as on its own page, in the order of the projects.
    const expected: unknown[] = [];
    for (const { code } of rows) {
      const { payload } = await server.call<ProjectTimeline>(login, 'GET', `projects/${code}/timeline`);
      for (const { name, planned, reported, done } of payload?.activities ?? []) {
        const spans = [planned?.start, planned?.end, reported?.start, reported?.end];
        expected.push([code, inScript(name, 'latin'), ...spans, done === null ? undefined : Number(done)]);
      }
    }
    const dayOf = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : undefined);
    const found = (activities?.rows.slice(1) ?? []).map((cells) => [
      ...[1, 3].map((place) => cells[place]),
      ...[4, 5, 8, 9].map((place) => dayOf(cells[place])),
      typeof cells[10] === 'number' ? cells[10] : undefined,
    ]);
    expect(found).toEqual(expected);
    expect(found.some(([code]) => code === realized.code)).toBe(login !== 'other.user');
  });
});

it.each(['admin', 'local.user'])('a project’s workbook is its part of the workbook of all, for %s', async (login) => {
  const sheetsOf = async (path: string) => {
    const file = await server.get(login, path);
    expect(file.statusCode).toBe(200);
    const { sheets } = await readXlsx(file.rawPayload);
    return sheets.map(({ rows: [head, ...rows] }) => [head, ...rows.filter((cells) => cells[1] === realized.code)]);
  };
  const path = `projects/${realized.code}/timeline/export`;
  const { headers, rawPayload } = await server.get(login, path);
  expect(headers['content-disposition']).toContain(`${realized.code}-vremenski-plan.xlsx`);
  expect(await sheetsOf(path)).toEqual(await sheetsOf('portfolio/timeline/export?status=pending'));
  const [projects] = (await readXlsx(rawPayload)).sheets;
  expect(projects?.rows).toHaveLength(2);
  expect((await server.call('other.user', 'GET', path)).httpStatus).toBe(404);
});

it('the workbook of a timeline ends with a note if further activities do not fit', async () => {
  const { context } = server;
  const scope = await portfolioScope(context, await actingUser(context, 'admin'), {});
  const linesOf = async (most: number) => {
    const content = await buffer(await timelineWorkbook(context, scope, 'sector', { language: 'sr' }, most));
    return (await readXlsx(content)).sheets[1]?.rows.slice(1).map((cells) => cells[3] ?? cells[0]) ?? [];
  };
  const all = await linesOf(1_000);
  expect(all.length).toBeGreaterThan(1);
  expect(await linesOf(all.length)).toEqual(all);
  expect(await linesOf(all.length - 1)).toEqual(['Остале активности нису у овој табели. Сузите избор.']);
});

it('after a correction the progress of a row is that of its own activities, at the estimates of the plan in force', async () => {
  const { db } = server.context;
  const doneOf = async () => {
    const { rows } = await page('local.user', {});
    return rows.find(({ code }) => code === realized.code)?.done;
  };
  const before = await doneOf();
  // A correction adds an activity on which no work is done.
  await sql`
    insert into project_plans (project_id, ordinal, form_id, form_revision, in_force_from, plan)
    select project_id, 3, form_id, form_revision, '2026-07-02T08:00:00Z',
           jsonb_insert(plan::jsonb, '{financialInfo,activityList,0}', '{"name": "Нова активност", "estimate": "900000000.00"}')::json
    from project_plans where project_id = (select id from projects where code = ${realized.code}) and ordinal = 2`.execute(
    db,
  );
  await computeWaiting(server.context);
  const { payload } = await server.call<ProjectTimeline>('local.user', 'GET', `projects/${realized.code}/timeline`);
  const plan = await sql<{ name: string; estimate: string }>`
    select activity ->> 'name' as name, activity ->> 'estimate' as estimate
    from project_plans cross join lateral json_array_elements(plan #> '{financialInfo,activityList}') activity
    where ordinal = 3`.execute(db);
  const share = (name: string) => Number(payload?.activities.find((activity) => activity.name === name)?.done ?? 0);
  const total = plan.rows.reduce((sum, { estimate }) => sum + Number(estimate), 0);
  const expected = plan.rows.reduce((sum, { name, estimate }) => sum + (Number(estimate) * share(name)) / total, 0);
  expect(await doneOf()).toBe(expected.toFixed(2));
  expect(await doneOf()).not.toBe(before);
  expect(payload?.done).toBe(expected.toFixed(2));
  await sql`delete from project_plans where ordinal = 3`.execute(db);
  await computeWaiting(server.context);
});

describe('the timeline of one project', () => {
  it('shows its activities against its reports', async () => {
    const { payload } = await server.call<ProjectTimeline>('local.user', 'GET', `projects/${realized.code}/timeline`);
    expect(payload).toMatchObject({
      day: '2026-07-02',
      planned: { start: '2026-04-01', end: '2027-03-31' },
      former: [{ start: '2026-04-01', end: '2026-12-31' }],
    });
    const worked = payload?.activities.filter(({ reported }) => reported !== null) ?? [];
    expect(worked.length).toBeGreaterThan(0);
    for (const { reported, done, planned } of worked) {
      expect(reported).toEqual({ start: '2026-04-01', end: '2026-06-30' });
      expect(Number(done)).toBeGreaterThan(0);
      expect(planned?.start).toBe('2026-04-01');
    }
  });

  it('takes the done work only from approved reports', async () => {
    const status = (value: number) =>
      sql`update project_forms set status = ${value}
      where code = 'kvartalni' and project_id = (select id from projects where code = ${realized.code})`.execute(
        server.context.db,
      );
    await status(FORM_STATUS.locked);
    const { payload } = await server.call<ProjectTimeline>('local.user', 'GET', `projects/${realized.code}/timeline`);
    expect(payload?.activities.filter(({ reported, done }) => reported !== null || done !== null)).toEqual([]);
    await status(FORM_STATUS.approved);
  });

  it('is visible only to users who see the project', async () => {
    const answer = await server.call('other.user', 'GET', `projects/${realized.code}/timeline`);
    expect(answer.httpStatus).toBe(404);
  });
});

it('a stopped project keeps its own timeline and workbook, but leaves those of pending projects', async () => {
  const path = `projects/${realized.code}/timeline`;
  const timeline = async () => (await server.call<ProjectTimeline>('local.user', 'GET', path)).payload;
  const linesOf = async (of: string) => {
    const file = await server.get('local.user', of);
    expect(file.statusCode).toBe(200);
    const { sheets } = await readXlsx(file.rawPayload);
    return sheets.map(({ rows }) => rows.filter((cells) => cells[1] === realized.code));
  };
  const [before, lines] = [await timeline(), await linesOf(`${path}/export`)];
  expect(lines.map(({ length }) => length)).toEqual([1, before?.activities.length]);
  const stopped = { status: 1, comment: 'Одустали смо.' };
  expect((await server.call('admin', 'PATCH', `projects/${realized.code}`, stopped)).httpStatus).toBe(200);
  expect((await timeline())?.activities).toEqual(before?.activities);
  // The phase of reporting ends with the project.
  const reportingUntil = 10;
  lines[0]?.[0]?.splice(reportingUntil, 1, new Date('2026-07-02T00:00:00Z'));
  expect(await linesOf(`${path}/export`)).toEqual(lines);
  expect(await linesOf('portfolio/timeline/export?status=pending')).toEqual([[], []]);
});

it('each round of a phase is a bar of its own', async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  const life = await ProjectDriver.start(server, { type: 1 });
  await life.fillAndApprove();
  await life.fill();
  await life.approve();
  const correct = async (day: string) => {
    server.setNow(new Date(`${day}T09:00:00Z`));
    await life.act('local.user', 5, { comment: 'Молимо корекцију.' });
    await life.act('reviewer', 6);
    server.setNow(new Date(`${day.slice(0, 8)}20T09:00:00Z`));
    await life.act('local.user', 3, { comment: 'Одустајемо.' });
  };
  await correct('2026-07-05');
  await correct('2026-08-05');
  const { payload } = await server.call<ProjectTimeline>('local.user', 'GET', `projects/${life.code}/timeline`);
  expect(payload?.steps.slice(-5)).toEqual([
    { phase: 5, start: '2026-04-02', end: '2026-07-05' },
    { phase: 11, start: '2026-07-05', end: '2026-07-20' },
    { phase: 5, start: '2026-07-20', end: '2026-08-05' },
    { phase: 11, start: '2026-08-05', end: '2026-08-20' },
    { phase: 5, start: '2026-08-20', end: null },
  ]);
  server.setNow(new Date('2026-07-02T09:00:00Z'));
});
