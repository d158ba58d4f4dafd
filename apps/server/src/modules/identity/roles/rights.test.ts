import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallPayload } from '@pimis/contract/calls';
import { ORGANIZATION_STATUS, USER_STATUS } from '@pimis/domain/constants';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { loadCurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { useServer } from '../../../testing/server.ts';
import { activeAdministrators, changeRights, lockRights } from './rights.ts';

const server = useServer();
const ADMINISTRATOR = 5;

type StatusSet = CallPayload<'POST /security/users/access-set/revoke'>;
type Changed = CallPayload<'PUT /security/users'>;

const roleOf = (claims: string[], more: object = {}) => ({
  name: 'Улога',
  description: 'Улога за пробу',
  claims,
  ...more,
});

async function createRole(by: string, name: string, claims: string[]): Promise<number> {
  const answer = await server.call<{ id: number }>(by, 'POST', 'security/roles', roleOf(claims, { name }));
  expect(answer.status.name).toBe('Success');
  return answer.payload?.id ?? 0;
}

/** Gives a demo account a role without checking the rules. */
async function give(login: string, roleId: number, status: number = USER_STATUS.active): Promise<void> {
  await server.context.db.updateTable('users').set({ role_id: roleId, status }).where('login', '=', login).execute();
}

const changeRole = (by: string, id: number, name: string, claims: string[]) =>
  server.call(by, 'PUT', 'security/roles', roleOf(claims, { id, name }));
const revoke = (by: string, login: string) =>
  server.call<StatusSet>(by, 'POST', 'security/users/access-set/revoke', {
    access: 'Revoked',
    Users: [{ login, modifiedComments: 'проба' }],
  });
const assign = (by: string, login: string, roleId: number) =>
  server.call<Changed>(by, 'PUT', 'security/users', [
    { login, name: 'Промењена Особа', email: 'promenjena@example.rs', roleId },
  ]);
const outcome = (payload: readonly object[] | null | undefined) =>
  (payload ?? []).map((one) => ('error' in one ? (one.error as { name: string }).name : 'done'));
const administrators = async () => (await activeAdministrators(server.context.db)).map(({ login }) => login);

/** Signs in again, because an account whose sessions a test has ended would keep the old token. */
async function signedIn(login: string): Promise<string> {
  const payload = { login, password: DEMO_PASSWORD };
  const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload });
  return answer.json<{ payload: { accessToken: string } }>().payload.accessToken;
}

/**
 * Holds the lock of another change of rights; the returned function releases it once the given number of calls wait.
 * Fails if they do not wait in time.
 */
