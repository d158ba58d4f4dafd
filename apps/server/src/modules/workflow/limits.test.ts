import { beforeEach, describe, expect, it } from 'vitest';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { act } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

beforeEach(() => server.setNow(new Date('2026-04-02T09:00:00Z')));

async function reporting(): Promise<ProjectDriver> {
  const life = await ProjectDriver.start(server, { type: 1 });
  await life.fillAndApprove();
  await life.fillAndApprove();
  expect(await life.state()).toBe('5/1');
  return life;
}

async function proposal(life: ProjectDriver) {
  return (await life.read()).availableActions.find(({ key }) => key === 'proposeRationalization');
}

describe('the limit of the commission in reporting', () => {
  it('closes further proposals after three refusals', async () => {
    const life = await reporting();
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await proposal(life))?.disabled).toBeNull();
      await life.act('admin', 3, { comment: 'Радови стоје.' });
      await life.commission(1, 2);
      expect(await life.state()).toBe('5/1');
    }
    expect((await proposal(life))?.disabled?.reasonKey).toBe('commissionLimit');
    const again = await act(server, 'admin', life.code, 3, { comment: 'Радови стоје.' });
    expect(again.status.name).toBe('InvalidProjectAction');
  });

  it('is counted again after a proposal that no list has taken is withdrawn', async () => {
    const life = await reporting();
    await life.act('admin', 3, { comment: 'Радови стоје.' });
    for (let attempt = 0; attempt < 3; attempt++) {
      await life.commission(1, 4, { postponedDate: '2026-06-01' });
      await life.act('reviewer', 1);
    }
    expect((await life.read()).sendingToCommissionFormsLimit).toBe(true);
    expect((await server.call('reviewer', 'POST', 'projects/lists/1')).status.name).toBe('EmptyProjectList');
    await life.act('admin', 2, { comment: 'Радови су настављени.' });
    expect((await life.read()).sendingToCommissionFormsLimit).toBe(false);
    expect((await proposal(life))?.disabled).toBeNull();
  });
});

describe('the limit of corrections in a year', () => {
  it('shows in the correction itself, not only in reporting', async () => {
    const life = await reporting();
    for (const reached of [false, true]) {
      await life.act('local.user', 5, { comment: 'Радови касне.' });
      await life.act('reviewer', 6);
      expect(await life.state()).toBe('11/1');
      expect((await life.read()).planCorrectionFormsLimit).toBe(reached);
      await life.act('local.user', 3, { comment: 'Одустајемо.' });
    }
    expect((await life.read()).planCorrectionFormsLimit).toBe(true);
    server.setNow(new Date('2027-01-04T09:00:00Z'));
    expect((await life.read()).planCorrectionFormsLimit).toBe(false);
    // A year begins in Belgrade.
    await server.context.db
      .updateTable('project_activities')
      .set({ created_at: new Date('2026-12-31T23:30:00Z') })
      .where('operation', '=', 'openCorrection')
      .execute();
    expect((await life.read()).planCorrectionFormsLimit).toBe(true);
  });
});
