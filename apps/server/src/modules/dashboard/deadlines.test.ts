import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deadline } from '@pimis/contract/dashboard';
import type { ProjectList } from '@pimis/contract/lists';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';
import { findFirstSteps } from './queries.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);
let life: ProjectDriver;
let name = '';

const deadlines = async (login: string) =>
  (await server.call<{ deadlines: Deadline[] }>(login, 'GET', 'dashboard')).payload?.deadlines ?? [];
const setDay = (login: string, value: unknown, list = name) =>
  server.call<{ day: string | null }>(login, 'PUT', `projects/lists/3/${list}/session`, { day: value });

const openLists = async (login: string) =>
  (await server.call<{ counts: { lists: number } }>(login, 'GET', 'dashboard')).payload?.counts.lists;

beforeAll(async () => {
  server.setNow(day('2026-04-02'));
  life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
  name = (await server.call<{ name: string }>('reviewer', 'POST', 'projects/lists/3')).payload?.name ?? '';
});

describe('deadlines', () => {
  it('are the next quarter and the list before the commission, which has a day once its session has one', async () => {
    const quarter = { kind: 'quarter', day: '2026-07-01', days: 90, project: null, list: null };
    const list = { type: 3, name, projects: 1 };
    expect(await deadlines('local.user')).toEqual([
      quarter,
      { kind: 'list', day: null, days: null, project: null, list },
    ]);
    expect((await setDay('reviewer', '2026-04-20')).payload).toEqual({ day: '2026-04-20', number: null });
    const session = { kind: 'session', day: '2026-04-20', days: 18, project: null, list };
    expect(await deadlines('local.user')).toEqual([session, quarter]);
    // A user who sees none of the list's projects gets no entry.
    expect(await deadlines('other.user')).toEqual([quarter]);
    expect([await openLists('local.user'), await openLists('reviewer'), await openLists('other.user')]).toEqual([
      1, 1, 0,
    ]);
    const lists = await server.call<ProjectList[]>('local.power', 'GET', 'projects/lists/3');
    expect(lists.payload?.[0]?.sessionDay).toBe('2026-04-20');
    server.setNow(day('2026-04-21'));
    expect((await deadlines('reviewer'))[0]).toMatchObject({ kind: 'session', days: -1 });
    server.setNow(day('2026-04-02'));
  });

  it('of a session are set by users who make lists, within a year after the list, and can be removed', async () => {
    for (const wrong of ['2026-04-01', '2027-04-10', '2026-02-30', 'сутра', 20260420]) {
      expect((await setDay('reviewer', wrong)).httpStatus, String(wrong)).toBe(422);
    }
    expect((await setDay('local.user', '2026-04-20')).httpStatus).toBe(403);
    expect((await setDay('reviewer', '2026-04-20', 'nema')).httpStatus).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => setDay('reviewer', index % 2 ? null : '2026-04-24')),
    );
    expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]));
    await setDay('admin', null);
    expect((await deadlines('reviewer')).map(({ kind }) => kind)).toEqual(['quarter', 'list']);
  });

  it('are the end of a postponement once the commission has decided it, and no longer its list', async () => {
    await life.act('reviewer', 4, { date: '2026-04-02', postponedDate: '2026-06-01' });
    expect(await deadlines('local.user')).toMatchObject([
      { kind: 'postponed', day: '2026-06-01', days: 60, project: { code: life.code } },
      { kind: 'quarter' },
    ]);
    server.setNow(day('2026-06-01'));
    expect(await deadlines('local.user')).toContainEqual(expect.objectContaining({ kind: 'postponed', days: 0 }));
    server.setNow(day('2026-06-02'));
    expect((await deadlines('local.user')).map(({ kind }) => kind)).not.toContain('postponed');
    server.setNow(day('2026-04-02'));
    expect([await openLists('local.user'), await openLists('reviewer')]).toEqual([0, 0]);
    expect((await setDay('reviewer', '2026-04-20')).status.name).toBe('InvalidProjectAction');
  });
});

describe('the first steps of an installation', () => {
  it('are shown to administrators, each with its state, until the last is done', async () => {
    const steps = async (login: string) =>
      (await server.call<{ firstSteps: { key: string; done: boolean }[] | null }>(login, 'GET', 'dashboard')).payload
        ?.firstSteps;
    expect(await steps('admin')).toBeNull();
    const { db } = server.context;
    await db.updateTable('users').set({ status: 2 }).where('login', '=', 'reviewer').execute();
    await db.updateTable('organizations').set({ status: 1 }).where('id', '<>', '00000').execute();
    expect(await steps('admin')).toEqual([
      { key: 'codeTables', done: true },
      { key: 'reviewers', done: false },
      { key: 'organizations', done: false },
      { key: 'users', done: true },
    ]);
    expect(await steps('local.user')).toBeNull();
    await db.updateTable('users').set({ status: 2 }).where('organization_id', '<>', '00000').execute();
    expect(await steps('admin')).toContainEqual({ key: 'users', done: false });
    // A registry with only the ministry counts as empty.
    const unfinished = db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from budget_users where id <> '00000'`.execute(tx);
      expect(await findFirstSteps(tx)).toMatchObject({ codeTables: false });
      throw new Error('undone');
    });
    await expect(unfinished).rejects.toThrow('undone');
    await db.updateTable('users').set({ status: 1 }).where('organization_id', '<>', '00000').execute();
    await db.updateTable('users').set({ status: 1 }).where('login', '=', 'reviewer').execute();
    await db.updateTable('organizations').set({ status: 2 }).where('id', '<>', '00000').execute();
    expect(await steps('admin')).toBeNull();
  });
});
