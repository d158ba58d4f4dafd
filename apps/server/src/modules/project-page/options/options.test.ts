import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProjectNotification } from '@pimis/contract/daily';
import type { ChangeResult, Observer, ProjectAppropriation } from '@pimis/contract/options';
import type { Activity, Phase } from '@pimis/contract/project-phases';
import type { TimelineProject } from '@pimis/contract/portfolio/timeline';
import type { ProjectRow } from '@pimis/contract/project-rows';
import type { Project } from '@pimis/contract/projects';
import type { TaskRow } from '@pimis/contract/tasks';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { ProjectDriver } from '../../../testing/project-workflow-driver.ts';
import { act, createProject, lockedIdea, upload } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
let code = '';

beforeAll(async () => {
  code = await createProject(server, 'local.user');
});

const observers = (login: string, of = code) => server.call<Observer[]>(login, 'GET', `projects/${of}/organizations`);
const observe = (login: string, body: unknown, of = code) =>
  server.call<ChangeResult>(login, 'PUT', `projects/${of}/organizations`, body);

describe('observers', () => {
  it('see the project, are listed, and stop seeing it', async () => {
    expect((await server.call('other.user', 'GET', `projects/${code}`)).httpStatus).toBe(404);
    const added = await observe('local.user', { add: ['50101', '10524'] });
    expect(added.payload).toEqual({ changed: true, added: 2, removed: 0 });
    expect((await server.call('other.user', 'GET', `projects/${code}`)).httpStatus).toBe(200);
    const list = await observers('other.user');
    expect(list.additionalInformation).toMatchObject({ totalRows: 2, project: { code } });
    const row = list.payload?.find(({ organizationId }) => organizationId === '50101');
    expect(row?.organizationName).toContain('Ваљево');
    expect((await observe('local.user', { remove: [row?.id, '10524'] })).payload).toMatchObject({ removed: 2 });
    expect((await server.call('other.user', 'GET', `projects/${code}`)).httpStatus).toBe(404);
  });

  it('are added once, must be existing organizations, and never the owner', async () => {
    expect((await observe('local.user', { add: ['50112'] })).status.name).toBe('DuplicateProjectOrganization');
    const proposed = await createProject(server, 'local.user');
    const proposer = { proposer_organization_id: '10503' };
    await server.context.db.updateTable('projects').set(proposer).where('code', '=', proposed).execute();
    expect((await observe('local.user', { add: ['10503'] }, proposed)).status.name).toBe(
      'DuplicateProjectOrganization',
    );
    expect((await observe('local.user', { add: ['50103', '50103'] })).status.name).toBe('DuplicateProjectOrganization');
    await observe('local.user', { add: ['50103'] });
    expect((await observe('local.user', { add: ['50103'] })).status.name).toBe('DuplicateProjectOrganization');
    const unknown = await observe('local.user', { add: ['50107', '99999'] });
    expect(unknown).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'add.1', code: 'InvalidField' }] });
    expect((await observers('local.user')).payload).toHaveLength(1);
    expect((await observe('local.user', { add: [], what: 1 })).httpStatus).toBe(422);
    expect((await observe('local.user', {})).payload).toMatchObject({ changed: false });
  });

  it('are organizations that have not ended, or end today', async () => {
    const other = await createProject(server, 'local.user');
    const endsOn = (day: string | null) =>
      sql`update budget_users set valid_to = ${day}::date where id = '50107'`.execute(server.context.db);
    server.setNow(new Date('2031-03-11T09:00:00Z'));
    await endsOn('2031-03-10');
    expect(await observe('local.user', { add: ['50107'] }, other)).toMatchObject({
      httpStatus: 422,
      fieldErrors: [{ field: 'add.0', code: 'InvalidField' }],
    });
    await endsOn('2031-03-11');
    expect((await observe('local.user', { add: ['50107'] }, other)).payload).toMatchObject({ added: 1 });
    await endsOn(null);
    server.setNow(null);
  });

  it('are removed only from the named project, not from another with the same ones', async () => {
    const [one, other] = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
    for (const of of [one, other]) expect((await observe('local.user', { add: ['50101'] }, of)).httpStatus).toBe(200);
    const row = (await observers('local.user', other)).payload?.[0];
    const removed = await observe('local.user', { remove: [row?.id] }, one);
    expect(removed.payload).toEqual({ changed: false, added: 0, removed: 0 });
    expect((await observe('local.user', { remove: ['50101'] }, one)).payload).toMatchObject({ removed: 1 });
    expect((await observers('local.user', other)).payload).toHaveLength(1);
  });

  it('are changed only by project managers of the project’s organization', async () => {
    for (const login of ['reviewer', 'mei']) {
      expect((await observe(login, { add: ['50107'] })).httpStatus, login).toBe(403);
    }
    await observe('local.user', { add: ['50101'] });
    expect((await observe('other.user', { remove: ['50101'] })).status.name).toBe('ForbiddenProjectChange');
  });
});

