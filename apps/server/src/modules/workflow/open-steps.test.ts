import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Phase } from '@pimis/contract/project-phases';
import type { ProjectNotification } from '@pimis/contract/daily';
import type { Project } from '@pimis/contract/projects';
import type { Task } from '@pimis/contract/dashboard';
import type { ProjectRow } from '@pimis/contract/project-rows';
import type { Claim } from '@pimis/domain/access/claims';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { isStepOf } from '@pimis/domain/workflow/open-steps';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { DEMO_ACCOUNTS } from '../system/demo-accounts.ts';
import { actingUser } from '../../seed/demo-people.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { createProject, submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { assignedCondition, countAssigned } from '../projects/assigned-to-me.ts';
import { visibleProjects } from '../projects/visibility.ts';
import { openDueQuarters } from './scheduler.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);

beforeEach(() => server.setNow(day('2026-04-02')));

/** Steps that "Who can act" shows now. */
const nowOf = async (life: ProjectDriver) => (await life.read()).actors.now.map(({ key }) => key);

/** The step of the project among the tasks of a user; the table filtered by the same condition has to agree. */
async function taskOf(life: ProjectDriver, login: string): Promise<string | null> {
  const tasks = await server.call<Task[]>(login, 'GET', 'dashboard/tasks');
  const rows = await server.call<ProjectRow[]>(login, 'GET', 'projects/paged?waitingForMe=true&perPage=100');
  const task = tasks.payload?.find(({ projectCode }) => projectCode === life.code);
  // A task of a later day is shown, but the project does not wait yet.
  expect(rows.payload?.some(({ code }) => code === life.code)).toBe(task !== undefined && !task.coming);
  return task?.nextStep.key ?? null;
}

async function stepToldTo(life: ProjectDriver, login: string): Promise<string | null> {
  const { payload } = await server.call<ProjectNotification[]>(login, 'GET', 'notifications?perPage=50');
  const own = payload?.find((entry) => entry.projectCode === life.code && entry.kind === 'turn' && !entry.readDate);
  return own?.step?.en ?? null;
}

describe('the turn in reporting', () => {
  it('is the manager’s for a quarter, nobody’s after it, then the manager’s for the next and the last one', async () => {
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    expect(await nowOf(life)).toEqual(['fillForm']);
    expect(await taskOf(life, 'local.user')).toBe('fillForm');
    server.setNow(day('2026-06-30'));
    await life.fill();
    await life.quarter();
    // The next quarter is due on its first day.
    await openDueQuarters(server.context);
    expect(await nowOf(life)).toEqual([]);
    server.setNow(day('2026-07-01'));
    expect(await nowOf(life)).toEqual([]);
    expect((await life.read()).actors.next).toEqual([]);
    expect(await taskOf(life, 'local.user')).toBeNull();
    expect(await stepToldTo(life, 'local.user')).toBeNull();
    await openDueQuarters(server.context);
    const rows = await server.context.db
      .selectFrom('audit_log')
      .select(['user_id', 'detail'])
      .where('operation', '=', 'project.action.addQuarter')
      .execute();
    expect(rows).toMatchObject([{ user_id: null, detail: { code: life.code, phase: 5, action: 4 } }]);
    expect(await nowOf(life)).toEqual(['fillForm']);
    expect(await taskOf(life, 'local.user')).toBe('fillForm');
    const { payload: phases } = await server.call<Phase[]>('local.user', 'GET', `projects/${life.code}/phases`);
    expect(phases?.at(-1)?.forms.map(({ current }) => current)).toEqual([false, true]);
    server.setNow(day('2026-10-02'));
    await life.fill();
    await life.quarter();
    // The plan ends in the second quarter, so only sending the phase is left.
    expect(await nowOf(life)).toEqual(['sendPhase']);
    expect(await taskOf(life, 'local.user')).toBe('sendPhase');
    expect(await stepToldTo(life, 'local.user')).toBe('sending the last quarter and the phase');
    // No quarter is due after the end of the plan, no matter how late the phase is sent.
    server.setNow(day('2027-01-02'));
    await openDueQuarters(server.context);
    expect(await nowOf(life)).toEqual(['sendPhase']);
    await life.act('local.user', 1);
    expect(await life.state()).toBe('5/2');
    expect(await taskOf(life, 'local.user')).toBeNull();
  });

  it('is computed for projects that have no stored turn yet', async () => {
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    await life.fill();
    await life.quarter();
    await server.context.db.updateTable('projects').set({ open_steps: null }).where('code', '=', life.code).execute();
    expect(await taskOf(life, 'local.user')).toBe('sendQuarter');
    await openDueQuarters(server.context);
    expect(await taskOf(life, 'local.user')).toBeNull();
  });
});

