import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { OpenSession } from '@pimis/contract/security';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { useServer } from '../../../testing/server.ts';
import { userIdOf } from '../../../testing/users.ts';
import { removeOldSessions } from './sessions.ts';

const server = useServer();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';

async function signIn(login: string, headers: Record<string, string> = {}): Promise<string> {
  const payload = { login, password: DEMO_PASSWORD };
  const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload, headers });
  return answer.json<{ payload: { accessToken: string } }>().payload.accessToken;
}

async function ask(token: string, method: 'GET' | 'DELETE', rest = '', login = 'local.user') {
  const url = `/api/security/users/${login}/sessions${rest}`;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await server.app.inject({ method, url, headers });
  const { payload, status } = answer.json<Envelope<OpenSession[]>>();
  return { httpStatus: answer.statusCode, name: status.name, sessions: payload ?? [] };
}

it('lists the user’s own sessions with device, address and times, and ends one, or all others', async () => {
  const here = await signIn('local.user');
  const home = await signIn('local.user', { 'user-agent': FIREFOX, 'x-forwarded-for': '127.0.0.9' });
  await signIn('local.user', { 'user-agent': 'curl/8.5.0' });
  const foreign = await signIn('local.power');
  const { sessions } = await ask(here, 'GET');
  expect(sessions.length).toBe(3);
  expect(sessions.map(({ current }) => current)).toEqual([true, false, false]);
  const found = sessions.find(({ device }) => device === 'Firefox, Linux');
  expect(found).toMatchObject({ address: '127.0.0.9', current: false });
  expect(Date.now() - Date.parse(found?.since ?? '')).toBeLessThan(600_000);

  // Sessions of others are refused, at the user's own address and at theirs.
  const id = found?.id ?? '';
  expect((await ask(foreign, 'DELETE', `/${id}`, 'local.power')).name).toBe('NotFound');
  expect((await ask(foreign, 'DELETE', `/${id}`)).httpStatus).toBe(403);
  expect((await ask(here, 'DELETE', '/nonsense')).httpStatus).toBe(422);
  expect((await ask(home, 'GET')).httpStatus).toBe(200);
  expect((await ask(here, 'DELETE', `/${id}`)).httpStatus).toBe(200);
  expect((await ask(home, 'GET')).httpStatus).toBe(401);
  expect((await ask(here, 'DELETE', `/${id}`)).name).toBe('NotFound');

  expect((await ask(here, 'DELETE')).httpStatus).toBe(200);
  expect((await ask(here, 'GET')).sessions.map(({ current }) => current)).toEqual([true]);
  // No other session is left.
  expect((await ask(here, 'DELETE')).httpStatus).toBe(200);
  expect((await ask(foreign, 'GET', '', 'local.power')).sessions.length).toBe(1);
  const log = await server.context.db
    .selectFrom('audit_log')
    .select('detail')
    .where('operation', '=', 'session.end')
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { detail: { before: { sessions: ['Firefox, Linux, 127.0.0.9'] }, after: { sessions: [] } } },
    { detail: { before: { sessions: ['curl, 127.0.0.1'] }, after: { sessions: [] } } },
  ]);
});

it('leaves out expired sessions, even if nobody has used them since', async () => {
  const { db, config } = server.context;
  await signIn('evaluator');
  const opened = new Date(Date.now() - config.refreshTotalHours * 3_600_000);
  await db.updateTable('sessions').set({ created_at: opened }).where('ended_at', 'is', null).execute();
  expect((await ask(await signIn('evaluator'), 'GET', '', 'evaluator')).sessions.length).toBe(1);
  server.setNow(new Date(Date.now() + 31 * 60_000));
  const { sessions } = await ask(await signIn('evaluator'), 'GET', '', 'evaluator');
  expect(sessions.map(({ current }) => current)).toEqual([true]);
  server.setNow(null);
});

it('sessions are removed a day after their last use, and links a day after their end', async () => {
  const { db } = server.context;
  const id = await userIdOf(db, 'mei');
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const hours of [23, 25]) {
    const times = { created_at: hoursAgo(hours), last_used_at: hoursAgo(hours) };
    await db
      .insertInto('sessions')
      .values({ user_id: id, agent: `${hours}`, ...times })
      .execute();
    const link = { token_hash: `${hours}`, user_id: id, kind: 'reset' as const, expires_at: hoursAgo(hours) };
    await db.insertInto('user_tokens').values(link).execute();
  }
  await removeOldSessions(server.context);
  const sessions = await db.selectFrom('sessions').select('agent').where('user_id', '=', id).execute();
  const links = await db.selectFrom('user_tokens').select('token_hash').where('user_id', '=', id).execute();
  expect([sessions, links]).toEqual([[{ agent: '23' }], [{ token_hash: '23' }]]);
});

it('informs the user by mail of a browser that is new for the account, once', async () => {
  const { db } = server.context;
  const subject = 'ПИМИС: пријава са новог уређаја';
  const mails = async () => {
    const { rows } = await sql<{ to: string; text: string }>`
      select payload ->> 'to' as to, payload ->> 'text' as text from graphile_worker._private_jobs
      where payload ->> 'subject' = ${subject} order by id`.execute(db);
    return rows;
  };
  const browse = async (agent: string, cookie?: string, { login = 'minister', from = '127.0.0.1' } = {}) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { login, password: DEMO_PASSWORD },
      headers: { 'x-pimis-client': 'web', 'user-agent': agent, 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
    });
    expect(answer.statusCode).toBe(200);
    return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  };
  // The first sign-in of an account causes no mail.
  const cookie = await browse(FIREFOX);
  expect(await mails()).toEqual([]);
  await browse(FIREFOX, cookie);
  expect(await mails()).toEqual([]);
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('login', '=', 'minister')
    .executeTakeFirstOrThrow();
  const other = FIREFOX.replace('X11; Linux x86_64', 'Windows NT 10.0');
  // A browser that drops its cookies causes only one mail.
  await Promise.all(Array.from({ length: 5 }, () => browse(other)));
  const [told, ...more] = await mails();
  expect(more).toEqual([]);
  expect(told?.to).toBe(email);
  expect(told?.text).toContain('Firefox, Windows');
  expect(told?.text).toContain('127.0.0.1');
  expect(told?.text).not.toMatch(/https?:/);
  // A program that always looks new does not fill the mailbox: the fifth mail of a day is the last.
  await Promise.all(Array.from({ length: 12 }, (_, index) => browse(`Robot${index}/1.0`)));
  const all = await mails();
  expect(all).toHaveLength(5);
  expect(all.map(({ text }) => text.includes('Ово је пета таква порука')).filter(Boolean)).toHaveLength(1);
  // A known browser signs in from an office that is new for the account.
  const evaluator = { login: 'evaluator', from: '10.1.2.3' };
  const known = await browse(FIREFOX, undefined, { login: 'evaluator' });
  const before = (await mails()).length;
  await browse(FIREFOX, known, evaluator);
  await browse(FIREFOX, known, evaluator);
  expect((await mails()).slice(before)).toMatchObject([{ text: expect.stringContaining('10.1.2.3') as string }]);
});
