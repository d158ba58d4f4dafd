import { describe, expect, it } from 'vitest';
import type { UserDetails } from '@pimis/contract/users';
import { audit } from '../../platform/audit/audit.ts';
import { act, createProject, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { userIdOf } from '../../testing/users.ts';

const server = useServer();

async function file(login: string, url: string) {
  const headers = { authorization: `Bearer ${await server.token(login)}` };
  const answer = await server.app.inject({ method: 'GET', url: `/api/${url}`, headers });
  return { httpStatus: answer.statusCode, disposition: answer.headers['content-disposition'], text: answer.body };
}

const own = (login: string) => file(login, `security/users/${login}/profile/data`);
const ofUser = (by: string, login: string) => file(by, `security/users/${login}/data`);
const remove = (by: string, login: string) => server.call(by, 'DELETE', `security/users/${login}/data`);
const details = (by: string, login: string) => server.call<UserDetails>(by, 'GET', `security/users/${login}`);

describe('the stored data of a person', () => {
  it('can be downloaded by the person: account, sessions, comments, followed projects, log, but no secret', async () => {
    const project = await createProject(server, 'local.user');
    const comment = { text: 'Мој коментар' };
    expect((await server.call('local.user', 'POST', `projects/${project}/comments`, comment)).httpStatus).toBe(200);
    expect((await server.call('local.user', 'PUT', `projects/${project}/follow`)).httpStatus).toBe(200);
    // The log of a project with the same number as the user is not the user's data.
    const { db } = server.context;
    const id = await userIdOf(db, 'local.user');
    await audit(
      db,
      { user: null },
      { operation: 'project.update', subjectType: 'project', subjectId: id, detail: { before: {}, after: {} } },
    );
    const { httpStatus, disposition, text } = await own('local.user');
    expect(httpStatus).toBe(200);
    expect(disposition).toContain('podaci-local.user.json');
    const data = JSON.parse(text) as {
      account: object;
      sessions: object[];
      comments: object[];
      follows: string[];
      log: { operation: string }[];
    };
    expect(data.account).toMatchObject({
      login: 'local.user',
      name: 'Милена Јовић',
      email: expect.any(String) as string,
    });
    expect(data.sessions).toMatchObject([{ address: '127.0.0.1', ended: null }]);
    expect(data.comments).toMatchObject([{ project: project, text: 'Мој коментар', removed: null }]);
    expect(data.follows).toEqual([project]);
    const operations = data.log.map(({ operation }) => operation);
    expect(operations).toContain('session.open');
    expect(operations).not.toContain('project.update');
    expect(text).not.toMatch(/password|hash|argon2|secret"/i);
  });

  it('are given only to users who manage the person, which is logged', async () => {
    expect((await ofUser('local.admin', 'local.user')).httpStatus).toBe(200);
    expect((await ofUser('local.power', 'local.user')).httpStatus).toBe(403);
    expect((await ofUser('ministry.admin', 'local.user')).httpStatus).toBe(404);
    expect((await file('local.power', 'security/users/local.user/profile/data')).httpStatus).toBe(403);
    const log = await server.context.db
      .selectFrom('audit_log')
      .select('login')
      .where('operation', '=', 'export.personalData')
      .orderBy('id')
      .execute();
    expect(log.map(({ login }) => login)).toEqual(['local.user', 'local.admin']);
  });
});

describe('contact data', () => {
  it('are removed for a person without access; their acts keep the name, and the log stays', async () => {
    await server.token('local.power');
    expect((await remove('local.admin', 'local.power')).status.name).toBe('UserStillActive');
    const Users = [{ login: 'local.power', modifiedComments: 'Отишла у пензију' }];
    await server.call('local.admin', 'POST', 'security/users/access-set/revoke', { access: 'Revoked', Users });
    const before = await details('local.admin', 'local.power');
    expect(before.payload?.actions).toContain('removeData');
    const { db } = server.context;
    const logged = await db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect((await remove('local.user', 'local.power')).httpStatus).toBe(403);
    expect((await remove('local.admin', 'local.power')).httpStatus).toBe(200);
    const after = await details('local.admin', 'local.power');
    expect(after.payload).toMatchObject({
      name: before.payload?.name,
      login: 'local.power',
      email: '',
      phoneNumber: null,
      loginAd: null,
      dataRemoved: true,
    });
    const row = await db.selectFrom('users').selectAll().where('login', '=', 'local.power').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ password_hash: null, known_locations: [] });
    const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', row.id).execute();
    expect(sessions).toEqual([]);
    const kept = await db.selectFrom('audit_log').selectAll().orderBy('id').limit(logged.length).execute();
    expect(kept).toEqual(logged);
    expect((await remove('local.admin', 'local.power')).status.name).toBe('UserDataRemoved');
  });

  it('do not return when access is restored', async () => {
    const restored = await server.call<{ error?: { name: string } }[]>(
      'local.admin',
      'POST',
      'security/users/access-set/restore',
      { access: 'Active', Users: [{ login: 'local.power' }] },
    );
    expect(restored.payload).toMatchObject([{ error: { name: 'UserDataRemoved' } }]);
    expect((await details('local.admin', 'local.power')).payload?.actions).toEqual(['exportData']);
    const change = { login: 'local.power', name: 'Неко', email: 'nova@example.rs', roleId: 3 };
    const changed = await server.call<{ error?: { name: string } }[]>('local.admin', 'PUT', 'security/users', [change]);
    expect(changed.payload).toMatchObject([{ error: { name: 'UserDataRemoved' } }]);
  });
});

it('the stored data of a person include their remarks and answers', async () => {
  const { code, formId } = await lockedIdea(server);
  await act(server, 'local.user', code, 1);
  const path = `projects/${code}/forms/${formId}/remarks`;
  const written = await server.call<{ id: number }>('local.admin', 'POST', path, { place: null, text: 'Зашто?' });
  const other = await server.call<{ id: number }>('local.admin', 'POST', path, { place: null, text: 'Чиме?' });
  await act(server, 'local.admin', code, 2, { comment: 'Одговорите.' });
  const answer = { answer: 'Зато.', done: true, answeredDate: null };
  const answered = await server.call('local.user', 'PUT', `${path}/${written.payload?.id}/answer`, answer);
  expect(answered.httpStatus).toBe(200);
  // A remark marked as done without an answer contains no text of the person.
  await server.call('local.user', 'PUT', `${path}/${other.payload?.id}/answer`, { ...answer, answer: null });
  for (const [login, texts] of [
    ['local.admin', ['Зашто?', 'Чиме?']],
    ['local.user', ['Зато.']],
  ] as const) {
    const data = JSON.parse((await own(login)).text) as { remarks: object[] };
    expect(data.remarks).toMatchObject(texts.map((text) => ({ project: code, form: 'ideja', text })));
  }
});

it('the stored data of a person include their scenarios', async () => {
  const made = await server.call('reviewer', 'POST', 'portfolio/scenarios', { name: 'Предлог за март' });
  expect(made.httpStatus).toBe(200);
  const data = JSON.parse((await own('reviewer')).text) as { scenarios: object[] };
  expect(data.scenarios).toMatchObject([{ name: 'Предлог за март', shared: false }]);
  expect(JSON.parse((await own('local.user')).text)).toMatchObject({ scenarios: [] });
});