describe('the turn before a list', () => {
  it('of an important project, is the administrator’s, and then the commission secretary’s', async () => {
    const life = await ProjectDriver.start(server, { important: true });
    await life.fillAndApprove();
    expect(await life.state()).toBe('3/17');
    expect(await nowOf(life)).toEqual(['putOnList']);
    expect([await taskOf(life, 'admin'), await taskOf(life, 'reviewer')]).toEqual(['putOnList', null]);
    const { id } = await life.read();
    const chosen = { projects: [{ ProjectId: id, ProjectCode: life.code }], projectListIds: [5] };
    expect((await server.call('admin', 'PUT', 'projects/important/list', chosen)).httpStatus).toBe(200);
    expect(await nowOf(life)).toEqual(['createList']);
    expect([await taskOf(life, 'admin'), await taskOf(life, 'reviewer')]).toEqual(['createList', 'createList']);
    expect(await stepToldTo(life, 'reviewer')).toBe('creating the list');
    await life.commission(5, 4, { postponedDate: '2026-06-01' });
    await life.act('reviewer', 1);
    // The commission's decision clears the chosen list.
    expect(await nowOf(life)).toEqual(['putOnList']);
  });

  it('at the limit of the commission, is the administrator’s', async () => {
    const life = await ProjectDriver.start(server);
    await life.fill();
    await life.approveIdea();
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await taskOf(life, 'reviewer')).toBe('createList');
      await life.commission(3, 4, { postponedDate: '2026-06-01' });
      expect((await life.read()).postponedUntil).toBe('2026-06-01');
      await life.act('reviewer', 1);
      expect((await life.read()).postponedUntil).toBeNull();
    }
    expect(await nowOf(life)).toEqual(['returnToEntry']);
    expect([await taskOf(life, 'admin'), await taskOf(life, 'reviewer')]).toEqual(['returnToEntry', null]);
  });
});