describe('appropriations', () => {
  const list = (login: string, query = '', of = code) =>
    server.call<ProjectAppropriation[]>(login, 'GET', `projects/${of}/appropriations${query}`);
  const change = (login: string, body: unknown, of = code) =>
    server.call<ChangeResult>(login, 'PUT', `projects/${of}/appropriations`, body);

  it('are offered only from the project’s organizations; the chosen ones are marked', async () => {
    const offered = await list('local.user', '?perPage=50');
    const rows = offered.payload ?? [];
    expect(rows.length).toBeGreaterThan(1);
    const allowed = ['50112', '50103', '50101'];
    expect(rows.every((row) => allowed.includes(row.organizationCode))).toBe(true);
    const [first, second] = rows.map(({ id }) => id);
    expect((await change('local.user', { add: [first, second] })).payload).toMatchObject({ changed: true, added: 2 });
    const chosen = await list('local.user', '?selected=true');
    expect(chosen.additionalInformation).toMatchObject({ totalRows: 2 });
    expect(new Set(chosen.additionalInformation?.projectAppropriationIds as number[])).toEqual(
      new Set([first, second]),
    );
    expect((await change('local.user', { add: [first] })).status.name).toBe('DuplicateProjectAppropriation');
    expect((await change('local.user', { remove: [first] })).payload).toMatchObject({ removed: 1 });
    expect((await change('local.user', { remove: [first] })).status.name).toBe('InvalidProjectAppropriation');
  });

  it('are added and removed with the field names of the specification too', async () => {
    const [id] =
      (await list('local.user', '?perPage=50')).payload?.filter((row) => !row.selected).map((row) => row.id) ?? [];
    expect((await change('local.user', { Add: [id] })).payload).toMatchObject({ changed: true, added: 1 });
    expect((await change('local.user', { add: [id] })).status.name).toBe('DuplicateProjectAppropriation');
    expect((await change('local.user', { Remove: [id] })).payload).toMatchObject({ changed: true, removed: 1 });
  });

  it('of other organizations, or that do not exist, refuse the whole call', async () => {
    const before = (await list('local.user')).additionalInformation?.projectAppropriationIds;
    const foreign = await server.context.db
      .selectFrom('appropriations')
      .select('id')
      .where('organization_code', 'not in', ['50112', '50103', '50101'])
      .limit(1)
      .executeTakeFirstOrThrow();
    expect((await change('local.user', { add: [foreign.id] })).status.name).toBe('InvalidProjectAppropriation');
    expect((await change('local.user', { add: [1] })).status.name).toBe('InvalidProjectAppropriation');
    expect((await change('local.user', { add: ['x'] })).httpStatus).toBe(422);
    expect((await list('local.user')).additionalInformation?.projectAppropriationIds).toEqual(before);
    expect((await change('local.user', {})).payload).toEqual({ changed: false, added: 0, removed: 0 });
    expect((await change('reviewer', { add: [foreign.id] })).httpStatus).toBe(403);
    expect((await list('local.user', '?filter[nothing]=1')).httpStatus).toBe(422);
  });

  it('of the proposer are offered; a chosen one stays when its organization is no longer involved', async () => {
    const { db } = server.context;
    const own = await createProject(server, 'local.user');
    const foreign = await db
      .updateTable('appropriations')
      .set({ organization_code: '10503' })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('appropriations')
          .select(eb.fn.min('id').as('id'))
          .where('organization_code', 'not in', ['50112', '50101', '50103']),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const propose = (organization: string) =>
      db.updateTable('projects').set({ proposer_organization_id: organization }).where('code', '=', own).execute();
    const offered = async () => (await list('local.user', '?perPage=100', own)).payload?.map(({ id }) => id) ?? [];
    await propose('50112');
    expect(await offered()).not.toContain(foreign.id);
    await propose('10503');
    expect(await offered()).toContain(foreign.id);
    expect((await change('local.user', { add: [foreign.id] }, own)).payload).toMatchObject({ added: 1 });
    await propose('50112');
    const chosen = await list('local.user', '?selected=true', own);
    expect(chosen.payload?.map(({ id }) => id)).toEqual([foreign.id]);
  });

  it('are added once, by users who manage the project; the audit log has the remaining ones', async () => {
    const own = await createProject(server, 'local.user');
    const [first, second] = (await list('local.user', '', own)).payload?.map(({ id }) => id) ?? [];
    const twice = await change('local.user', { add: [first, first] }, own);
    expect(twice.status.name).toBe('DuplicateProjectAppropriation');
    await observe('local.user', { add: ['50101'] }, own);
    expect((await change('other.user', { add: [first] }, own)).status.name).toBe('ForbiddenProjectChange');
    await change('local.user', { add: [first, second] }, own);
    await change('local.user', { remove: [first] }, own);
    const { rows } = await sql<{ after: unknown }>`
      select detail -> 'after' -> 'appropriations' as after from audit_log
      where operation = 'project.appropriations' and detail ->> 'code' = ${own} order by id desc limit 1`.execute(
      server.context.db,
    );
    expect(rows).toEqual([{ after: [second] }]);
    // Outside of reporting there is no warning.
    const emptied = await change('local.user', { remove: [second] }, own);
    expect(emptied.additionalInformation?.warnings).toEqual([]);
  });

  it('missing in reporting cause a warning', async () => {
    server.setNow(new Date('2026-04-02T09:00:00Z'));
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    const [row] = (await list('local.user', '?filter[budgetYear]=2026', life.code)).payload ?? [];
    expect((await change('local.user', { add: [row?.id] }, life.code)).additionalInformation?.warnings).toEqual([]);
    const emptied = await change('local.user', { remove: [row?.id] }, life.code);
    expect(emptied.additionalInformation?.warnings).toEqual([
      { StatusCode: { Code: 'FluentEmptyProjectFormAppropriations' }, Index: 0 },
    ]);
    const shown = async () => {
      const phases = await server.call<Phase[]>('local.user', 'GET', `projects/${life.code}/phases`);
      return phases.payload?.flatMap(({ forms }) => forms).find(({ code: form }) => form === 'kvartalni')
        ?.lastRevisionWarnings;
    };
    expect(await shown()).toEqual([]);
    server.setNow(new Date('2026-07-02T09:00:00Z'));
    await life.fill();
    expect(await shown()).toEqual([{ StatusCode: { Code: 'FluentEmptyProjectFormAppropriations' }, Index: 0 }]);
    await change('local.user', { add: [row?.id] }, life.code);
    expect(await shown()).toEqual([]);
    server.setNow(null);
  });
});

