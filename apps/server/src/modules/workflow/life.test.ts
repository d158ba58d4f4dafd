import { beforeEach, describe, expect, it } from 'vitest';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);

beforeEach(() => server.setNow(day('2026-04-02')));

/** From the plan to finished effects: two quarters, both done as planned. */
async function realize(life: ProjectDriver): Promise<void> {
  expect(await life.state()).toBe('4/1');
  await life.fillAndApprove();
  expect(await life.state()).toBe('5/1');
  server.setNow(day('2026-07-02'));
  await life.fill();
  await life.quarter();
  expect(await life.state()).toBe('5/1');
  await life.act('reviewer', 4);
  server.setNow(day('2026-10-02'));
  await life.fill();
  await life.act('local.user', 1);
  await life.act('local.admin', 1);
  await life.act('reviewer', 1);
  expect(await life.state()).toBe('7/1');
  await life.fillAndApprove();
  expect(await life.state()).toBe('8/1');
  await life.fillAndApprove();
  const project = await life.read();
  expect([project.phase, project.phaseStatus, project.status]).toEqual([8, 4, 1]);
}

describe('a whole life', () => {
  it('of a new realization: idea, identification, preparedness, pre-implementation, plan, quarters, effects', async () => {
    const life = await ProjectDriver.start(server);
    await life.fill();
    await life.approveIdea();
    expect(await life.state()).toBe('0/14');
    await life.commission(3, 1);
    expect(await life.state()).toBe('10/1');
    await life.fillAndApprove();
    expect(await life.state()).toBe('10/15');
    await life.commission(4, 1);
    await life.fillAndApprove();
    expect(await life.state()).toBe('2/16');
    await life.commission(5, 1);
    expect(await life.state()).toBe('9/1');
    await life.fillAndApprove();
    await realize(life);
  });

  it('of a project in realization: PIF, plan', async () => {
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fill();
    await life.approve();
    await realize(life);
  });

  it('of a project in preparation: short PIF, preparedness', async () => {
    const life = await ProjectDriver.start(server, { type: 2 });
    await life.fill();
    await life.approve();
    expect(await life.state()).toBe('2/1');
    await life.fillAndApprove();
    await life.commission(5, 1);
    expect(await life.state()).toBe('9/1');
    await life.fillAndApprove();
    await realize(life);
  });

  it('of an important project, through the list that the administrator chose', async () => {
    const life = await ProjectDriver.start(server, { important: true });
    await life.fill();
    await life.approve();
    expect(await life.state()).toBe('3/17');
    const { id } = await life.read();
    const sent = await server.call('admin', 'PUT', 'projects/important/list', {
      projects: [{ ProjectId: id, ProjectCode: life.code }],
      projectListIds: [4],
    });
    expect(sent.httpStatus).toBe(200);
    await life.commission(4, 1);
    expect(await life.state()).toBe('9/1');
    await life.fillAndApprove();
    await realize(life);
  });
});
