import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { setPath } from '@pimis/domain/forms/paths';
import type { OpenDataIndex } from '@pimis/contract/open-data';
import { buildApp } from '../../app.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';
import { PROJECTIONS } from '../projections/catalogue.ts';
import { computeWaiting, queueRebuild } from '../projections/waiting.ts';
import type { Oc4idsProject } from './mapping/oc4ids.ts';
import type { ProjectPackage } from './package.ts';
import { publicVersion } from './public-version.ts';
import { projectProblems } from './rules.ts';

const server = useServer();
const PREFIX = 'oc4ids-test01';
const day = (text: string) => server.setNow(new Date(`${text}T09:00:00Z`));

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({ url: `/api/open-data${path}`, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

const index = async () => {
  const { payload } = JSON.parse((await get('')).body) as { payload: OpenDataIndex };
  return payload;
};

const idOf = async (life: ProjectDriver) => `${PREFIX}-${(await life.read()).number}`;

async function packaged(life: ProjectDriver): Promise<Oc4idsProject> {
  const { status, body } = await get(`/projects/${await idOf(life)}`);
  expect(status).toBe(200);
  const [project] = (JSON.parse(body) as ProjectPackage).projects;
  if (!project) throw new Error(body);
  expect(projectProblems(project, PREFIX)).toEqual([]);
  return project;
}

/** A project whose idea the commission has accepted. */
async function decided(kind: Record<string, unknown> = {}): Promise<ProjectDriver> {
  const life = await ProjectDriver.start(server, kind);
  await life.fill();
  await life.approveIdea();
  await life.commission(3, 1);
  return life;
}

describe('the public sees', () => {
  it('projects from the first acceptance by the commission on, in the words of their approved forms', async () => {
    day('2026-04-02');
    const life = await ProjectDriver.start(server);
    await life.fill();
    await life.approveIdea();
    const unknown = await get(`/projects/${PREFIX}-2026-9999`);
    const before = await get(`/projects/${await idOf(life)}`);
    expect([before.status, before.body]).toEqual([404, unknown.body]);
    const steady = ({ headers }: { headers: Record<string, unknown> }) =>
      Object.keys(headers).filter((name) => name !== 'date');
    expect(steady(before)).toEqual(steady(unknown));
    await life.commission(3, 1);
    const project = await packaged(life);
    expect(project).toMatchObject({ status: 'identification', title: 'ППОВ Прокупље', language: 'sr' });
    expect(project.budget?.approvalDate).toBe('2026-04-02T00:00:00Z');
    expect(project.sector).toEqual(['waterAndWaste']);
    expect(project.locations?.[0]?.address).toMatchObject({ locality: 'Прокупље', countryName: 'RS' });

    // The next form is not public before its own approval, also by the commission.
    day('2026-05-04');
    await life.fill((values) => {
      setPath(values, 'basic.projectName', 'Ново име пројекта');
      setPath(values, 'description.summary', 'Нови опис.');
    });
    expect(await packaged(life)).toEqual(project);
    await life.approve();
    expect(await packaged(life)).toEqual(project);
    await life.commission(4, 1);
    const begun = { startDate: '2026-04-02T00:00:00Z' };
    expect(project.identificationPeriod).toEqual(begun);
    expect(await packaged(life)).toMatchObject({
      title: 'Ново име пројекта',
      description: 'Нови опис.',
      identificationPeriod: { ...begun, endDate: '2026-05-04T23:59:59Z' },
      preparationPeriod: { startDate: '2026-05-04T00:00:00Z' },
    });
  });

  it('no project that the commission refuses, but one that it stops later', async () => {
    day('2026-04-02');
    const refused = await ProjectDriver.start(server);
    await refused.fill();
    await refused.approveIdea();
    await refused.commission(3, 2);
    expect((await get(`/projects/${await idOf(refused)}`)).status).toBe(404);
    const stopped = await decided();
    await stopped.fill((values) => setPath(values, 'basic.projectName', 'Име које комисија није прихватила'));
    await stopped.approve();
    await stopped.commission(4, 3);
    expect(await packaged(stopped)).toMatchObject({ status: 'cancelled', title: 'ППОВ Прокупље' });
    await server.call('admin', 'PATCH', `projects/${stopped.code}`, { status: 2 });
    expect((await packaged(stopped)).status).toBe('cancelled');
  });

  it('projects in realization from the approval of their plan on, until their conclusion', async () => {
    day('2026-04-02');
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fill();
    expect((await get(`/projects/${await idOf(life)}`)).status).toBe(404);
    await life.approve();
    const planned = await packaged(life);
    expect(planned.status).toBe('implementation');
    expect(planned.period).toEqual({ startDate: '2026-04-01T00:00:00Z', endDate: '2026-09-30T23:59:59Z' });
    expect(planned.forecasts?.[0]?.observations.filter(({ value }) => value).length).toBe(2);
    expect(planned.metrics).toBeUndefined();
    day('2026-07-02');
    await life.fill();
    expect((await packaged(life)).metrics).toBeUndefined();
    await life.quarter();
    const [money, work] = (await packaged(life)).metrics ?? [];
    expect(money?.observations.map(({ value, measure }) => value?.amount ?? measure)).toEqual([1_055_000_000, 50]);
    expect(work?.observations.map(({ measure }) => measure)).toEqual([50]);
    const isLate = async () => {
      const { status, body } = await get('/projects?late=true');
      if (status === 204) return false;
      const { projects } = JSON.parse(body) as ProjectPackage;
      return projects.some(({ id }) => id === planned.id);
    };
    day('2026-09-30');
    expect(await isLate()).toBe(false);
    day('2026-10-01');
    expect(await isLate()).toBe(true);
    await life.act('reviewer', 4);
    day('2026-10-02');
    await life.fillAndApprove();
    expect((await packaged(life)).status).toBe('completion');
    await life.fillAndApprove();
    const done = await packaged(life);
    expect(done.status).toBe('maintenance');
    expect(await isLate()).toBe(false);
    expect(done.completion).toMatchObject({
      finalValue: { amount: 2_110_000_000, currency: 'RSD' },
      endDateDetails: 'Прикључење струје је каснило.',
    });
    expect(done.milestones?.filter(({ type, status }) => type === 'delivery' && status === 'met').length).toBe(2);
  });

  it('documents that open without a sign-in, and no secured ones', async () => {
    day('2026-04-02');
    const life = await decided();
    expect((await packaged(life)).documents).toBeUndefined();
    const updated = async () => (await packaged(life)).updated;
    const before = await updated();
    // Changes of a secured document are not public changes.
    await sql`update document_revisions set scan = 'found' where document_id = (
      select max(documents.id) from documents join projects on projects.id = documents.project_id
      where projects.code = ${life.code})`.execute(server.context.db);
    await computeWaiting(server.context);
    expect(await updated()).toBe(before);
    const { rows } = await sql<{ id: number }>`
      update document_revisions set secure_link = false where document_id = (
        select min(documents.id) from documents join projects on projects.id = documents.project_id
        where projects.code = ${life.code}) returning document_id as id`.execute(server.context.db);
    await computeWaiting(server.context);
    const { documents } = await packaged(life);
    expect(documents?.map(({ id }) => id)).toEqual([String(rows[0]?.id)]);
    expect(await updated()).not.toBe(before);
    const opened = await server.app.inject({ url: new URL(documents?.[0]?.url ?? '').pathname });
    expect(opened.body).toBe('садржај');
    // On the last day of the link it is still listed, the day after it is not.
    await sql`update document_revisions set link_expires_on = '2026-04-02' where document_id = ${rows[0]?.id}`.execute(
      server.context.db,
    );
    expect((await packaged(life)).documents).toHaveLength(1);
    day('2026-04-03');
    expect((await packaged(life)).documents).toBeUndefined();
  });

  it('after a rebuild the same approved and decided facts, even if nothing was stored', async () => {
    day('2026-04-02');
    const life = await decided();
    const before = await packaged(life);
    const { db } = server.context;
    const rebuild = async () => {
      for (const { name } of PROJECTIONS) await queueRebuild(db, name);
      await computeWaiting(server.jobs);
    };
    await rebuild();
    expect(await packaged(life)).toEqual(before);
    await sql`delete from public_projects`.execute(db);
    await sql`delete from public_forms`.execute(db);
    expect((await get(`/projects/${before.id}`)).status).toBe(404);
    await rebuild();
    expect(await packaged(life)).toEqual(before);
  });
});

describe('the calls', () => {
  let id = '';
  beforeAll(async () => {
    day('2026-04-02');
    id = await idOf(await decided());
  });

  it('page a list with links to its neighbours, and to everything from the index', async () => {
    const { counts } = await index();
    const first = JSON.parse((await get('/projects?perPage=1')).body) as ProjectPackage;
    expect(first.projects.length).toBe(1);
    expect(first.links?.next).toContain('page=2&perPage=1');
    const last = JSON.parse((await get(`/projects?perPage=1&page=${counts.projects}`)).body) as ProjectPackage;
    expect([last.links?.next, last.links?.prev]).toEqual([
      undefined,
      expect.stringContaining(`page=${counts.projects - 1}&perPage=1`),
    ]);
    expect((await get(`/projects?perPage=1&page=${counts.projects + 1}`)).status).toBe(422);
  });

  it('filter a list', async () => {
    const ids = async (query: string) => {
      const { status, body } = await get(`/projects?perPage=100&${query}`);
      // Without a project there is no package: the standard requires one.
      if (status === 204) return [];
      const { projects } = JSON.parse(body) as ProjectPackage;
      expect(projects.length).toBeGreaterThan(0);
      return projects.map((one) => one.id);
    };
    expect(await ids('sector=waterAndWaste&status=identification&text=prokuplje')).toContain(id);
    expect(await ids('sector=energy')).toEqual([]);
    const all = await ids('sort=number');
    expect([all.length > 1, all]).toEqual([true, all.toSorted()]);
    expect(await ids('status=cancelled')).not.toContain(id);
    expect(await ids('updatedSince=2026-04-02')).toContain(id);
    expect(await ids('updatedSince=2099-01-01T00:00:00Z')).toEqual([]);
    const { rows } = await sql<{ code: string }>`
      select district_code as code from municipalities where id = '70998'`.execute(server.context.db);
    expect(await ids(`region=${rows[0]?.code}`)).toContain(id);
    expect(await ids('region=00')).toEqual([]);
    expect([await ids('body=50112'), await ids('body=50101')]).toEqual([expect.arrayContaining([id]), []]);
    // The bounds are included.
    expect(await ids('valueFrom=2110000000&valueTo=2110000000')).toContain(id);
    const [own] = (JSON.parse((await get(`/projects/${id}`)).body) as ProjectPackage).projects;
    expect(await ids(`updatedSince=${own?.updated}`)).toContain(id);
  });

  it('refuse impossible values in the envelope', async () => {
    for (const query of [
      'colour=blue',
      'updatedSince=2026-02-30',
      'updatedSince=2026-13-01T00:00:00Z',
      'page=0',
      'perPage=101',
      'sector=war',
      'status=9',
      'region=XX',
      'page=999999',
      'sector=energy&page=2&perPage=1',
    ]) {
      const { status, body, headers } = await get(`/projects?${query}`);
      expect([query, status, (JSON.parse(body) as { status: { name: string } }).status.name]).toEqual([
        query,
        422,
        'ValidationError',
      ]);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('give ids the prefix of this server', async () => {
    const number = id.slice(PREFIX.length + 1);
    expect((await get(`/projects/${'x'.repeat(PREFIX.length)}-${number}`)).status).toBe(404);
  });

  it('give answers that any page may cache and revalidate; other answers may not be cached', async () => {
    const whole = await get(`/projects/${id}`, { 'accept-encoding': 'gzip' });
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    const again = await get(`/projects/${id}`, { 'if-none-match': String(whole.headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
    const since = await get(`/projects/${id}`, { 'if-modified-since': String(whole.headers['last-modified']) });
    expect(since.status).toBe(304);
    expect((await get(`/projects/${id}`, { 'if-none-match': '"other"' })).status).toBe(200);
    const other = await server.app.inject({ url: '/api/health' });
    expect([other.headers['cache-control'], other.headers['access-control-allow-origin']]).toEqual([
      'no-store',
      undefined,
    ]);
  });

  it('do not exist without a prefix, and nothing mentions them', async () => {
    const { openDataPrefix: _, ...config } = server.context.config;
    const { app } = await buildApp({ ...server.context, config: { ...config, openDataPrefix: undefined } });
    const missing = await app.inject({ url: '/api/no-such-call' });
    for (const path of ['', '/projects', `/projects/${id}`]) {
      const answer = await app.inject({ url: `/api/open-data${path}` });
      expect([answer.statusCode, answer.json<{ status: unknown }>().status]).toEqual([
        404,
        missing.json<{ status: unknown }>().status,
      ]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect((await app.inject({ url: '/api/docs/json' })).body).not.toContain('open-data');
    await app.close();
  });
});

describe('withholding', () => {
  it('hides a project at once with a reason, and publishes it again with another', async () => {
    day('2026-04-02');
    const life = await decided();
    const id = await idOf(life);
    const place = `projects/${life.code}/withholding`;
    const put = (login: string, withheld: boolean, reason: string) =>
      server.call(login, 'PUT', place, { withheld, reason });
    expect((await put('local.admin', true, 'Тајно.')).status.name).toBe('Forbidden');
    for (const reason of ['   ', '\u200b']) expect((await put('admin', true, reason)).httpStatus).toBe(422);
    const counts = async () => (await index()).counts;
    const before = await counts();
    const paths = ['', '/projects', '/projects?perPage=1'];
    const had = new Map<string, string>();
    // A change of the current second is dated one second earlier, so the changes are moved into the past.
    await sql`update public_changes set changed_at = changed_at - interval '1 minute'`.execute(server.context.db);
    for (const path of paths) {
      const time = String((await get(path)).headers['last-modified']);
      expect((await get(path, { 'if-modified-since': time })).status).toBe(304);
      had.set(path, time);
    }
    expect((await put('admin', true, 'Тајни радови.')).payload).toMatchObject({
      publicSince: '2026-04-02',
      withheld: { reason: 'Тајни радови.' },
    });
    const gone = await get(`/projects/${id}`);
    expect([gone.status, gone.body]).toEqual([404, (await get(`/projects/${PREFIX}-1`)).body]);
    expect(await counts()).toEqual({ projects: before.projects - 1, withheld: before.withheld + 1 });
    // A client that sends the time of its copy gets the list without the project.
    for (const path of paths) {
      const since = await get(path, { 'if-modified-since': had.get(path) ?? '' });
      expect([path, since.status]).toEqual([path, 200]);
    }
    expect((await put('admin', true, 'Још једном.')).status.name).toBe('InvalidProjectAction');
    day('2026-04-09');
    expect((await put('admin', false, 'Више нису тајни.')).httpStatus).toBe(200);
    expect((await packaged(life)).updated).toBe('2026-04-09T09:00:00.000Z');
    const { rows } = await sql<{ operation: string; detail: unknown }>`
      select operation, detail from audit_log where operation in ('project.withhold', 'project.publishAgain')
      order by id`.execute(server.context.db);
    expect(rows.map(({ operation }) => operation)).toEqual(['project.withhold', 'project.publishAgain']);
  });

  it('can be done before the project becomes public', async () => {
    const life = await ProjectDriver.start(server);
    await life.fill();
    const held = await server.call('admin', 'PUT', `projects/${life.code}/withholding`, {
      withheld: true,
      reason: 'Тајни радови.',
    });
    expect(held.payload).toMatchObject({ publicSince: null });
    await life.approveIdea();
    await life.commission(3, 1);
    expect((await get(`/projects/${await idOf(life)}`)).status).toBe(404);
  });
});

it('a change is noticed in a database whose transaction numbers have restarted', async () => {
  const { db } = server.context;
  await sql`insert into public_changes (transaction, changed_at)
    select 9000000000 + n, now() - n * interval '1 day' from generate_series(1, 60) n`.execute(db);
  const before = await publicVersion(db);
  await sql`insert into public_changes (transaction) values (7)`.execute(db);
  expect(await publicVersion(db)).not.toBe(before);
});