describe('merging', () => {
  const choice = async (of: string, original: boolean) => {
    const { payload } = await server.call<Project>('admin', 'GET', `projects/${of}`);
    return { ProjectId: payload?.id, ProjectCode: of, OriginalProject: original };
  };
  const merge = (login: string, projects: unknown[]) =>
    server.call<{ code: string }>(login, 'PUT', 'projects/merge', { projects });

  it('moves documents, copies observers and appropriations, archives the other', async () => {
    const [kept, other] = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
    const document = await upload(server, 'local.user', other, 'plan.txt');
    expect(document.httpStatus).toBe(200);
    await observe('local.user', { add: ['50101', '10503'] }, other);
    // The proposer of the remaining project does not become its observer.
    await server.context.db
      .updateTable('projects')
      .set({ proposer_organization_id: '10503' })
      .where('code', '=', kept)
      .execute();
    const sides = [await choice(other, false), await choice(kept, true)];
    const at = new Date('2031-03-10T09:00:00Z');
    server.setNow(at);
    const answer = await merge('admin', sides);
    server.setNow(null);
    expect(answer.payload).toEqual({ code: kept });
    const documents = await server.call<{ title: string }[]>('local.user', 'GET', `projects/${kept}/documents`);
    expect(documents.payload?.map(({ title }) => title)).toEqual(['plan']);
    expect((await observers('local.user', kept)).payload?.map((row) => row.organizationId)).toEqual(['50101']);
    const merged = await server.call<Project>('admin', 'GET', `projects/${other}`);
    expect(merged.payload).toMatchObject({ isMerged: true, status: 2 });
    const remaining = await server.call<Project>('admin', 'GET', `projects/${kept}`);
    expect(remaining.payload?.lastChangeDate).toBe(at.toISOString());
    const stored = await server.context.db
      .selectFrom('projects')
      .select('open_steps')
      .where('code', '=', other)
      .executeTakeFirst();
    expect(stored?.open_steps).toEqual([]);
    const told = await server.call<ProjectNotification[]>('local.user', 'GET', 'notifications?perPage=50');
    expect(told.payload?.find(({ projectCode }) => projectCode === other)).toMatchObject({ operation: 'mergedInto' });
    for (const [of, operation, comment] of [
      [kept, 'mergedFrom', other],
      [other, 'mergedInto', kept],
    ] as const) {
      const { payload } = await server.call<Project>('admin', 'GET', `projects/${of}`);
      const activities = await server.call<Activity[]>(
        'admin',
        'GET',
        `projects/${of}/phases/${payload?.projectPhaseId}/activities`,
      );
      expect(activities.payload?.[0]).toMatchObject({ operation, comment });
    }
    const back = await server.call('admin', 'PATCH', `projects/${other}`, { status: 1 });
    expect(back.status.name).toBe('InvalidProjectAction');
    const again = await merge('admin', [await choice(other, false), await choice(kept, true)]);
    expect(again.status.name).toBe('InvalidProjectAction');
  });

  it('leaves nothing waiting: the merged project’s phase is closed, it is nobody’s task, and no reminder is sent', async () => {
    const kept = await createProject(server, 'local.user');
    const { code: other } = await lockedIdea(server);
    expect((await act(server, 'local.user', other, 1)).httpStatus).toBe(200);
    const waits = async () => ({
      tasks: (await server.call<TaskRow[]>('local.admin', 'GET', 'dashboard/tasks')).payload?.map(
        ({ projectCode }) => projectCode,
      ),
      listed: (
        await server.call<ProjectRow[]>('local.admin', 'GET', 'projects/paged?waitingForMe=true&perPage=50')
      ).payload?.map((row) => row.code),
      told: (await server.call<ProjectNotification[]>('local.admin', 'GET', 'notifications?perPage=50')).payload
        ?.filter(({ kind, readDate }) => kind === 'turn' && readDate === null)
        .map(({ projectCode }) => projectCode),
    });
    const before = await waits();
    for (const places of Object.values(before)) expect(places).toContain(other);
    const at = new Date('2031-03-11T09:00:00Z');
    server.setNow(at);
    expect((await merge('admin', [await choice(other, false), await choice(kept, true)])).payload).toEqual({
      code: kept,
    });
    server.setNow(null);
    for (const places of Object.values(await waits())) expect(places).not.toContain(other);
    const { payload } = await server.call<Project>('local.admin', 'GET', `projects/${other}`);
    expect(payload).toMatchObject({ availableActions: [], actors: { now: [], next: [] } });
    const path = `portfolio/timeline?status=archived&filter[code]=${other}`;
    const timeline = (await server.call<TimelineProject[]>('admin', 'GET', path)).payload;
    expect(timeline?.map(({ steps }) => steps.map(({ end }) => end))).toEqual([['2031-03-11']]);
  });

  it('needs exactly one remaining project, and an administrator', async () => {
    const [one, two] = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
    const both = [await choice(one, true), await choice(two, true)];
    expect((await merge('admin', both)).httpStatus).toBe(422);
    expect((await merge('admin', both.slice(0, 1))).httpStatus).toBe(422);
    const wrong = [
      { ...both[0], ProjectId: 1_000_000 },
      { ...both[1], OriginalProject: false },
    ];
    expect((await merge('admin', wrong)).httpStatus).toBe(422);
    const right = [await choice(one, true), await choice(two, false)];
    // Only the commission's decision can end a project that is on a list.
    const standsAt = (phase_status: number) =>
      server.context.db.updateTable('projects').set({ phase_status }).where('code', '=', two).execute();
    await standsAt(PHASE_STATUS.waitingCommission);
    expect((await merge('admin', right)).status.name).toBe('InvalidProjectAction');
    await standsAt(PHASE_STATUS.entry);
    const stopped = await createProject(server, 'local.user');
    await server.call('admin', 'PATCH', `projects/${stopped}`, { status: 1, comment: 'Одустали смо.' });
    const intoStopped = await merge('admin', [await choice(stopped, true), await choice(two, false)]);
    expect(intoStopped.status.name).toBe('InvalidProjectAction');
    for (const login of ['local.admin', 'reviewer']) expect((await merge(login, right)).httpStatus).toBe(403);
    expect((await server.call<Project>('admin', 'GET', `projects/${two}`)).payload?.isMerged).toBe(false);
  });
});