describe('a day on which time alone changes the turn', () => {
  const taskRow = async (life: ProjectDriver) =>
    (await server.call<Task[]>('reviewer', 'GET', 'dashboard/tasks')).payload?.find(
      ({ projectCode }) => projectCode === life.code,
    );

  it('is the end of a postponement, before which nobody has a task, and after which it can be late', async () => {
    const life = await ProjectDriver.start(server);
    await life.fill();
    await life.approveIdea();
    await life.commission(3, 4, { postponedDate: '2026-06-01' });
    expect([await life.state(), await nowOf(life), await taskRow(life)]).toEqual(['0/8', [], undefined]);
    expect(await stepToldTo(life, 'admin')).toBeNull();
    server.setNow(day('2026-05-31'));
    await openDueQuarters(server.context);
    expect(await taskRow(life)).toBeUndefined();
    server.setNow(day('2026-06-02'));
    await openDueQuarters(server.context);
    expect(await taskRow(life)).toMatchObject({ nextStep: { key: 'resume' }, days: 1, late: false });
    expect(await stepToldTo(life, 'reviewer')).toBe('resuming');
    const { actors, waitingDays } = await life.read();
    expect([actors.now.map(({ key }) => key), waitingDays]).toEqual([['resume'], 1]);
    await openDueQuarters(server.context);
    const told = await server.call<ProjectNotification[]>('reviewer', 'GET', 'notifications?perPage=50');
    const over = told.payload?.filter((entry) => entry.operation === 'postponementOver');
    expect(over?.filter((entry) => entry.projectCode === life.code)).toHaveLength(1);
  });

  it('is the end of a quarter, from which its report is awaited', async () => {
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    server.setNow(day('2026-06-20'));
    expect(await life.read()).toMatchObject({ isAwaited: false, waitingDays: 0 });
    server.setNow(day('2026-07-01'));
    expect(await life.read()).toMatchObject({ isAwaited: true, waitingDays: 0 });
    server.setNow(day('2026-07-05'));
    expect(await life.read()).toMatchObject({ isAwaited: true, waitingDays: 4 });
  });

  it('causes one notification, and before it nobody is asked for the report', async () => {
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    const told = async (login: string) =>
      (await server.call<ProjectNotification[]>(login, 'GET', 'notifications?perPage=50')).payload?.filter(
        ({ projectCode, operation }) => projectCode === life.code && operation === 'quarterOver',
      );
    server.setNow(day('2026-06-30'));
    await openDueQuarters(server.context);
    expect([await nowOf(life), await stepToldTo(life, 'local.user')]).toEqual([['fillForm'], null]);
    expect(await told('local.user')).toEqual([]);
    server.setNow(day('2026-07-01'));
    await openDueQuarters(server.context);
    await openDueQuarters(server.context);
    expect(await stepToldTo(life, 'local.user')).toBe('filling in the form');
    expect(await told('local.user')).toHaveLength(1);
    // The report that the system has opened waits for the end of its own quarter.
    await life.fill();
    await life.quarter();
    server.setNow(day('2026-07-02'));
    await openDueQuarters(server.context);
    expect([await nowOf(life), await stepToldTo(life, 'local.user')]).toEqual([['fillForm'], null]);
    server.setNow(day('2026-10-01'));
    await openDueQuarters(server.context);
    expect(await stepToldTo(life, 'local.user')).toBe('filling in the form');
    expect(await told('local.user')).toHaveLength(2);
  });

  it.each([
    ['the last day of its term', '2026-07-31', 1],
    ['the first day on which it is late', '2026-08-01', 0],
  ])('causes a notification of a report after an outage up to %s', async (_what, night, times) => {
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    server.setNow(day(night));
    await openDueQuarters(server.context);
    const { payload } = await server.call<ProjectNotification[]>('local.user', 'GET', 'notifications?perPage=50');
    const told = payload?.filter((entry) => entry.projectCode === life.code && entry.operation === 'quarterOver');
    expect(told).toHaveLength(times);
  });

  it('causes no notification of a report opened after its quarter, whose opening has already caused one', async () => {
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    server.setNow(day('2026-07-01'));
    await life.fillAndApprove();
    await life.fill();
    await life.quarter();
    const rest = async () => (await server.call<Project>('local.user', 'GET', `projects/${life.code}`)).payload?.rest;
    server.setNow(day('2027-01-01'));
    expect(await rest()).toBe('quarterDue');
    await openDueQuarters(server.context);
    expect(await rest()).toBeNull();
    expect(await stepToldTo(life, 'local.user')).toBe('filling in the form');
    await openDueQuarters(server.context);
    const { payload } = await server.call<ProjectNotification[]>('local.user', 'GET', 'notifications?perPage=50');
    const newest = payload?.find(({ projectCode, kind }) => projectCode === life.code && kind === 'turn');
    expect(newest).toMatchObject({ operation: 'addQuarter', readDate: null });
  });

  it('applies to every project, even if one of them fails', async () => {
    const broken = await ProjectDriver.start(server);
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    await life.fill();
    await life.quarter();
    // Reading fails for a project in reporting without a row of that phase.
    await server.context.db
      .updateTable('projects')
      .set({ phase: 5, phase_status: 1 })
      .where('code', '=', broken.code)
      .execute();
    server.setNow(day('2026-07-02'));
    await openDueQuarters(server.context);
    expect(await nowOf(life)).toEqual(['fillForm']);
    await server.context.db.updateTable('projects').set({ phase: 0 }).where('code', '=', broken.code).execute();
  });
});

