import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Comment, CommentsAdditional, ProjectNotification } from '@pimis/contract/daily';
import type { Phase } from '@pimis/contract/project-phases';
import type { Project } from '@pimis/contract/projects';
import { USER_STATUS } from '@pimis/domain/constants';
import { MAX_MENTIONS } from '@pimis/domain/text/mentions';
import { createProject, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const MINUTE_MS = 60_000;

function write(login: string, code: string, text: string, replyTo?: number) {
  const body = { text, ...(replyTo === undefined ? {} : { replyTo }) };
  return server.call<Comment>(login, 'POST', `projects/${code}/comments`, body);
}

async function read(login: string, code: string, query = '') {
  const answer = await server.call<Comment[]>(login, 'GET', `projects/${code}/comments${query}`);
  return { rows: answer.payload ?? [], ...(answer.additionalInformation as unknown as CommentsAdditional) };
}

async function kindsOf(login: string, code: string): Promise<string[]> {
  const answer = await server.call<ProjectNotification[]>(login, 'GET', 'notifications?perPage=100');
  return (answer.payload ?? []).filter((row) => row.projectCode === code).map((row) => row.kind);
}

async function archive(code: string): Promise<void> {
  await server.call('admin', 'PATCH', `projects/${code}`, { status: 1, comment: 'Одустало се.' });
  await server.call('admin', 'PATCH', `projects/${code}`, { status: 2 });
}

describe('comments of a project', () => {
  it('are written and read by everybody who sees it, and by nobody else', async () => {
    const code = await createProject(server, 'local.user');
    const written = await write('local.user', code, '  Прва белешка.\r\nДруги ред.  ');
    expect(written.payload).toMatchObject({
      text: 'Прва белешка.\nДруги ред.',
      author: { login: 'local.user', name: 'Милена Јовић', organizationName: 'Град Прокупље – Градска управа' },
      replyTo: null,
      rights: { edit: true, remove: true },
    });
    const answer = await write('reviewer', code, 'Одговор.', written.payload?.id);
    expect(answer.payload?.replyTo).toMatchObject({ authorName: 'Милена Јовић', excerpt: 'Прва белешка.\nДруги ред.' });
    expect(await read('local.admin', code, '?perPage=1')).toMatchObject({
      rows: [{ text: 'Одговор.', rights: { edit: false, remove: false } }],
      totalRows: 2,
      canWrite: true,
    });
    expect((await read('local.admin', code, '?perPage=1&page=2')).rows[0]?.id).toBe(written.payload?.id);
    expect((await write('other.user', code, 'Не видим.')).httpStatus).toBe(404);
    expect((await server.call('other.user', 'GET', `projects/${code}/comments`)).httpStatus).toBe(404);
    expect((await server.call('operator', 'GET', `projects/${code}/comments`)).httpStatus).toBe(403);
  });

  it('have a text of up to 4000 characters, and answer a comment of the same project', async () => {
    const code = await createProject(server, 'local.user');
    const other = await write('local.user', await createProject(server, 'local.user'), 'Друго место.');
    for (const text of ['', ' \n ', '\u200b\u2060', '\u3164 \u00ad', 'а\0б', 'а'.repeat(4001)]) {
      expect((await write('local.user', code, text)).status.name).toBe('ValidationError');
    }
    expect((await write('local.user', code, 'а'.repeat(4000))).httpStatus).toBe(200);
    expect(await write('local.user', code, 'Одговор.', other.payload?.id)).toMatchObject({
      httpStatus: 422,
      fieldErrors: [{ field: 'replyTo' }],
    });
    const extra = await server.call('local.user', 'POST', `projects/${code}/comments`, { text: 'а', html: '<b>' });
    expect(extra).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'html', code: 'UnknownField' }] });
  });

  it('are written once, however often a call is repeated whose answer was lost', async () => {
    const code = await createProject(server, 'local.user');
    await server.call('reviewer', 'PUT', `projects/${code}/follow`);
    const at = Date.now();
    server.setNow(new Date(at));
    const sent = await Promise.all(Array.from({ length: 50 }, () => write('local.user', code, 'Проверите износ.')));
    expect(new Set(sent.map(({ httpStatus, payload }) => `${httpStatus} ${payload?.id}`)).size).toBe(1);
    const [first] = sent.map(({ payload }) => payload?.id);
    expect(await kindsOf('reviewer', code)).toEqual(['comment']);
    const logged = await sql`select 1 from audit_log
      where operation = 'comment.add' and detail ->> 'code' = ${code}`.execute(server.context.db);
    expect(logged.rows).toHaveLength(1);
    const isFirst = async (text: string, login = 'local.user', replyTo?: number) =>
      (await write(login, code, text, replyTo)).payload?.id === first;
    expect(await isFirst(' Проверите износ.\r\n')).toBe(true);
    server.setNow(new Date(at + 15 * MINUTE_MS + 1000));
    expect(await isFirst('Проверите износ.')).toBe(false);
    // The same text becomes a new comment if another user writes it, if it is an answer, after somebody else's comment,
    // and after a removal.
    const newest = async () => (await read('local.user', code)).rows[0]?.id;
    for (const [login, replyTo] of [
      ['local.admin'],
      ['local.admin', first],
      ['local.user'],
      ['local.user', first],
    ] as const) {
      const before = await newest();
      const { payload } = await write(login, code, 'Проверите износ.', replyTo);
      expect(payload?.id).not.toBe(before);
    }
    const last = await newest();
    await server.call('local.user', 'DELETE', `projects/${code}/comments/${last}`);
    expect((await write('local.user', code, 'Проверите износ.', first)).payload?.id).not.toBe(last);
    server.setNow(null);
  });

  it('are corrected by their author within 15 minutes; the audit log keeps the former text', async () => {
    const code = await createProject(server, 'local.user');
    const path = (id: number | undefined) => `projects/${code}/comments/${id}`;
    const now = Date.now();
    server.setNow(new Date(now - 15 * MINUTE_MS));
    const fresh = (await write('local.user', code, 'Грешка.')).payload?.id;
    server.setNow(new Date(now - 15 * MINUTE_MS - 1000));
    const old = (await write('local.user', code, 'Стара грешка.')).payload?.id;
    // The clock stands still, so that six calls stay within the time limit.
    server.setNow(new Date(now));
    const text = { text: 'Исправка.' };
    expect((await server.call<Comment>('local.user', 'PUT', path(fresh), text)).payload).toMatchObject(text);
    expect((await server.call('local.user', 'PUT', path(old), text)).status.name).toBe('CommentEditExpired');
    expect((await server.call('local.admin', 'PUT', path(fresh), text)).status.name).toBe('Forbidden');
    expect((await server.call('admin', 'PUT', path(fresh), text)).status.name).toBe('Forbidden');
    const { rows } = await read('local.user', code);
    expect(rows.map((row) => [row.id, row.rights.edit, row.editedDate !== null])).toEqual([
      [old, false, false],
      [fresh, true, true],
    ]);
    const logged = await sql<{ before: string }>`select detail #>> '{before,text}' as before from audit_log
      where operation = 'comment.edit' and subject_id = ${String(fresh)}`.execute(server.context.db);
    expect(logged.rows).toEqual([{ before: 'Грешка.' }]);
    server.setNow(null);
  });

  it('that are corrected to the same text stay as they were', async () => {
    const code = await createProject(server, 'local.user');
    const id = (await write('local.user', code, 'Исто.')).payload?.id;
    const path = `projects/${code}/comments/${id}`;
    const same = await server.call<Comment>('local.user', 'PUT', path, { text: ' Исто.\r\n' });
    expect(same.payload).toMatchObject({ text: 'Исто.', editedDate: null });
    const logged = await sql`select 1 from audit_log
      where operation = 'comment.edit' and subject_id = ${String(id)}`.execute(server.context.db);
    expect(logged.rows).toEqual([]);
  });

  it('are removed by their author or an Admin: the text is hidden, the trace stays', async () => {
    const code = await createProject(server, 'local.user');
    const first = (await write('local.user', code, 'За уклањање.')).payload?.id;
    const second = (await write('local.user', code, 'И ово.')).payload?.id;
    await write('local.admin', code, 'Одговор.', first);
    const path = (id: number | undefined) => `projects/${code}/comments/${id}`;
    expect((await server.call('local.admin', 'DELETE', path(first))).status.name).toBe('Forbidden');
    expect((await server.call<Comment>('local.user', 'DELETE', path(first))).payload?.text).toBeNull();
    expect((await server.call('admin', 'DELETE', path(second))).httpStatus).toBe(200);
    expect((await server.call('admin', 'DELETE', path(second))).status.name).toBe('CommentRemoved');
    expect((await write('local.admin', code, 'Касно.', first)).status.name).toBe('CommentRemoved');
    expect((await server.call('local.user', 'PUT', path(first), { text: 'Касно.' })).status.name).toBe(
      'CommentRemoved',
    );
    const { rows } = await read('local.user', code);
    expect(JSON.stringify(rows)).not.toContain('уклањање');
    expect(rows.find((row) => row.id === first)).toMatchObject({ text: null, rights: { edit: false, remove: false } });
    expect(rows[0]?.replyTo).toMatchObject({ id: first, excerpt: null });
    const audited = await sql<{ login: string }>`select login from audit_log
      where operation = 'comment.remove' and detail ->> 'code' = ${code} order by id`.execute(server.context.db);
    expect(audited.rows.map((row) => row.login)).toEqual(['local.user', 'admin']);
    const removed = await sql<{ text: string; by: string; at: boolean }>`
      select comments.text, users.login::text as by, comments.removed_at is not null as at
      from project_comments comments join users on users.id = comments.removed_by
      where comments.id = any(${[first, second]}::integer[]) order by comments.id`.execute(server.context.db);
    expect(removed.rows).toEqual([
      { text: 'За уклањање.', by: 'local.user', at: true },
      { text: 'И ово.', by: 'admin', at: true },
    ]);
  });

  it('of an archived project can only be read', async () => {
    const code = await createProject(server, 'local.user');
    const id = (await write('local.user', code, 'Остаје.')).payload?.id;
    await archive(code);
    expect((await write('local.user', code, 'Касно.')).status.name).toBe('CommentsClosed');
    const path = `projects/${code}/comments/${id}`;
    expect((await server.call('local.user', 'PUT', path, { text: 'Касно.' })).status.name).toBe('CommentsClosed');
    expect((await server.call('admin', 'DELETE', path)).status.name).toBe('CommentsClosed');
    expect(await read('local.user', code)).toMatchObject({
      rows: [{ text: 'Остаје.', rights: { edit: false, remove: false } }],
      canWrite: false,
    });
  });
});