describe('lists of important projects', () => {
  const send = (login: string, body: unknown) => server.call(login, 'PUT', 'projects/important/list', body);

  it('are chosen by an administrator for a waiting project, one list at a time', async () => {
    const life = await ProjectDriver.start(server, { important: true });
    const { id } = await life.read();
    const projects = [{ ProjectId: id, ProjectCode: life.code }];
    expect((await send('admin', { projects, projectListIds: [3] })).status.name).toBe('InvalidProjectAction');
    await life.fillAndApprove();
    expect((await send('reviewer', { projects, projectListIds: [3] })).httpStatus).toBe(403);
    expect((await send('admin', { projects, projectListIds: [3, 4] })).httpStatus).toBe(422);
    expect((await send('admin', { projects, projectListIds: [6] })).httpStatus).toBe(422);
    expect((await send('admin', { projects, projectListIds: [3] })).httpStatus).toBe(200);
    expect((await send('admin', { projects, projectListIds: [5] })).httpStatus).toBe(200);
    const waiting = async () => (await server.call('admin', 'GET', 'projects/important/list')).payload;
    expect(await waiting()).toMatchObject([{ projectCode: life.code, listType: 5 }]);
    // A merged project keeps its phase and waits for nothing.
    const setStatus = (status: number) =>
      server.context.db.updateTable('projects').set({ status }).where('code', '=', life.code).execute();
    await setStatus(PROJECT_STATUS.archived);
    expect(await waiting()).toEqual([]);
    expect(await life.read()).toMatchObject({ preparednessList: false });
    expect(await send('admin', { projects, projectListIds: [3] })).toMatchObject({
      status: { name: 'InvalidProjectAction' },
      errors: ['ProjectArchived'],
    });
    await setStatus(PROJECT_STATUS.pending);
    expect(await life.read()).toMatchObject({ preparednessList: true });
    await life.commission(5, 2);
    await act(server, 'admin', life.code, 1, { comment: 'Допуна.' });
    expect(await server.context.db.selectFrom('important_lists').selectAll().execute()).toEqual([]);
  });
});
