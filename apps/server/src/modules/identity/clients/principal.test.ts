import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { CALL_ACCESS } from '@pimis/contract/access';
import type { CallName } from '@pimis/contract/calls';
import { CLIENT_CLAIMS, opensToClients } from '@pimis/domain/access/clients';
import { callAs, makeClient, signInClient, type TestClient, tokenOf } from '../../../testing/clients.ts';
import { act, createProject, currentForm, ideaValues, submit } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';

const server = useServer();

describe('a client', () => {
  it('works under its own name: project, documents, idea filled in and locked, next step', async () => {
    const client = await makeClient(server, { name: 'Трезор' });
    const login = await signInClient(server, client);
    const code = await createProject(server, login);
    const { id } = await currentForm(server, login, code);
    const locked = await submit(server, login, code, id, 2, await ideaValues(server, login, code));
    expect(locked.httpStatus).toBe(200);
    const sent = await act(server, login, code, 1);
    expect(sent.httpStatus).toBe(200);
    const activities = await server.call<{ userName: string }[]>('local.user', 'GET', `projects/${code}/activities`);
    expect(JSON.stringify(activities.payload)).toContain('клијент Трезор');
    const audited = await server.call<{ login: string }[]>(
      'admin',
      'GET',
      `administration/audit?perPage=100&filter[login]=${client.clientId}`,
    );
    expect(audited.payload?.length).toBeGreaterThan(3);
    // A client may not confirm in place of the head of the body.
    const confirmed = await act(server, login, code, 1);
    expect([confirmed.httpStatus, confirmed.status.name]).not.toContain(200);
    // The client sees no projects of other bodies.
    const foreign = await createProject(server, 'other.user');
    expect((await server.call(login, 'GET', `projects/${foreign}`)).httpStatus).toBe(404);
  });

  it('of the ministry sees the projects of all bodies', async () => {
    const code = await createProject(server, 'local.user');
    const client = await makeClient(server, { organizationId: '00000', claims: ['Project_View'], name: 'Сви' });
    const token = await tokenOf(server, client);
    expect((await callAs(server, token, 'GET', `projects/${code}`)).httpStatus).toBe(200);
  });

  it('with every possible claim can make only the calls that are open to clients', async () => {
    const client = await makeClient(server, { claims: [...CLIENT_CLAIMS], name: 'Све' });
    const token = await tokenOf(server, client);
    const wrong: string[] = [];
    for (const [name, access] of Object.entries(CALL_ACCESS) as [CallName, (typeof CALL_ACCESS)[CallName]][]) {
      if (access === 'anybody' || (typeof access === 'object' && access.open)) continue;
      const open = typeof access === 'object' && access.any.some(opensToClients) && !/events$|access$/.test(name);
      if (open) continue;
      const [method = '', path = ''] = name.split(' ');
      const answer = await callAs(
        server,
        token,
        method as 'GET',
        path.slice(1).replaceAll(/:\w+/g, '1'),
        method === 'GET' ? {} : { body: {} },
      );
      if (answer.status.name !== 'NotForClients') wrong.push(`${name}: ${answer.httpStatus} ${answer.status.name}`);
    }
    expect(wrong).toEqual([]);
  });

  it('has its own share of the server, and a limit of calls', async () => {
    const client = await makeClient(server, { claims: ['Project_View'], name: 'Брзи' });
    const token = await tokenOf(server, client);
    server.setNow(new Date(Math.ceil(Date.now() / 60_000) * 60_000));
    let refused: Awaited<ReturnType<typeof callAs>> | undefined;
    let made = 0;
    while (!refused && made < 700) {
      const batch = await Promise.all(
        Array.from({ length: 50 }, () => callAs(server, token, 'GET', 'project-codes/free')),
      );
      made += batch.length;
      refused = batch.find(({ httpStatus }) => httpStatus === 429);
    }
    expect(made).toBeGreaterThan(600);
    expect([refused?.status.name, refused?.headers['retry-after']]).toEqual(['RequestLimitReached', '60']);
    // People are not concerned.
    expect((await server.call('local.user', 'GET', 'projects/paged')).httpStatus).toBe(200);
    server.setNow(null);
  });
});

