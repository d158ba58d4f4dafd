import { beforeEach, describe, expect, it } from 'vitest';
import type { Phase } from '@pimis/contract/project-phases';
import { setPath } from '@pimis/domain/forms/paths';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { currentForm } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);

beforeEach(() => server.setNow(day('2026-04-02')));

/** A project in reporting; with a first quarter that is approved when asked for. */
async function reporting(options: { closed: boolean }): Promise<ProjectDriver> {
  const life = await ProjectDriver.start(server, { type: 1 });
  life.period = { start: '2026-04-01', end: '2027-03-31' };
  await life.fillAndApprove();
  await life.fillAndApprove();
  if (options.closed) {
    server.setNow(day('2026-07-02'));
    await life.fill();
    await life.quarter();
  }
  expect(await life.state()).toBe('5/1');
  return life;
}

async function toCorrection(life: ProjectDriver): Promise<void> {
  await life.act('local.user', 5, { comment: 'Радови касне.' });
  expect(await life.state()).toBe('5/26');
  await life.act('reviewer', 6);
  expect(await life.state()).toBe('11/1');
}

async function phasesOf(life: ProjectDriver): Promise<Phase[]> {
  return (await server.call<Phase[]>('admin', 'GET', `projects/${life.code}/phases`)).payload ?? [];
}

describe('correction of the plan', () => {
  it('with an amendment, takes effect and restates the closed quarter', async () => {
    const life = await reporting({ closed: true });
    await toCorrection(life);
    await life.fillAndApprove();
    expect(await life.state()).toBe('11/28');
    await life.commission(6, 5, { comment: 'Приложите записник надзора.' });
    expect(await life.state()).toBe('11/29');
    await life.fill((values) => setPath(values, 'correction.explanation', 'Записник надзора је приложен.'));
    await life.act('local.user', 1);
    expect(await life.state()).toBe('11/33');
    await life.act('local.admin', 1);
    expect(await life.state()).toBe('11/34');
    await life.act('reviewer', 1);
    expect(await life.state()).toBe('11/28');
    await life.commission(6, 1);
    expect(await life.state()).toBe('12/1');
    await life.fill();
    await life.approve();
    expect(await life.state()).toBe('5/1');
    // The report of the next quarter follows the corrected plan.
    await life.act('reviewer', 4);
    const { form } = await currentForm(server, 'local.user', life.code);
    expect(form.data).toMatchObject({ Plan: { ImplementationDates: { end: '2027-09-30' } } });
    const plan = (await phasesOf(life)).find(({ phase }) => phase === 5);
    expect(plan?.forms.map(({ name }) => name)).toEqual(['Квартални-2026-2', 'Квартални-2026-3']);
  });

  it('without a closed quarter needs no restated report', async () => {
    const life = await reporting({ closed: false });
    await toCorrection(life);
    await life.fillAndApprove();
    await life.commission(6, 1);
    expect(await life.state()).toBe('5/1');
  });

  it('is refused, withdrawn, postponed, stopped', async () => {
    const life = await reporting({ closed: true });
    await life.act('local.user', 5, { comment: 'Радови касне.' });
    await life.act('reviewer', 2, { comment: 'Није образложено.' });
    expect(await life.state()).toBe('5/1');
    await toCorrection(life);
    await life.act('local.user', 3, { comment: 'Одустајемо.' });
    expect(await life.state()).toBe('5/1');
    const rounds = (await phasesOf(life)).filter(({ phase }) => phase === 11).flatMap(({ forms }) => forms);
    expect(rounds).toHaveLength(1);
    await toCorrection(life);
    await life.fillAndApprove();
    await life.commission(6, 4, { postponedDate: '2026-09-01' });
    expect(await life.state()).toBe('11/8');
    await life.act('reviewer', 1);
    expect(await life.state()).toBe('11/28');
    await life.commission(6, 3, { comment: 'Нема средстава.' });
    expect(await life.state()).toBe('5/1');
    // The limit counts corrections opened in the year: both of them.
    const offered = (await life.read('local.user')).availableActions.find(({ key }) => key === 'requestCorrection');
    expect(offered?.disabled).not.toBeNull();
  });
});

describe('rationalization', () => {
  async function proposed(): Promise<ProjectDriver> {
    const life = await reporting({ closed: true });
    await life.act('admin', 3, { comment: 'Радови стоје.' });
    expect(await life.state()).toBe('5/5');
    await life.commission(1, 1);
    expect(await life.state()).toBe('13/1');
    return life;
  }

  it('shuts a project down', async () => {
    const life = await proposed();
    life.proposal = 'Обустава';
    await life.fillAndApprove();
    expect(await life.state()).toBe('13/10');
    await life.commission(2, 3, { comment: 'Обуставља се.' });
    const project = await life.read();
    expect([project.phase, project.phaseStatus, project.status]).toEqual([13, 31, 1]);
  });

  it('postpones it and lets it go on', async () => {
    const life = await proposed();
    life.proposal = 'Одлагање';
    await life.fillAndApprove();
    await life.commission(2, 4, { postponedDate: '2026-12-01' });
    expect(await life.state()).toBe('13/30');
    await life.act('reviewer', 1);
    expect(await life.state()).toBe('5/1');
  });

  it('goes back to its form when the commission says no, and on when it says yes', async () => {
    const life = await proposed();
    await life.fillAndApprove();
    await life.commission(2, 2);
    expect(await life.state()).toBe('13/1');
    await life.fill((values) => setPath(values, 'state.description', 'Допуњено стање градилишта.'));
    await life.approve();
    await life.commission(2, 1);
    expect(await life.state()).toBe('5/1');
  });

  it('is only proposed, or withdrawn, by an administrator', async () => {
    const life = await reporting({ closed: true });
    await expect(life.act('reviewer', 3, { comment: 'Не може.' })).rejects.toThrow(/Forbidden|InvalidUserPermission/);
    await life.act('admin', 3, { comment: 'Радови стоје.' });
    await life.act('admin', 2, { comment: 'Радови су настављени.' });
    expect(await life.state()).toBe('5/1');
  });
});

describe('preparation aside', () => {
  it('dormant, postponed, stopped, cancelled', async () => {
    const life = await ProjectDriver.start(server);
    await life.fill();
    await life.approveIdea();
    await life.commission(3, 2);
    expect(await life.state()).toBe('0/18');
    await life.act('admin', 1, { comment: 'Допуна је могућа.' });
    expect(await life.state()).toBe('0/1');
    await life.fill((values) => setPath(values, 'notes', 'Допуњено.'));
    await life.approveIdea();
    await life.commission(3, 4, { postponedDate: '2026-06-01' });
    expect(await life.state()).toBe('0/8');
    await life.act('reviewer', 1);
    expect(await life.state()).toBe('0/14');
    await life.commission(3, 1);
    await life.fillAndApprove();
    await life.commission(4, 1);
    await life.fillAndApprove();
    await life.commission(5, 1);
    await life.act('reviewer', 3, { comment: 'Нема средстава у буџету.' });
    const project = await life.read();
    expect([project.phase, project.phaseStatus, project.status]).toEqual([9, 11, 1]);
  });
});