it('an idea that is reopened before the minister’s consent waits for its organization, then for the minister again', async () => {
  const life = await ProjectDriver.start(server, {});
  const form = await life.fill();
  await life.act('local.user', 1);
  for (const login of ['local.admin', 'verifier', 'ministry.admin']) await life.act(login, 1);
  expect(await life.state()).toBe('0/21');
  expect(await stepToldTo(life, 'minister')).not.toBeNull();
  await submit(server, 'local.power', life.code, form, 3);
  expect(await nowOf(life)).toEqual(['lockForm']);
  expect(await taskOf(life, 'minister')).toBeNull();
  expect(await stepToldTo(life, 'minister')).toBeNull();
  expect(await taskOf(life, 'local.user')).toBe('lockForm');
  expect(await stepToldTo(life, 'local.user')).toBe('locking the form');
  await submit(server, 'local.user', life.code, form, 2);
  expect(await nowOf(life)).not.toContain('lockForm');
  expect(await stepToldTo(life, 'local.power')).toBeNull();
  expect(await stepToldTo(life, 'minister')).not.toBeNull();
});

it('the tasks of a user are the projects that wait for them by the rules, for every user and state', async () => {
  const { db } = server.context;
  const code = await createProject(server, 'local.user');
  const people = await Promise.all(DEMO_ACCOUNTS.map(({ login }) => actingUser(server.context, login)));
  const named = (login: string) => {
    const found = people.find((user) => user.login === login);
    if (!found) throw new Error(`No account ${login}`);
    return found;
  };
  await db.updateTable('projects').set({ proposer_organization_id: '10503' }).where('code', '=', code).execute();
  const [head, reviewer] = [named('local.admin'), named('reviewer')];
  const elsewhere = people.map((user) => ({ ...user, organizationId: '50101' }));
  // An approver who also manages projects, with the id of a user who does neither.
  const handling = { ...reviewer, id: named('mei').id, claims: new Set<Claim>([...reviewer.claims, 'Project_Manage']) };
  const users = [...people.filter(({ login }) => login !== 'mei'), ...elsewhere.slice(0, 8), handling];
  const assigned = async (user: CurrentUser) => {
    const { rows } = await sql<{ assigned: boolean }>`
      select ${assignedCondition(user)} as assigned from published.projects as projects where code = ${code}`.execute(
      db,
    );
    return rows[0]?.assigned;
  };
  const counted = async (user: CurrentUser) => {
    const { rows } = await sql<{ tasks: number }>`
      select count(*)::integer as tasks from published.projects as projects
      where ${visibleProjects(user)} and ${assignedCondition(user)}`.execute(db);
    return rows[0]?.tasks;
  };
  let waited = 0;
  for (const [phase, phaseStatus, step, foreignFunds = false] of [
    [0, 1, 'send'],
    [0, 2, 'confirm'],
    [0, 3, 'approve'],
    [0, 14, 'returnToEntry'],
    [0, 20, 'sendToMinister'],
    [0, 21, 'lockForm'],
    [0, 22, 'sendToMinistry'],
    [0, 22, 'sendToMei', true],
    // Steps that the sources of funds exclude, although they are stored as open.
    [0, 22, 'sendToMinistry', true],
    [0, 22, 'sendToMei'],
    [3, 17, 'putOnList'],
  ] as const) {
    for (const [sent_by, confirmed_by] of [
      [null, null],
      [head.id, handling.id],
      [handling.id, head.id],
    ]) {
      const state = { phase, phase_status: phaseStatus, foreign_funds: foreignFunds, sent_by, confirmed_by };
      await db
        .updateTable('projects')
        .set({ ...state, open_steps: [step] })
        .where('code', '=', code)
        .execute();
      const facts = { phase, phaseStatus, foreignFunds, sentBy: sent_by ?? null, confirmedBy: confirmed_by ?? null };
      for (const user of users) {
        const right = isStepOf(user, { ...facts, organizationId: '50112', proposerOrganizationId: '10503' }, [step]);
        expect(await assigned(user), `${step} by ${user.login} of ${user.organizationId}`).toBe(right);
        if (right) waited += 1;
      }
      // For users who see everything, the number comes from the state counts, unless they may have sent a project.
      for (const user of [reviewer, handling]) {
        expect(await countAssigned(db, user, server.context.now()), `${step} by ${user.login}`).toBe(
          await counted(user),
        );
      }
    }
  }
  expect(waited).toBeGreaterThan(20);
  await db.updateTable('projects').set({ status: PROJECT_STATUS.finished }).where('code', '=', code).execute();
  for (const user of users) expect(await assigned(user)).toBe(false);
});
