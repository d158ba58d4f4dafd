import { beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '@pimis/contract/dashboard';
import type { TaskRow } from '@pimis/contract/tasks';
import type { ProjectNotification } from '@pimis/contract/daily';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';
import { openDueQuarters } from '../workflow/scheduler.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);

const table = async (login: string, query = '') =>
  ((await server.call<TaskRow[]>(login, 'GET', `tasks/paged?perPage=100&${query}`)).payload ?? []).map(
    ({ projectCode }) => projectCode,
  );
const firstScreen = async (login: string) => (await server.call<Task[]>(login, 'GET', 'dashboard/tasks')).payload ?? [];
const mention = (login: string, code: string) =>
  server.call('admin', 'POST', `projects/${code}/comments`, { text: `Погледај, @${login}.` });

/** Approved ideas: the first is before the commission since the 3rd, the second waits for a list since the 5th. */
let listed: ProjectDriver;
let unlisted: ProjectDriver;

beforeAll(async () => {
  server.setNow(day('2026-04-02'));
  listed = await ProjectDriver.start(server);
  await listed.fill();
  await listed.approveIdea();
  server.setNow(day('2026-04-03'));
  await server.call('reviewer', 'POST', 'projects/lists/3');
  server.setNow(day('2026-04-05'));
  unlisted = await ProjectDriver.start(server);
  await unlisted.fill();
  await unlisted.approveIdea();
  server.setNow(day('2026-04-20'));
});

describe('a project that waits for the commission', () => {
  it('is sorted by the time that it waits, in both directions', async () => {
    const column = (descending: boolean) => table('reviewer', `sort_by=waitingSince&sort_desc=${descending}`);
    expect(await column(false)).toEqual([listed.code, unlisted.code]);
    expect(await column(true)).toEqual([unlisted.code, listed.code]);
    const { payload } = await server.call<{ openStep: unknown; waitingSince: string | null }[]>(
      'reviewer',
      'GET',
      'projects/paged?filter[openStep]=commissionYes',
    );
    expect(payload).toMatchObject([{ code: listed.code, waitingSince: '2026-04-03T09:00:00.000Z' }]);
  });

  it('is sorted so from the next day on if an earlier version did not store who decides', async () => {
    await server.context.db.updateTable('projects').set({ open_steps: null }).where('code', '=', listed.code).execute();
    await openDueQuarters(server.context);
    expect(await table('reviewer', 'sort_by=waitingSince')).toEqual([listed.code, unlisted.code]);
  });

  it('comes first where the user is mentioned, until they have read it', async () => {
    expect(await table('reviewer')).toEqual([listed.code, unlisted.code]);
    await mention('reviewer', unlisted.code);
    const first = [unlisted.code, listed.code];
    expect(await table('reviewer')).toEqual(first);
    const tasks = await firstScreen('reviewer');
    expect(tasks.map(({ projectCode, mentioned }) => [projectCode, mentioned])).toEqual([
      [unlisted.code, true],
      [listed.code, false],
    ]);
    // A requested sort column wins; users who were not mentioned see the usual order.
    expect(await table('reviewer', 'sort_by=waitingSince')).toEqual([listed.code, unlisted.code]);
    expect((await table('admin')).filter((code) => first.includes(code))).toEqual([listed.code, unlisted.code]);
    const told = await server.call<ProjectNotification[]>('reviewer', 'GET', 'notifications?unread=true');
    const of = told.payload?.find(({ kind }) => kind === 'mention');
    await server.call('reviewer', 'PUT', `notifications/${of?.id}/read`);
    expect(await table('reviewer')).toEqual([listed.code, unlisted.code]);
  });
});

describe('the tasks of a clerk', () => {
  it('begin with returned projects and with mentions, each by its time', async () => {
    const begun: ProjectDriver[] = [];
    for (const at of ['06', '07', '08', '09']) {
      server.setNow(day(`2026-04-${at}`));
      begun.push(await ProjectDriver.start(server));
    }
    const [oldest, named, sentBack, newest] = begun as [ProjectDriver, ProjectDriver, ProjectDriver, ProjectDriver];
    server.setNow(day('2026-04-10'));
    await sentBack.fill();
    await sentBack.act('local.user', 1);
    await sentBack.act('local.admin', 2, { comment: 'Допуните.' });
    await mention('local.user', named.code);
    server.setNow(day('2026-04-20'));
    const urgent = [named, sentBack, oldest, newest].map(({ code }) => code);
    expect(await table('local.user')).toEqual(urgent);
    expect((await firstScreen('local.user')).map(({ projectCode }) => projectCode)).toEqual(urgent);
    expect(await table('local.user', 'sort_by=waitingSince')).toEqual(
      [oldest, named, newest, sentBack].map(({ code }) => code),
    );
    // Each page continues the previous one in this order too.
    const { additionalInformation } = await server.call<TaskRow[]>('local.user', 'GET', 'tasks/paged?perPage=2');
    const keys = additionalInformation?.keys as { last: string } | undefined;
    expect(await table('local.user', `after=${keys?.last}`)).toEqual(urgent.slice(2));
    const file = await server.get('local.user', 'tasks/export?format=csv');
    expect([...file.body.matchAll(/^([^;\n]+);/gm)].slice(1).map(([, code]) => code)).toEqual(urgent);
  });

  it('have an order that other lists of projects do not offer', async () => {
    expect((await server.call('local.user', 'GET', 'projects/paged?sort_by=urgency')).httpStatus).toBe(422);
  });
});