it('documents and comments are counted on the page of their project, and activities beside their phase', async () => {
  const code = await createProject(server, 'local.user');
  const countsOf = async () => (await server.call<Project>('local.user', 'GET', `projects/${code}`)).payload?.counts;
  expect(await countsOf()).toEqual({ documents: 0, comments: 0 });
  const written = await write('local.user', code, 'Прва.');
  await write('local.admin', code, 'Друга.');
  await upload(server, 'local.user', code, 'pismo.txt');
  expect(await countsOf()).toEqual({ documents: 1, comments: 2 });
  await server.call('local.user', 'DELETE', `projects/${code}/comments/${written.payload?.id}`);
  expect(await countsOf()).toEqual({ documents: 1, comments: 1 });
  const [phase] = (await server.call<Phase[]>('local.user', 'GET', `projects/${code}/phases`)).payload ?? [];
  const path = `projects/${code}/phases/${phase?.id}/activities`;
  const { additionalInformation } = await server.call('local.user', 'GET', path);
  expect(phase?.activities).toBe(additionalInformation?.totalRows);
});

describe('a comment', () => {
  it('notifies followers, the author of the answered comment and named people, once each, but not its author', async () => {
    const code = await createProject(server, 'local.user');
    for (const login of ['local.user', 'reviewer', 'local.admin']) {
      await server.call(login, 'PUT', `projects/${code}/follow`);
    }
    const first = await write('local.user', code, 'Питање.');
    expect(await kindsOf('local.user', code)).toEqual([]);
    expect(await kindsOf('reviewer', code)).toEqual(['comment']);
    await write('reviewer', code, '@Local.Admin, @local.user и @verifier: погледајте. @other.user', first.payload?.id);
    expect(await kindsOf('local.user', code)).toEqual(['answer']);
    expect(await kindsOf('local.admin', code)).toEqual(['mention', 'comment']);
    expect(await kindsOf('reviewer', code)).toEqual(['comment']);
    expect(await kindsOf('local.power', code)).toEqual([]);
    // Neither the verifier nor another city sees the project, which has no proposer ministry yet.
    expect(await kindsOf('other.user', code)).toEqual([]);
    expect(await kindsOf('verifier', code)).toEqual([]);
  });

  it('no longer notifies people whom a correction removes, in the bell or by mail', async () => {
    const code = await createProject(server, 'local.user');
    await server.call('local.power', 'PUT', `projects/${code}/follow`);
    const id = (await write('local.user', code, 'За @local.admin и @local.power.')).payload?.id;
    expect([await kindsOf('local.admin', code), await kindsOf('local.power', code)]).toEqual([
      ['mention'],
      ['mention'],
    ]);
    const path = `projects/${code}/comments/${id}`;
    await Promise.all([1, 2].map((n) => server.call('local.user', 'PUT', path, { text: `За никога ${n}.` })));
    // A follower hears of every comment.
    expect([await kindsOf('local.admin', code), await kindsOf('local.power', code)]).toEqual([[], ['comment']]);
    await server.call('local.user', 'PUT', path, { text: 'Ипак за @Local.Admin.' });
    expect(await kindsOf('local.admin', code)).toEqual(['mention']);
  });

  it('can name people who see the project, found by name in either script or by login', async () => {
    const code = await createProject(server, 'local.user');
    const offered = async (q: string, login = 'local.user') =>
      server.call<{ login: string; name: string }[]>(
        login,
        'GET',
        `projects/${code}/comments/people?q=${encodeURIComponent(q)}`,
      );
    const logins = async (q: string) => (await offered(q)).payload?.map(({ login }) => login);
    expect(await logins('милош')).toContain('local.admin');
    expect(await logins('Petrov')).toContain('local.admin');
    expect(await logins('local.ad')).toEqual(['local.admin']);
    // Users of another city do not see the project, so they are never offered.
    expect(await logins('other')).toEqual([]);
    expect(await logins('%')).toEqual([]);
    expect((await offered('m', 'other.user')).httpStatus).toBe(404);
    expect((await offered('')).httpStatus).toBe(422);
  });

  it('offers people of the project’s own body first', async () => {
    const code = await createProject(server, 'local.user');
    const rename = (name: string) =>
      sql`update users set name = ${name} where login = 'reviewer'`.execute(server.context.db);
    await rename('Аца Петровић');
    const path = `projects/${code}/comments/people?q=${encodeURIComponent('петровић')}`;
    const { payload } = await server.call<{ login: string }[]>('local.user', 'GET', path);
    await rename('Драган Илић');
    expect(payload?.map(({ login }) => login)).toEqual(['local.admin', 'reviewer']);
  });

  it('offers its own author last', async () => {
    const code = await createProject(server, 'local.user');
    const offered = async (login: string) => {
      const { payload } = await server.call<{ login: string }[]>(
        login,
        'GET',
        `projects/${code}/comments/people?q=local`,
      );
      return payload?.map((person) => person.login);
    };
    const logins = (await offered('local.user')) ?? [];
    expect(logins.length).toBeGreaterThan(2);
    for (const login of ['local.user', 'local.admin', 'local.power'])
      expect((await offered(login))?.at(-1)).toBe(login);
  });

  it('neither offers nor notifies people without access', async () => {
    const code = await createProject(server, 'local.user');
    const setStatus = (status: number) =>
      sql`update users set status = ${status} where login = 'local.power'`.execute(server.context.db);
    await setStatus(USER_STATUS.revoked);
    const people = await server.call<{ login: string }[]>(
      'local.user',
      'GET',
      `projects/${code}/comments/people?q=local`,
    );
    expect(people.payload?.map(({ login }) => login)).not.toContain('local.power');
    const mentions = await server.call('local.user', 'GET', `projects/${code}/comments/mentions?logins=local.power`);
    expect(mentions.payload).toEqual({ unnotified: ['local.power'] });
    await write('local.user', code, 'За @local.power.');
    await setStatus(USER_STATUS.active);
    expect(await kindsOf('local.power', code)).toEqual([]);
  });

  it('lists, while it is written, the named people who would not be notified', async () => {
    const code = await createProject(server, 'local.user');
    const unnotified = async (login: string, logins: string) =>
      server.call<{ unnotified: string[] }>(login, 'GET', `projects/${code}/comments/mentions?logins=${logins}`);
    const answer = await unnotified('local.user', 'Local.Admin,other.user,nobody.here,reviewer,other.user');
    expect(answer.payload).toEqual({ unnotified: ['other.user', 'nobody.here'] });
    // A comment notifies at most this many people.
    const names = Array.from({ length: MAX_MENTIONS + 1 }, (_, index) => `nobody.${index}`);
    expect((await unnotified('local.user', names.join(','))).payload).toEqual({
      unnotified: names.slice(0, MAX_MENTIONS),
    });
    expect((await unnotified('other.user', 'reviewer')).httpStatus).toBe(404);
    expect((await unnotified('local.user', 'a'.repeat(700))).httpStatus).toBe(422);
    expect((await unnotified('local.user', '')).httpStatus).toBe(422);
  });

  it('notifies people whom a correction newly names, nobody twice; once it is removed, nothing of it is shown', async () => {
    const code = await createProject(server, 'local.user');
    const id = (await write('local.user', code, 'За @local.admin.')).payload?.id;
    const path = `projects/${code}/comments/${id}`;
    await server.call('local.user', 'PUT', path, { text: 'За @local.admin и @local.power.' });
    expect(await kindsOf('local.admin', code)).toEqual(['mention']);
    expect(await kindsOf('local.power', code)).toEqual(['mention']);
    // Later followers are notified of new comments, not of corrections of older ones.
    await server.call('reviewer', 'PUT', `projects/${code}/follow`);
    await server.call('local.user', 'PUT', path, { text: 'За @local.admin и @local.power, поново.' });
    expect(await kindsOf('reviewer', code)).toEqual([]);
    await server.call('local.user', 'DELETE', path);
    const answer = await server.call<ProjectNotification[]>('local.power', 'GET', 'notifications');
    expect(answer.payload?.find((row) => row.commentId === id)?.comment).toBeNull();
  });
});
