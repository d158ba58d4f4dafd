import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProjectNotification } from '@pimis/contract/daily';
import type { Task } from '@pimis/contract/dashboard';
import type { Project } from '@pimis/contract/projects';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { stepNoun } from '@pimis/domain/workflow/step-nouns';
import type { Mail } from '../../platform/mail/mail.ts';
import { DEMO_ACCOUNTS } from '../system/demo-accounts.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';
import { mailNotifications } from '../notifications/mails.ts';

const server = useServer();
const LOGINS = DEMO_ACCOUNTS.map(({ login }) => login);
const AT_ONCE = { turn: 'now', moved: 'none', comments: 'none' };

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  for (const login of LOGINS) await server.call(login, 'PUT', 'notifications/settings', AT_ONCE);
});

let mailed = 0;

/** The steps that mails about the project name, by login. */
async function mailsOf(code: string): Promise<Record<string, string>> {
  await mailNotifications(server.context);
  const { rows } = await sql<{ id: string; payload: Mail }>`
    select jobs.id::text as id, payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'sendMail' and jobs.id > ${mailed} order by jobs.id`.execute(server.context.db);
  mailed = Math.max(mailed, ...rows.map(({ id }) => Number(id)));
  return Object.fromEntries(
    rows.flatMap(({ payload: { to, text } }) => {
      const lines = text.split('\n').map((line) => line.trim());
      const at = lines.findIndex((line) => line.endsWith(`(${code})`));
      // The URL is below the name of the project, and below it the reader's step.
      return at < 0 ? [] : [[to.replace('@example.rs', ''), (lines[at + 2] ?? '').replace('Ви сте на реду: ', '')]];
    }),
  );
}

/** Reads the next step of each demo user on the project in all five places, which must agree. Returns "login: key". */
async function toDo(life: ProjectDriver): Promise<string[]> {
  const told: string[] = [];
  const mails = await mailsOf(life.code);
  for (const login of LOGINS) {
    const at = `${login} at ${await life.state()}`;
    const tasks = await server.call<Task[]>(login, 'GET', 'dashboard/tasks');
    const task = tasks.payload?.find(({ projectCode }) => projectCode === life.code)?.nextStep ?? null;
    const { payload: page } = await server.call<Project>(login, 'GET', `projects/${life.code}`);
    const own = page?.nextStep ?? null;
    expect(own && { ...own, form: undefined }, at).toEqual(task && { ...task, form: undefined });
    const named = page?.actors.now.filter(({ people }) => people.some(({ isCurrentUser }) => isCurrentUser)) ?? [];
    expect(
      named.map(({ key, label }) => ({ key, label })),
      at,
    ).toEqual(task ? [{ key: task.key, label: task.label }] : []);
    const main = page?.availableActions.find(({ id }) => id === page.mainAction);
    // Before the commission the button leads to all decisions, and is labelled with the step.
    const label = page?.phaseStatus === PHASE_STATUS.waitingCommission ? own?.label : main?.label;
    if (main) expect([main.key, label], at).toEqual([own?.key, own?.label]);
    // The step that a task names has its own button on the project's page.
    if (own?.place === 'project') {
      const button = page?.availableActions.find(({ id }) => id === page.taskAction);
      expect(button?.key, at).toBe(own.key);
    }
    const { payload: bell } = await server.call<ProjectNotification[]>(
      login,
      'GET',
      'notifications?unread=true&perPage=100',
    );
    const rung = bell?.find(({ projectCode, kind }) => projectCode === life.code && kind === 'turn');
    if (rung) expect(rung.step, at).toEqual(task && stepNoun(task.key));
    if (mails[login] !== undefined)
      expect(mails[login]?.toLowerCase(), at).toBe(task && stepNoun(task.key).sr.toLowerCase());
    if (task) told.push(`${login}: ${task.key}`);
  }
  return told;
}

const own = (step: string) => ['local.admin', 'local.power', 'local.user'].map((login) => `${login}: ${step}`);

describe('task, box, main button, bell and mail', () => {
  it('show everybody the same step throughout an idea, and a single step after a return', async () => {
    const life = await ProjectDriver.start(server);
    expect(await toDo(life)).toEqual(own('fillForm'));
    await life.fill();
    expect(await toDo(life)).toEqual(own('send'));
    await life.act('local.user', 1);
    expect(await toDo(life)).toEqual(['local.admin: confirm', 'local.power: confirm']);
    await life.act('local.admin', 1);
    expect(await toDo(life)).toEqual(['verifier: verify']);
    await life.act('verifier', 2, { comment: 'Допунити.' });
    expect(await toDo(life)).toEqual(own('amendForm'));
    await life.fill();
    await life.act('local.user', 1);
    for (const login of ['local.admin', 'verifier', 'ministry.admin']) await life.act(login, 1);
    expect(await toDo(life)).toEqual(['minister: ministerApprove']);
    await life.act('minister', 1);
    expect(await toDo(life)).toEqual(['ministry.admin: sendToMinistry']);
    await life.act('ministry.admin', 1);
    expect(await toDo(life)).toEqual(['admin: approve', 'reviewer: approve']);
    await life.act('reviewer', 1);
    expect(await toDo(life)).toEqual(['admin: createList', 'reviewer: createList']);
    expect((await life.read('reviewer')).nextStep).toMatchObject({ place: 'list', list: 3 });
    await server.call('reviewer', 'POST', 'projects/lists/3');
    expect(await toDo(life)).toEqual(['admin: commissionYes', 'reviewer: commissionYes']);
    await life.act('reviewer', 4, { date: '2026-04-02', postponedDate: '2026-06-01' });
    expect(await toDo(life)).toEqual([]);
  });

  it('show the same step during implementation, and count only projects that wait today', async () => {
    const counted = async () => {
      const { payload } = await server.call<{ counts: { tasks: number } }>('local.user', 'GET', 'dashboard');
      return payload?.counts.tasks ?? -1;
    };
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    expect(await toDo(life)).toEqual(own('fillForm'));
    const before = await counted();
    await life.fillAndApprove();
    expect(await life.state()).toBe('5/1');
    // The report can be filled in before the quarter ends, but is not late until then.
    expect(await toDo(life)).toEqual(own('fillForm'));
    expect(await counted()).toBe(before - 1);
    server.setNow(new Date('2026-07-02T09:00:00Z'));
    expect(await counted()).toBe(before);
    await life.fill();
    expect(await toDo(life)).toEqual(own('sendQuarter'));
    await life.act('local.user', 2);
    await life.act('local.admin', 1);
    expect(await toDo(life)).toEqual(['admin: approveQuarter', 'reviewer: approveQuarter']);
    server.setNow(new Date('2026-04-02T09:00:00Z'));
  });

  it('name administrators only for steps that only administrators may take', async () => {
    const life = await ProjectDriver.start(server, { important: true });
    await life.fillAndApprove();
    expect(await toDo(life)).toEqual(['admin: putOnList']);
    expect((await life.read()).nextStep).toMatchObject({ place: 'choice' });
  });
});