async function holdRights(work: (tx: Tx) => Promise<unknown> = async () => undefined) {
  // The waiting calls may use all connections of their pool, so this lock has another pool.
  const { db } = server.jobs;
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const other = db.transaction().execute(async (tx) => {
    await lockRights(tx);
    await work(tx);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  return async (waiting: number): Promise<void> => {
    const behind = async () =>
      (
        await sql`select from pg_locks join pg_database on oid = database
          where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
      ).rows.length;
    try {
      await expect.poll(behind, { interval: 20 }).toBeGreaterThanOrEqual(waiting);
    } finally {
      ended.resolve();
      await other;
    }
  };
}

beforeEach(async () => {
  await give('admin', ADMINISTRATOR);
  await give('operator', 6);
  await give('reviewer', 7);
  // Opens sessions again that the last test has ended.
  server.setNow(null);
});

describe('an administrator', () => {
  it('remains when two revoke each other at once, in every round', async () => {
    for (let round = 0; round < 4; round += 1) {
      await give('admin', ADMINISTRATOR);
      await give('operator', ADMINISTRATOR);
      const [first, second] = await Promise.all([signedIn('admin'), signedIn('operator')]);
      const ask = (token: string, login: string) =>
        server.app.inject({
          method: 'POST',
          url: '/api/security/users/access-set/revoke',
          headers: { authorization: `Bearer ${token}` },
          payload: { access: 'Revoked', Users: [{ login, modifiedComments: 'једно другом' }] },
        });
      // Both have passed the guard before either has done anything.
      const letGo = await holdRights();
      const requests = [ask(first, 'operator'), ask(second, 'admin')];
      await letGo(2);
      const answers = await Promise.all(requests);
      const outcomes = answers.flatMap((answer) => outcome(answer.json<{ payload: StatusSet }>().payload));
      expect(outcomes.toSorted(), `round ${round}`).toEqual(['Unauthorized', 'done']);
      expect((await administrators()).length, `round ${round}`).toBe(1);
    }
  });

  it('remains when fifty concurrent calls take the right from everybody who has it', async () => {
    const role = await createRole('admin', 'Други администратор', ['Admin']);
    await give('operator', role);
    await give('reviewer', ADMINISTRATOR);
    const tokens = await Promise.all(['admin', 'operator', 'reviewer'].map(signedIn));
    const call = (token: string, method: 'POST' | 'PUT', url: string, payload: object) =>
      server.app.inject({
        method,
        url: `/api/security/${url}`,
        headers: { authorization: `Bearer ${token}` },
        payload,
      });
    const [one = '', two = '', three = ''] = tokens;
    const revoked = (login: string) => ({ access: 'Revoked', Users: [{ login, modifiedComments: 'проба' }] });
    const given = (login: string) => [{ login, name: 'Неко', email: 'neko@example.rs', roleId: 11 }];
    const kinds = [
      () => call(one, 'POST', 'users/access-set/revoke', revoked('operator')),
      () => call(two, 'POST', 'users/access-set/revoke', revoked('reviewer')),
      () => call(three, 'POST', 'users/access-set/revoke', revoked('admin')),
      () => call(one, 'PUT', 'roles', roleOf(['Role_View'], { id: role, name: 'Други администратор' })),
      () => call(two, 'PUT', 'users', given('admin')),
      () => call(three, 'PUT', 'users', given('operator')),
      () => call(two, 'PUT', 'users', given('reviewer')),
    ];
    const letGo = await holdRights();
    const requests = Array.from({ length: 8 }, () => kinds.map((ask) => ask())).flat();
    // The pool gives three people this number of connections.
    await letGo(3);
    const answers = await Promise.all(requests);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
    expect((await administrators()).length).toBeGreaterThan(0);
  });

  it('cannot remove the right from a role that he holds, so the last holders cannot', async () => {
    const role = await createRole('admin', 'Сви администратори', ['Admin']);
    await give('operator', role);
    await give('admin', 1);
    expect(await administrators()).toEqual(['operator']);
    expect((await changeRole('operator', role, 'Сви администратори', ['Role_View'])).status.name).toBe('OwnRoleUpdate');
    expect((await server.call('operator', 'DELETE', `security/roles/${role}`)).status.name).toBe('OwnRoleUpdate');
    expect(await administrators()).toEqual(['operator']);
  });

  it('can remove it from another role while one administrator remains', async () => {
    const role = await createRole('admin', 'Још један', ['Admin']);
    await give('operator', role);
    expect((await changeRole('admin', role, 'Још један', ['Role_View'])).httpStatus).toBe(200);
    expect(await administrators()).toEqual(['admin']);
    expect((await revoke('admin', 'admin')).payload).toMatchObject([{ error: { name: 'UpdateUserItselfStatus' } }]);
    expect(outcome((await assign('admin', 'admin', 1)).payload)).toEqual(['InvalidUserPermission']);
  });

  it('remains after any change of rights', async () => {
    const { db } = server.context;
    await signedIn('admin');
    const session = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id as userId', 'sessions.id as sessionId'])
      .where('users.login', '=', 'admin')
      .where('sessions.ended_at', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const user = await loadCurrentUser(db, session.userId, session.sessionId);
    if (!user) throw new Error('The administrator is not signed in');
    // No call can do this, because calls refuse earlier to change the caller's own account or role.
    const work = (tx: Tx) => tx.updateTable('users').set({ status: USER_STATUS.revoked }).execute();
    await expect(changeRights(server.context, user, work)).rejects.toMatchObject({ status: 'LastAdministrator' });
    expect(await administrators()).toEqual(['admin']);
  });

  it.each([
    ['POST', 'roles', roleOf(['User_View'], { name: 'Закаснела' })],
    ['PUT', 'roles/1/second-factor', { required: true }],
    ['POST', 'organizations/50104/request-resolve', { respond: 2 }],
  ] as const)('who has lost the right a moment ago uses it no more: %s %s', async (method, url, payload) => {
    await sql`insert into organizations (id, name, status) values ('50104', 'Захтев', ${ORGANIZATION_STATUS.pending})
      on conflict do nothing`.execute(server.context.db);
    await give('operator', ADMINISTRATOR);
    const headers = { authorization: `Bearer ${await signedIn('operator')}` };
    const letGo = await holdRights((tx) =>
      tx.updateTable('users').set({ role_id: 1 }).where('login', '=', 'operator').execute(),
    );
    const late = server.app.inject({ method, url: `/api/security/${url}`, headers, payload });
    await letGo(1);
    expect((await late).json<{ status: { name: string } }>().status.name).toBe('Forbidden');
  });
});

describe('rights', () => {
  const CLAIMS = ['Role_Manage', 'Role_View', 'User_View', 'User_Manage'];

  it('cannot be widened by users who edit roles: not their own role, not another, not by assigning', async () => {
    const own = await createRole('admin', 'Уредник улога', CLAIMS);
    await give('reviewer', own);
    const wider = [...CLAIMS, 'Organization_Manage', 'Registry_Manage'];
    expect((await changeRole('reviewer', own, 'Уредник улога', wider)).status.name).toBe('OwnRoleUpdate');
    // The user cannot make or change a role for an accomplice either.
    const made = await server.call('reviewer', 'POST', 'security/roles', roleOf(wider, { name: 'Саучесник' }));
    expect(made.status.name).toBe('ClaimNotHeld');
    expect(made.fieldErrors).toEqual([{ field: 'claims', code: 'ClaimNotHeld' }]);
    const narrow = await createRole('reviewer', 'Ужа', ['User_View']);
    expect((await changeRole('reviewer', narrow, 'Ужа', ['User_View', 'Registry_Manage'])).status.name).toBe(
      'ClaimNotHeld',
    );
    // The user cannot give a role that an Admin has made, nor one of the system.
    const strong = await createRole('admin', 'Јака', ['Registry_Manage', 'Organization_Manage']);
    await give('evaluator', narrow);
    await server.context.db
      .updateTable('users')
      .set({ organization_id: '00000' })
      .where('login', '=', 'evaluator')
      .execute();
    for (const role of [strong, 2, 3, 7, 11, 24]) {
      expect(outcome((await assign('reviewer', 'evaluator', role)).payload), String(role)).toEqual([
        'InvalidUserPermission',
      ]);
    }
    expect(outcome((await assign('reviewer', 'evaluator', own)).payload)).toEqual(['done']);
    const offered = await server.call<CallPayload<'GET /security/roles/available'>>(
      'reviewer',
      'GET',
      'security/roles/available',
    );
    const ids = offered.payload?.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([own, narrow]));
    for (const role of [strong, 1, 2, 3, 4, 11, 24]) expect(ids).not.toContain(role);
  });

  it('show why a role or a user cannot be changed', async () => {
    const own = await createRole('admin', 'Своја улога', CLAIMS);
    await give('reviewer', own);
    const strong = await createRole('admin', 'Туђа улога', ['Registry_Manage']);
    const refusal = async (id: number) =>
      (await server.call<CallPayload<'GET /security/roles/:roleId'>>('reviewer', 'GET', `security/roles/${id}`))
        .payload;
    expect(await refusal(own)).toMatchObject({ editable: false, changeRefusal: 'OwnRoleUpdate' });
    expect(await refusal(strong)).toMatchObject({ editable: false, changeRefusal: 'InvalidUserPermission' });
    expect(await refusal(1)).toMatchObject({ editable: false, changeRefusal: 'SystemRoleUpdate' });
    await give('operator', strong);
    const user = await server.call('reviewer', 'GET', 'security/users/operator');
    expect(user.payload).toMatchObject({ beyondOwn: true, actions: [] });
    // A user who sees roles but cannot edit them is offered no change.
    await give('reviewer', await createRole('admin', 'Читалац улога', ['Role_View', 'Registry_Manage']));
    expect(await refusal(strong)).toMatchObject({ editable: false, changeRefusal: null });
  });
});
