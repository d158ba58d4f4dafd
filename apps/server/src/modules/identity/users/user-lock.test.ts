import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { ListedUser, UserDetails } from '@pimis/contract/users';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { useServer } from '../../../testing/server.ts';
import { sendLink } from '../sign-in/links.ts';

const server = useServer();
const WRONG = 'погрешна';

async function signIn(login: string, password = DEMO_PASSWORD) {
  const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload: { login, password } });
  return answer.statusCode;
}

async function lock(login: string): Promise<void> {
  for (let guess = 0; guess < 5; guess += 1) expect(await signIn(login, WRONG)).toBe(401);
  expect(await signIn(login)).toBe(423);
}

const read = async (by: string, login: string) => {
  const { payload } = await server.call<UserDetails>(by, 'GET', `security/users/${login}`);
  return { locks: payload?.locks, actions: payload?.actions };
};
/** The logins of the list, each with whether it is marked as locked. */
const listed = async (by: string, query = '') => {
  const { payload } = await server.call<ListedUser[]>(by, 'GET', `security/users?perPage=100&${query}`);
  return (payload ?? []).map(({ login, locked }) => [login, locked]);
};
const unlock = (by: string, login: string) => server.call(by, 'POST', `security/users/${login}/unlock`);

async function lastMail() {
  const { rows } = await sql<{ payload: { to: string; subject: string; text: string } }>`
    select payload from graphile_worker._private_jobs order by id desc limit 1`.execute(server.context.db);
  return rows[0]?.payload;
}

describe('the lock of an account', () => {
  it('is shown with its reason and end, and lifted by users who manage the user, with a mail and a log entry', async () => {
    expect(await read('local.admin', 'local.user')).toMatchObject({ locks: [] });
    await lock('local.user');
    const { locks, actions } = await read('local.admin', 'local.user');
    expect(locks).toEqual([{ reason: 'password', until: expect.any(String) as string }]);
    const left = new Date(locks?.[0]?.until ?? 0).getTime() - Date.now();
    expect([left > 14 * 60_000, left <= 15 * 60_000]).toEqual([true, true]);
    expect(actions).toContain('unlock');
    expect(await listed('local.admin')).toContainEqual(['local.user', true]);
    expect(await listed('local.admin', 'filter[locked]=true')).toEqual([['local.user', true]]);
    expect((await listed('local.admin', 'filter[locked]=false')).map(([login]) => login)).not.toContain('local.user');
    expect((await unlock('local.admin', 'local.user')).httpStatus).toBe(200);
    expect(await listed('local.admin', 'filter[locked]=true')).toEqual([]);
    expect(await listed('local.admin')).toContainEqual(['local.user', false]);
    expect(await signIn('local.user')).toBe(200);
    const after = await read('local.admin', 'local.user');
    expect(after.locks).toEqual([]);
    expect(after.actions).not.toContain('unlock');
    expect((await unlock('local.admin', 'local.user')).status.name).toBe('UserNotLocked');
    const user = await server.context.db
      .selectFrom('users')
      .select('email')
      .where('login', '=', 'local.user')
      .executeTakeFirstOrThrow();
    expect(await lastMail()).toMatchObject({ to: user.email, subject: 'ПИМИС: налог је откључан' });
    const log = await server.context.db
      .selectFrom('audit_log')
      .select(['login', 'detail'])
      .where('operation', '=', 'user.unlock')
      .execute();
    expect(log).toEqual([{ login: 'local.admin', detail: { before: { locks: ['password'] }, after: { locks: [] } } }]);
  });

  it('is lifted once by concurrent calls, and by nobody for himself, in another body, or for a role that he may not give', async () => {
    await lock('local.power');
    await lock('minister');
    expect((await unlock('local.user', 'local.power')).httpStatus).toBe(403);
    expect((await unlock('ministry.admin', 'local.power')).httpStatus).toBe(404);
    expect((await unlock('ministry.admin', 'minister')).status.name).toBe('InvalidUserPermission');
    expect((await read('ministry.admin', 'minister')).actions).not.toContain('unlock');
    const both = await Promise.all([unlock('local.admin', 'local.power'), unlock('operator', 'local.power')]);
    expect(both.map(({ status }) => status.name).toSorted()).toEqual(['Success', 'UserNotLocked']);
    await server.token('local.admin');
    await lock('local.admin');
    expect((await unlock('local.admin', 'local.admin')).httpStatus).toBe(403);
    expect((await unlock('admin', 'local.admin')).httpStatus).toBe(200);
    expect((await unlock('admin', 'minister')).httpStatus).toBe(200);
  });

  it('may also come from wrong confirmations of a signed-in user', async () => {
    const change = (password: string) =>
      server.call('verifier', 'PUT', 'security/users/verifier/password-update', {
        login: 'verifier',
        password,
        newPassword: 'Sasvim-nova-2026!',
      });
    for (let guess = 0; guess < 5; guess += 1) expect((await change(WRONG)).httpStatus).toBe(422);
    expect((await change(DEMO_PASSWORD)).httpStatus).toBe(423);
    expect((await read('ministry.admin', 'verifier')).locks).toMatchObject([{ reason: 'confirmation' }]);
    expect((await unlock('ministry.admin', 'verifier')).httpStatus).toBe(200);
    expect((await change(DEMO_PASSWORD)).httpStatus).toBe(200);
  });

  it('ends when a password is set by a mailed link', async () => {
    const login = 'other.user';
    await lock(login);
    expect((await server.call(null, 'PUT', `security/users/${login}/password-reset`)).httpStatus).toBe(200);
    await sendLink(server.context, { login, kind: 'reset' });
    const token = /token=(\S+)/.exec((await lastMail())?.text ?? '')?.[1];
    const password = 'Nova-lozinka-1';
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/security/users/${login}/password-reset?token=${token}`,
      payload: { login, password, newPassword: password, activationToken: token },
    });
    expect(answer.json<Envelope<never>>().status.name).toBe('Success');
    expect(await signIn(login, password)).toBe(200);
    const log = await server.context.db
      .selectFrom('audit_log')
      .select('detail')
      .where('operation', '=', 'user.reset')
      .execute();
    expect(log).toMatchObject([{ detail: { before: { locks: ['password'] }, after: { locks: [] } } }]);
  });
});
