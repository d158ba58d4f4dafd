import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { LocationLink, LoginPayload } from '@pimis/contract/identity';
import { USER_STATUS } from '@pimis/domain/constants';
import { takeMails } from '../../../testing/mails.ts';
import { useServer } from '../../../testing/server.ts';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { sendLink } from './links.ts';

const server = useServer();
const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signIn(login: string, password = DEMO_PASSWORD, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload: { login, password }, headers });
  return { httpStatus: answer.statusCode, name: answer.json<Envelope<LoginPayload>>().status.name };
}

describe('links by mail', () => {
  async function linkOf(kind: 'activation' | 'reset', login: string): Promise<string | undefined> {
    const path = kind === 'activation' ? 'activate' : 'password-reset';
    expect((await server.call(null, 'PUT', `security/users/${login}/${path}`)).httpStatus).toBe(200);
    await sendLink(server.context, { login, kind });
    const { rows } = await sql<{ payload: { text: string } }>`
      select payload from graphile_worker._private_jobs order by id desc limit 1`.execute(server.context.db);
    return /token=(\S+)/.exec(rows[0]?.payload.text ?? '')?.[1];
  }

  it('reset the password once, with the rules of the specification', async () => {
    const token = await linkOf('reset', 'ministry.admin');
    const body = (password: string, newPassword = password) => ({
      login: 'ministry.admin',
      password,
      newPassword,
      activationToken: token,
    });
    const post = (payload: object, login = 'ministry.admin') =>
      server.call(null, 'POST', `security/users/${login}/password-reset?token=${token}`, payload);
    const opened = () => server.call<{ login: string }>(null, 'POST', 'security/users/reset-token-validate', { token });
    expect((await opened()).payload).toMatchObject({ login: 'ministry.admin' });
    server.setNow(new Date(Date.now() + 61 * MINUTE_MS));
    expect((await opened()).status.name).toBe('InvalidResetToken');
    server.setNow(null);
    expect(await post(body('kratka1!'))).toMatchObject({
      fieldErrors: [{ field: 'password', code: 'PasswordUpperCase' }],
    });
    expect(await post(body('Dovoljno-1', 'Drugacije-1'))).toMatchObject({ fieldErrors: [{ field: 'newPassword' }] });
    expect((await post(body('Dovoljno-1'), 'evaluator')).status.name).toBe('InvalidResetToken');
    await takeMails(server.context.db);
    expect((await post(body('Dovoljno-1'))).httpStatus).toBe(200);
    expect((await takeMails(server.context.db)).map(({ subject }) => subject)).toEqual(['ПИМИС: лозинка је промењена']);
    expect((await post(body('Dovoljno-2'))).status.name).toBe('InvalidResetToken');
    expect((await opened()).status.name).toBe('InvalidResetToken');
    expect((await signIn('ministry.admin', 'Dovoljno-1')).httpStatus).toBe(200);
  });

  it('cost the same for an unknown login, and leave one valid link however many calls ask at once', async () => {
    const { db } = server.context;
    const ask = (login: string) => server.call(null, 'PUT', `security/users/${login}/password-reset`);
    await Promise.all(Array.from({ length: 8 }, () => Promise.all([ask('minister'), ask('nobody.at.all')])));
    const { rows } = await sql<{ login: string; jobs: number }>`
      select payload ->> 'login' as login, count(*)::integer as jobs from graphile_worker._private_jobs
      where payload ->> 'login' in ('minister', 'nobody.at.all') group by 1 order by 1`.execute(db);
    expect(rows).toEqual([
      { login: 'minister', jobs: 5 },
      { login: 'nobody.at.all', jobs: 5 },
    ]);
    const send = () => sendLink(server.context, { login: 'minister', kind: 'reset' });
    await Promise.all(Array.from({ length: 6 }, send));
    await sendLink(server.context, { login: 'nobody.at.all', kind: 'reset' });
    const live = await sql`
      select from user_tokens join users on users.id = user_id
      where login = 'minister' and kind = 'reset' and used_at is null`.execute(db);
    expect(live.rows.length).toBe(1);
  });

  it('confirm a place from which the user has not signed in before: once, and at most five an hour', async () => {
    const { db } = server.context;
    const signInFrom = async (network: number) =>
      (await signIn('evaluator', DEMO_PASSWORD, { 'x-forwarded-for': `10.${network}.1.1`, 'user-agent': FIREFOX }))
        .name;
    expect(await signInFrom(61)).toBe('Success');
    expect(await signInFrom(62)).toBe('BlockedUserLocation');
    const { rows } = await sql<{ text: string }>`
      select payload ->> 'text' as text from graphile_worker._private_jobs order by id desc limit 1`.execute(db);
    const token = /location\?token=(\S+)/.exec(rows[0]?.text ?? '')?.[1];
    const ask = <Payload>(end = '') => server.call<Payload>(null, 'POST', `login/location-verify${end}`, { token });
    // A program that scans mails opens the link and runs the page's scripts; this confirms nothing.
    for (let opened = 0; opened < 2; opened += 1) {
      expect((await ask<LocationLink>('/validate')).payload).toEqual({
        login: 'evaluator',
        address: '10.62.1.1',
        device: 'Firefox, Windows',
        at: expect.stringMatching(/^2\d{3}-\d\d-\d\dT/) as string,
      });
    }
    expect(await signInFrom(62)).toBe('BlockedUserLocation');
    expect((await ask()).status.name).toBe('InvalidLocationToken');
    const newest = await sql<{ text: string }>`
      select payload ->> 'text' as text from graphile_worker._private_jobs order by id desc limit 1`.execute(db);
    const again = /location\?token=(\S+)/.exec(newest.rows[0]?.text ?? '')?.[1];
    const verify = () => server.call(null, 'POST', 'login/location-verify', { token: again });
    expect((await verify()).httpStatus).toBe(200);
    expect((await verify()).status.name).toBe('InvalidLocationToken');
    expect(await signInFrom(62)).toBe('Success');
    for (let network = 63; network < 70; network += 1) expect(await signInFrom(network)).toBe('BlockedUserLocation');
    const sent = await sql`
      select from user_tokens join users on users.id = user_id
      where login = 'evaluator' and kind = 'location'`.execute(db);
    expect(sent.rows).toHaveLength(5);
  });

  it('end a blocked sign-in of somebody else, and all others of the account', async () => {
    const { db } = server.context;
    await db
      .updateTable('users')
      .set({ known_locations: ['10.9.9'] })
      .where('login', '=', 'minister')
      .execute();
    expect((await signIn('minister', DEMO_PASSWORD, { 'x-forwarded-for': '10.71.1.1' })).name).toBe(
      'BlockedUserLocation',
    );
    const { rows } = await sql<{ text: string }>`
      select payload ->> 'text' as text from graphile_worker._private_jobs order by id desc limit 1`.execute(db);
    const token = /location\?token=(\S+)/.exec(rows[0]?.text ?? '')?.[1];
    const ask = (end: string) => server.call(null, 'POST', `login/location-verify${end}`, { token });
    expect((await ask('/refuse')).httpStatus).toBe(200);
    for (const end of ['/refuse', '/validate', '']) expect((await ask(end)).status.name).toBe('InvalidLocationToken');
    expect((await signIn('minister', DEMO_PASSWORD, { 'x-forwarded-for': '10.71.1.1' })).name).toBe(
      'BlockedUserLocation',
    );
    const told = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('operation', '=', 'user.locationRefused')
      .executeTakeFirstOrThrow();
    expect(told.detail).toMatchObject({ before: { asked: { address: '10.71.1.1' } }, after: { asked: null } });
    await db.updateTable('users').set({ known_locations: [] }).where('login', '=', 'minister').execute();
  });

  it('are sent only for accounts that they can open', async () => {
    const { db } = server.context;
    const linksOf = async (status: number, kind: 'activation' | 'reset') => {
      await db.updateTable('users').set({ status }).where('login', '=', 'verifier').execute();
      await sql`delete from user_tokens where user_id = (select id from users where login = 'verifier')`.execute(db);
      await sendLink(server.context, { login: 'verifier', kind });
      const { rows } = await sql`
        select from user_tokens join users on users.id = user_id where login = 'verifier' and used_at is null`.execute(
        db,
      );
      return rows.length;
    };
    const { active, inactive, revoked, disabled } = USER_STATUS;
    const statuses = [active, inactive, revoked, disabled];
    const made = [];
    for (const status of statuses) made.push([await linksOf(status, 'activation'), await linksOf(status, 'reset')]);
    expect(made).toEqual([
      [0, 1],
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
    await linksOf(active, 'activation');
  });

  it('get the same answer for an unknown login', async () => {
    expect(await server.call(null, 'PUT', 'security/users/nobody.here/password-reset')).toMatchObject({
      httpStatus: 200,
      payload: {},
    });
  });
});
