import { expect, it } from 'vitest';
import type { ProjectSummary } from '@pimis/contract/projects';
import { createProject, lockedIdea } from '../../testing/projects.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const summaryOf = async (login: string, code: string) =>
  (await server.call<ProjectSummary>(login, 'GET', `projects/${code}/summary`)).payload;

it('the summary of a new project shows only its cost and the form from which that comes', async () => {
  expect(await summaryOf('local.user', await createProject(server, 'local.user'))).toEqual({
    value: '0.00',
    origin: null,
    planned: null,
    real: { start: null, end: null },
    sources: [],
    realized: '0.00',
    decision: null,
    lastReport: null,
  });
  const { code } = await lockedIdea(server);
  expect(await summaryOf('local.user', code)).toMatchObject({
    value: '2109600000.00',
    origin: { title: { sr: 'Идеја капиталног пројекта' }, revision: 1, draft: false },
    decision: null,
  });
  expect((await server.call('other.user', 'GET', `projects/${code}/summary`)).httpStatus).toBe(404);
});

it('the summary shows the newest decision even while the project is before the commission again', async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  const life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
  await life.commission(3, 4, { postponedDate: '2026-06-01', comment: 'Чека се дозвола.' });
  await life.act('reviewer', 1);
  server.setNow(new Date('2026-05-02T09:00:00Z'));
  expect((await server.call('reviewer', 'POST', 'projects/lists/3')).httpStatus).toBe(200);
  expect((await summaryOf('reviewer', life.code))?.decision).toMatchObject({
    date: '2026-04-02',
    comment: 'Чека се дозвола.',
  });
  server.setNow(null);
});

it('the summary of a project in reporting shows the dates of the plan, the spent amount and the last report', async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  const life = await ProjectDriver.start(server, { type: 1 });
  await life.fillAndApprove();
  await life.fillAndApprove();
  expect(await life.state()).toBe('5/1');
  server.setNow(new Date('2026-07-02T09:00:00Z'));
  await life.fill();
  expect(await summaryOf('reviewer', life.code)).toMatchObject({
    planned: life.period,
    real: { start: '2026-04-02', end: null },
    realized: '0.00',
    lastReport: { status: 2, changedDate: expect.stringMatching(/^2026-07-02/) as string },
  });
  await life.act('local.user', 2);
  await life.act('local.admin', 1);
  await life.act('reviewer', 1);
  const approved = await summaryOf('reviewer', life.code);
  expect(Number(approved?.realized)).toBeGreaterThan(0);
  expect(approved?.lastReport?.status).toBe(4);
  server.setNow(null);
});
