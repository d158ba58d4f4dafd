import { beforeAll, describe, expect, it } from 'vitest';
import type { ListItem, ProjectList } from '@pimis/contract/lists';
import type { ProjectRow } from '@pimis/contract/project-rows';
import type { OperationState } from '@pimis/contract/registries';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { listArchive, fetchResult } from '../../testing/archives.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';
import { unzip } from '../../testing/unzip.ts';
import { removeOldOperations } from '../operations/service.ts';

const server = useServer();
const lives: ProjectDriver[] = [];
const codes = () => lives.map(({ code }) => code);

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  for (let index = 0; index < 3; index++) {
    const life = await ProjectDriver.start(server);
    await life.fill();
    await life.approveIdea();
    lives.push(life);
  }
});

const items = async (name: string, login = 'reviewer') =>
  (await server.call<ListItem[]>(login, 'GET', `projects/lists/3/${name}`)).payload ?? [];
const decide = (name: string, body: unknown, login = 'reviewer') =>
  server.call<{ decided: number }>(login, 'PUT', `projects/lists/3/${name}/decisions`, body);

const ask = (login: string, path: string) =>
  server.call<{ operationLocation: string }>(login, 'GET', `projects/lists/${path}`);

describe('a list', () => {
  it('contains every waiting project, in order, as it is at that moment', async () => {
    const waiting = await server.call<ProjectRow[]>(
      'reviewer',
      'GET',
      'projects/paged?pendingForList=3&status=pending',
    );
    expect(waiting.additionalInformation?.totalRows).toBe(3);
    expect(waiting.payload?.[0]?.sendingToCommissionFormsLimit).toBe(false);
    const made = await server.call<{ name: string }>('reviewer', 'POST', 'projects/lists/3');
    expect(made.payload?.name).toBe('2026-1');
    const rows = await items('2026-1');
    expect(rows.map((row) => [row.position, row.projectCode, row.phaseStatus])).toEqual(
      codes().map((code, index) => [index + 1, code, 14]),
    );
    for (const life of lives) expect(await life.state()).toBe('0/6');
    const history = await server.context.db
      .selectFrom('project_history')
      .select(['code', 'phase_status'])
      .where('valid_to', 'is', null)
      .where('code', 'in', codes())
      .execute();
    expect(history.map((row) => row.phase_status)).toEqual([6, 6, 6]);
    expect((await server.call('reviewer', 'POST', 'projects/lists/3')).status.name).toBe('EmptyProjectList');
  });

  it('is exported as papers: the list, and the form of each project', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask('reviewer', '3/2026-1/documents')));
    // Only one of several concurrent calls creates the list.
    expect(new Set(answers.map((answer) => answer.payload?.operationLocation)).size).toBe(1);
    const { payload, httpStatus, status } = answers[0] ?? (await ask('reviewer', '3/2026-1/documents'));
    expect([httpStatus, status.code]).toEqual([202, 8006]);
    const location = payload?.operationLocation.replace('/api/', '') ?? '';
    const running = await server.call<OperationState>('reviewer', 'GET', location);
    expect([running.status.code, running.payload?.state]).toEqual([8006, 'waiting']);
    expect((await server.call('reviewer', 'GET', `${location}/result`)).httpStatus).toBe(404);
    // A second request before the job begins does not make a second archive.
    expect((await ask('reviewer', '3/2026-1/documents')).payload).toEqual(payload);
    const answer = await fetchResult(server, 'reviewer', location);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toContain('lista-3-2026-1.zip');
    const done = await server.call<OperationState>('reviewer', 'GET', location);
    expect([done.status.code, done.payload?.state, done.payload?.progress]).toEqual([0, 'done', 100]);
    const names = [...unzip(answer.rawPayload).keys()];
    expect(names).toEqual(['lista.pdf', 'lista.xlsx', ...codes().map((code, index) => `00${index + 1}-${code}.pdf`)]);
    // Other users cannot fetch the file.
    expect((await server.call('mei', 'GET', `${location}/result`)).httpStatus).toBe(404);
    expect((await listArchive(server, 'mei', '3/2026-1/documents')).size).toBe(names.length);
    expect((await ask('local.power', '3/2026-1/documents')).httpStatus).toBe(403);
    expect((await ask('reviewer', '3/2025-9/documents')).httpStatus).toBe(404);
    expect((await ask('reviewer', 'approved/3/2026-1')).status.name).toBe('ListNotApproved');
  });

  it('is decided together, all or none', async () => {
    const [first, second, third] = codes();
    const before = await decide('2026-1', { projectCodes: [first, second], action: 1 });
    expect(before).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'date', code: 'EmptyField' }] });
    const unknown = await decide('2026-1', { projectCodes: [first, 'NO-SUCH'], action: 1, date: '2026-04-02' });
    expect(unknown.httpStatus).toBe(404);
    expect(await lives[0]?.state()).toBe('0/6');
    expect((await decide('2026-1', { projectCodes: [first], action: 1, date: '2026-04-02' }, 'mei')).httpStatus).toBe(
      403,
    );
    const both = await decide('2026-1', { projectCodes: [first, second], action: 1, date: '2026-04-02' });
    expect(both.payload).toEqual({ decided: 2 });
    expect([await lives[0]?.state(), await lives[1]?.state(), await lives[2]?.state()]).toEqual([
      '10/1',
      '10/1',
      '0/6',
    ]);
    const twice = await decide('2026-1', { projectCodes: [second, third], action: 1, date: '2026-04-02' });
    expect(twice).toMatchObject({
      httpStatus: 409,
      status: { name: 'InvalidProjectAction' },
      fieldErrors: [{ field: second, code: 'InvalidProjectAction' }],
    });
    expect(await lives[2]?.state()).toBe('0/6');
    // A project can be decided on this list only in the phase in which it was put on it.
    const canDecide = async () => (await items('2026-1')).map((row) => row.canDecide);
    const standsIn = (phase: number) =>
      server.context.db
        .updateTable('projects')
        .set({ phase })
        .where('code', '=', third ?? '')
        .execute();
    expect(await canDecide()).toEqual([false, false, true]);
    await standsIn(PHASE.identification);
    expect(await canDecide()).toEqual([false, false, false]);
    await standsIn(PHASE.idea);
    await decide('2026-1', {
      projectCodes: [third],
      action: 4,
      date: '2026-04-02',
      postponedDate: '2026-06-01',
      comment: 'Чека се буџет.',
    });
    const rows = await items('2026-1');
    expect(rows.map((row) => row.decision)).toEqual([1, 1, 4]);
    // A decided project that is before the commission again cannot be decided on this list once more.
    const standsAt = (phase: number, phase_status: number) =>
      server.context.db
        .updateTable('projects')
        .set({ phase, phase_status })
        .where('code', '=', first ?? '')
        .execute();
    await standsAt(PHASE.idea, PHASE_STATUS.waitingCommission);
    expect((await items('2026-1')).map((row) => row.canDecide)).toEqual([false, false, false]);
    await standsAt(PHASE.identification, PHASE_STATUS.entry);
    // The list keeps its stored data of a project when the project changes.
    expect(rows.map((row) => row.phase)).toEqual([0, 0, 0]);
  });

  it('is approved when every project has its decision, and can then be exported as such', async () => {
    const lists = await server.call<ProjectList[]>('reviewer', 'GET', 'projects/lists/3');
    expect(lists.payload).toMatchObject([{ name: '2026-1', approved: true, decided: 3 }]);
    const files = await listArchive(server, 'admin', 'approved/3/2026-1');
    expect([...files.keys()]).toEqual(['odobrena-lista.pdf', 'odobrena-lista.xlsx']);
    const english = await listArchive(server, 'admin', 'approved/3/2026-1?language=en');
    expect([...english.keys()]).toEqual(['approved-list.pdf', 'approved-list.xlsx']);
    await removeOldOperations({ ...server.context, now: () => new Date('2026-04-04T09:00:00Z') });
    const left = await server.context.db
      .selectFrom('operations')
      .select('id')
      .where('kind', '=', 'listArchive')
      .execute();
    expect(left).toEqual([]);
  });
});

describe('the limit of the commission', () => {
  it('keeps a project off new lists until an administrator returns it', async () => {
    const life = lives[2] as ProjectDriver;
    for (let attempt = 0; attempt < 2; attempt++) {
      await life.act('reviewer', 1);
      expect(await life.state()).toBe('0/14');
      await life.commission(3, 4, { postponedDate: '2026-06-01' });
    }
    await life.act('reviewer', 1);
    expect((await life.read()).sendingToCommissionFormsLimit).toBe(true);
    expect((await server.call('reviewer', 'POST', 'projects/lists/3')).status.name).toBe('EmptyProjectList');
    await life.act('admin', 2, { comment: 'Нова процена.' });
    expect((await life.read()).sendingToCommissionFormsLimit).toBe(false);
  });
});