describe('a client never', () => {
  let made: Promise<TestClient> | undefined;
  const client = () => {
    made ??= makeClient(server, { claims: [...CLIENT_CLAIMS], name: 'Није особа' });
    return made;
  };
  const rowOf = async () =>
    server.context.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', (await client()).id)
      .executeTakeFirstOrThrow();

  it('signs in, by password, directory or link', async () => {
    const { clientId } = await client();
    // Not even with a password in its row.
    const { password_hash } = await server.context.db
      .selectFrom('users')
      .select('password_hash')
      .where('login', '=', 'local.user')
      .executeTakeFirstOrThrow();
    const login = 'samo.klijent';
    await server.context.db
      .updateTable('users')
      .set({ login, login_ad: login, password_hash, email: 'klijent@example.rs' })
      .where('login', '=', clientId)
      .execute();
    for (const path of ['login', 'login/login-ldap']) {
      const answer = await server.call(null, 'POST', path, { login, password: DEMO_PASSWORD });
      expect(answer.httpStatus, path).not.toBe(200);
    }
    for (const [method, path] of [
      ['PUT', 'activate'],
      ['PUT', 'password-reset'],
    ] as const) {
      await server.call(null, method, `security/users/${login}/${path}`);
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from user_tokens where user_id = ${(await client()).id}`.execute(
      server.context.db,
    );
    expect(rows[0]?.count).toBe(0);
    expect(server.mails.filter(({ to }) => to === 'klijent@example.rs')).toEqual([]);
  });

  it('is listed, found, changed, revoked or restored as a user', async () => {
    const { login } = await rowOf();
    const listed = await server.call<{ login: string }[]>('admin', 'GET', 'security/users?perPage=100');
    expect(listed.payload?.length).toBeGreaterThan(3);
    expect(listed.payload?.map((user) => user.login)).not.toContain(login);
    expect((await server.call('admin', 'GET', `security/users/${login}`)).httpStatus).toBe(404);
    expect((await server.call('admin', 'GET', `security/users/${login}/data`)).httpStatus).toBe(404);
    expect((await server.call('admin', 'GET', `security/users/${login}/stand-ins`)).httpStatus).toBe(404);
    const found = await server.call<{ groups?: unknown }>(
      'admin',
      'GET',
      `search?q=${encodeURIComponent('Није особа')}`,
    );
    expect(JSON.stringify(found.payload)).not.toContain(login);
    const { status } = await rowOf();
    for (const [path, access] of [
      ['revoke', 'Revoked'],
      ['disable', 'Disabled'],
      ['restore', 'Active'],
      ['enable', 'Active'],
    ] as const) {
      const body = { access, Users: [{ login, modifiedComments: 'Разлог.' }] };
      const changed = await server.call<object[]>('admin', 'POST', `security/users/access-set/${path}`, body);
      expect(JSON.stringify(changed.payload), path).toContain('NotFound');
    }
    expect((await rowOf()).status).toBe(status);
    const role = await server.call<{ users: number }>('admin', 'GET', 'security/roles/11');
    expect(role.payload?.users).toBe(0);
  });

  it('stands in for somebody, is mentioned, or gets a notification or mail', async () => {
    const { id, login } = await rowOf();
    const candidates = await server.call<{ login: string }[]>(
      'local.user',
      'GET',
      'security/users/local.user/stand-ins/candidates',
    );
    expect(candidates.payload?.map((one) => one.login)).not.toContain(login);
    // A person with this role of the widest claims would receive every notification.
    await server.context.db.updateTable('users').set({ role_id: 2 }).where('id', '=', id).execute();
    const code = await createProject(server, 'local.user');
    const people = await server.call<{ login: string }[]>(
      'local.user',
      'GET',
      `projects/${code}/comments/people?q=${encodeURIComponent('Није')}`,
    );
    expect(people.payload).toEqual([]);
    await server.call('local.user', 'POST', `projects/${code}/comments`, { text: `Види @${login}` });
    const { id: form } = await currentForm(server, 'local.user', code);
    await submit(server, 'local.user', code, form, 2, await ideaValues(server, 'local.user', code));
    await act(server, 'local.user', code, 1);
    const notified = await server.context.db.selectFrom('notifications').select('user_id').execute();
    expect(notified.length).toBeGreaterThan(0);
    expect(notified.map(({ user_id }) => user_id)).not.toContain(id);
  });
});
