import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import type { ProjectTimeline } from '@pimis/contract/portfolio/timeline';
import type { LatestActivity, Phase } from '@pimis/contract/project-phases';
import type { ProjectSummary } from '@pimis/contract/projects';
import { setPath } from '@pimis/domain/forms/paths';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { currentForm } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);

beforeEach(() => server.setNow(day('2026-04-02')));

/** A project in reporting; on request with an approved first quarter. */
async function reporting(options: { closed: boolean; start?: string }): Promise<ProjectDriver> {
  const life = await ProjectDriver.start(server, { type: 1 });
  life.period = { start: options.start ?? '2026-04-01', end: '2027-03-31' };
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
    const { totalValue } = await life.read();
    const { db } = server.context;
    await db.updateTable('projects').set({ total_value: '1.00' }).where('code', '=', life.code).execute();
    await life.commission(6, 1);
    expect(await life.state()).toBe('12/1');
    // The plan that takes effect sets the value of the project; the last closed quarter is restated.
    expect((await life.read()).totalValue).toBe(totalValue);
    const restated = (await phasesOf(life)).find(({ phase }) => phase === 12);
    expect(restated?.forms.map(({ name }) => name)).toEqual(['Квартална корекција-2026-2']);
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
    const life = await reporting({ closed: false, start: '2026-07-01' });
    // The first quarter is that in which the plan begins.
    const first = (await phasesOf(life)).find(({ phase }) => phase === 5);
    expect(first?.forms.map(({ name }) => name)).toEqual(['Квартални-2026-3']);
    await toCorrection(life);
    await life.fillAndApprove();
    await life.commission(6, 1);
    expect(await life.state()).toBe('5/1');
  });

  it('is among the newest activities of the project after it was withdrawn', async () => {
    const life = await reporting({ closed: true });
    await toCorrection(life);
    await life.act('local.user', 3, { comment: 'Одустајемо.' });
    const { payload } = await server.call<LatestActivity[]>('local.user', 'GET', `projects/${life.code}/activities`);
    expect(payload).toMatchObject([
      { operation: 'withdrawCorrection', phase: 11, comment: 'Одустајемо.', report: null },
      { operation: 'open', phase: 11, report: null },
      { operation: 'openCorrection', phase: 5, report: null },
      { operation: 'requestCorrection', phase: 5, comment: 'Радови касне.', report: null },
      { operation: 'approveQuarter', phase: 5, report: { code: 'kvartalni', name: 'Квартални-2026-2' } },
    ]);
  });

  it('can be refused, withdrawn, postponed, stopped', async () => {
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
    // The limit counts corrections opened in the year, so both count.
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
    // The proposed decision is shown only once the project is before the commission.
    expect((await life.read()).proposedDecision).toBeNull();
    expect((await server.call('reviewer', 'POST', 'projects/lists/2')).httpStatus).toBe(200);
    expect((await life.read()).proposedDecision).toEqual({ action: 3, postponedDate: null });
    await life.act('reviewer', 3, { date: '2026-07-02', comment: 'Обуставља се.' });
    const project = await life.read();
    expect([project.phase, project.phaseStatus, project.status]).toEqual([13, 31, 1]);
    // Reporting, which the project left for the rationalization, has ended with the project.
    const timeline = await server.call<ProjectTimeline>('reviewer', 'GET', `projects/${life.code}/timeline`);
    const ends = timeline.payload?.steps.slice(-2).map(({ phase, end }) => [phase, end]);
    expect(ends).toEqual([
      [5, '2026-07-02'],
      [13, '2026-07-02'],
    ]);
    const summary = await server.call<ProjectSummary>('reviewer', 'GET', `projects/${life.code}/summary`);
    expect(summary.payload?.real.end).toBe('2026-07-02');
  });

  it('postpones it and lets it go on', async () => {
    const life = await proposed();
    // The limit is five rounds; forms of other phases do not count.
    const rounds = async (more: number) => {
      await sql`insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal)
        select project_id, project_phase_id, code, 1, 'Још један', ordinal + nth
        from project_forms, generate_series(1, ${more}::integer) nth
        where code = 'racionalizacija' and project_id = (select id from projects where code = ${life.code})`.execute(
        server.context.db,
      );
      const forms = (await phasesOf(life)).find(({ phase }) => phase === 13)?.forms ?? [];
      await sql`delete from project_forms where name = 'Још један'`.execute(server.context.db);
      // Only the form of the newest round is current.
      expect(forms.map(({ current }) => current)).toEqual([...Array<boolean>(more).fill(false), true]);
      return forms[0]?.limitReached;
    };
    expect([await rounds(3), await rounds(4)]).toEqual([false, true]);
    life.proposal = 'Одлагање';
    await life.fillAndApprove();
    await life.commission(2, 4, { postponedDate: '2026-12-01' });
    expect(await life.state()).toBe('13/30');
    await life.act('reviewer', 1);
    expect(await life.state()).toBe('5/1');
  });

  it('returns to its form if the commission refuses it, and goes on if the commission approves it', async () => {
    const life = await proposed();
    await life.fillAndApprove();
    await life.commission(2, 2);
    expect(await life.state()).toBe('13/1');
    await life.fill((values) => setPath(values, 'state.description', 'Допуњено стање градилишта.'));
    await life.approve();
    server.setNow(day('2026-07-20'));
    await life.commission(2, 1);
    expect(await life.state()).toBe('5/1');
    // The form names the day on which its proposal was accepted, not that of the decision on itself.
    const form = (await phasesOf(life)).find(({ phase }) => phase === 13)?.forms[0];
    const shown = await server.call<ProjectForm>('admin', 'GET', `projects/${life.code}/forms/${form?.id}`);
    expect(shown.payload?.data).toMatchObject({ acceptance: { date: '2026-07-02' } });
  });

  it('is proposed and withdrawn only by an administrator', async () => {
    const life = await reporting({ closed: true });
    await expect(life.act('reviewer', 3, { comment: 'Не може.' })).rejects.toThrow(/Forbidden|InvalidUserPermission/);
    await life.act('admin', 3, { comment: 'Радови стоје.' });
    await life.act('admin', 2, { comment: 'Радови су настављени.' });
    expect(await life.state()).toBe('5/1');
  });
});

describe('a project in preparation can become', () => {
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
