import { describe, expect, it } from 'vitest';
import { PHASE } from '@pimis/domain/workflow/phases';
import type { Project } from '@pimis/contract/projects';
import { newCode } from '../../testing/codes.ts';
import { act, createProject, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

describe('settings and status', () => {
  it('name and code change in entry of the first phase only', async () => {
    const { code, formId: id } = await lockedIdea(server);
    const renamed = newCode('REN');
    const turn = (projectCode: string, action: number) =>
      server.call('local.user', 'POST', 'projects/form-input', { projectCode, id, action });
    await turn(code, 3);
    expect(
      (
        await server.call<Project>('local.user', 'PUT', `projects/${code}`, {
          code: renamed,
          name: 'Нови назив пројекта',
        })
      ).payload,
    ).toMatchObject({ code: renamed, name: 'Нови назив пројекта' });
    expect(
      await server.call('local.user', 'PUT', `projects/${renamed}`, { code: renamed, name: '12345' }),
    ).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'name' }] });
    // A caller who saw an older name does not replace the current one.
    const late = { code: newCode('REN'), name: 'Назив колеге', expected: { name: 'Ранији назив' } };
    expect(await server.call('local.user', 'PUT', `projects/${renamed}`, late)).toMatchObject({
      status: { name: 'RecordConflict' },
    });
    const seen = { code: renamed, name: 'Назив после читања', expected: { name: 'Нови назив пројекта' } };
    expect((await server.call<Project>('local.user', 'PUT', `projects/${renamed}`, seen)).payload).toMatchObject({
      code: renamed,
      name: 'Назив после читања',
    });
    const standsIn = (phase: number) =>
      server.context.db.updateTable('projects').set({ phase }).where('code', '=', renamed).execute();
    await standsIn(PHASE.preparedness);
    expect(
      await server.call('local.user', 'PUT', `projects/${renamed}`, { code: renamed, name: 'Назив у другој фази' }),
    ).toMatchObject({ status: { name: 'InvalidProjectUpdatePhase' } });
    await standsIn(PHASE.idea);
    await turn(renamed, 2);
    await act(server, 'local.user', renamed, 1);
    expect(
      await server.call('local.user', 'PUT', `projects/${renamed}`, { code: renamed, name: 'Још један назив' }),
    ).toMatchObject({ status: { name: 'InvalidProjectUpdatePhaseStatus' } });
  });

  it('can be sent back as read; a changed field that the call cannot change is refused by name', async () => {
    const code = await createProject(server, 'local.user', { name: 'Цео пројекат' });
    const read = async () => (await server.call<Project>('local.user', 'GET', `projects/${code}`)).payload;
    const put = (project: object) => server.call('local.user', 'PUT', `projects/${code}`, project);
    expect((await put({ ...(await read()), name: 'Цео пројекат, други назив' })).httpStatus).toBe(200);
    const now = await read();
    expect(now?.name).toBe('Цео пројекат, други назив');
    for (const [field, value] of Object.entries({
      phase: 3,
      totalValue: '1.00',
      organizationId: '50101',
      rights: {},
    })) {
      const answer = await put({ ...now, [field]: value });
      expect(
        answer.fieldErrors?.map((error) => error.field.split('.')[0]),
        field,
      ).toContain(field);
    }
    expect(await read()).toEqual(now);
  });

  it('of fifty concurrent changes that saw the same state, one succeeds', async () => {
    const code = await createProject(server, 'local.user', { name: 'Назив пре свих' });
    const changes = Array.from({ length: 50 }, (_, index) => `Назив број ${index}`).map((name) =>
      server.call<Project>('local.user', 'PUT', `projects/${code}`, {
        code,
        name,
        expected: { name: 'Назив пре свих' },
      }),
    );
    const ends = () =>
      server.call<Project>('admin', 'PATCH', `projects/${code}`, {
        status: 1,
        comment: 'Одустали смо.',
        expected: { status: 0 },
      });
    const renamed = await Promise.all(changes);
    const ended = await Promise.all(Array.from({ length: 50 }, ends));
    for (const [answers, refusal] of [
      [renamed, 'RecordConflict'],
      [ended, 'InvalidProjectAction'],
    ] as const) {
      expect(answers.map(({ status }) => status.name).toSorted()).toEqual(
        ['Success', ...Array.from({ length: 49 }, () => refusal)].toSorted(),
      );
    }
    const made = renamed.find(({ httpStatus }) => httpStatus === 200)?.payload;
    expect((await server.call<Project>('admin', 'GET', `projects/${code}`)).payload).toMatchObject({
      name: made?.name,
      status: 1,
    });
    const audited = await server.context.db
      .selectFrom('audit_log')
      .select('operation')
      .where('subject_type', '=', 'project')
      .where('subject_id', '=', String(made?.id))
      .where('operation', 'in', ['project.update', 'project.finish'])
      .execute();
    expect(audited.map(({ operation }) => operation).toSorted()).toEqual(['project.finish', 'project.update']);
  });

  it('an administrator finishes a project with a comment, archives it and brings it back; the history has each state', async () => {
    const code = await createProject(server, 'local.user');
    const patch = (login: string, body: object) => server.call<Project>(login, 'PATCH', `projects/${code}`, body);
    expect((await patch('local.user', { status: 1, comment: 'х' })).httpStatus).toBe(403);
    expect(await patch('admin', { status: 1 })).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'comment' }] });
    const stored = server.context.db
      .selectFrom('projects')
      .select(['open_steps', 'postponed_until'])
      .where('code', '=', code);
    await server.context.db
      .updateTable('projects')
      .set({ postponed_until: '2999-12-31' })
      .where('code', '=', code)
      .execute();
    expect((await stored.executeTakeFirst())?.open_steps).not.toEqual([]);
    expect((await patch('admin', { status: 1, comment: 'Одустали смо.' })).payload).toMatchObject({
      status: 1,
      phaseStatus: 9,
      phases: [{ phase: 0, state: 'current' }],
    });
    // The project no longer waits for anything.
    expect(await stored.executeTakeFirst()).toEqual({ open_steps: null, postponed_until: null });
    expect((await patch('admin', { status: 2 })).payload?.status).toBe(2);
    // A caller who saw the project pending wanted to finish it, not to bring it back from the archive.
    const late = await patch('admin', { status: 1, comment: 'Одустали смо.', expected: { status: 0 } });
    expect(late.status.name).toBe('InvalidProjectAction');
    expect((await patch('admin', { status: 1 })).payload?.status).toBe(1);
    expect((await patch('admin', { status: 0 })).status.name).toBe('InvalidProjectAction');
    const history = await server.context.db
      .selectFrom('project_history')
      .innerJoin('projects', 'projects.id', 'project_history.project_id')
      .select(['project_history.status', 'project_history.valid_to'])
      .where('projects.code', '=', code)
      .orderBy('project_history.id')
      .execute();
    expect(history.map((row) => row.status)).toEqual([0, 1, 2, 1]);
    expect(history.filter((row) => row.valid_to === null)).toHaveLength(1);
  });
});
