import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { LoginPayload, RefreshPayload } from '@pimis/contract/identity';
import { DEMO_PASSWORD } from '../system/demo-accounts.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const MINUTE_MS = 60_000;

async function signIn(login: string, password = DEMO_PASSWORD, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload: { login, password }, headers });
  const body = answer.json<Envelope<LoginPayload>>();
  const cookie = answer.cookies.find((candidate) => candidate.name === 'pimis_refresh');
  return { httpStatus: answer.statusCode, name: body.status.name, payload: body.payload, cookie };
}

async function refresh(by: {
  cookie?: string | undefined;
  bearer?: string | undefined;
  headers?: Record<string, string>;
}) {
  const answer = await server.app.inject({
    url: '/api/login/refresh',
    ...(by.cookie ? { cookies: { pimis_refresh: by.cookie } } : {}),
    headers: { ...by.headers, ...(by.bearer ? { authorization: `Bearer ${by.bearer}` } : {}) },
  });
  const body = answer.json<Envelope<RefreshPayload>>();
  return {
    httpStatus: answer.statusCode,
    name: body.status.name,
    payload: body.payload,
    cookie: answer.cookies.find((candidate) => candidate.name === 'pimis_refresh')?.value,
  };
}

function whoAmI(token: string, login: string) {
  return server.app.inject({
    url: `/api/security/users/${login}/profile`,
    headers: { authorization: `Bearer ${token}` },
  });
}

function sessionOf(accessToken: string): string {
  const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  return sid;
}

async function livingTokens(sessionId: string, kind: 'cookie' | 'bearer'): Promise<number> {
  const rows = await server.context.db
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .where('kind', '=', kind)
    .where('retired_at', 'is', null)
    .execute();
  return rows.length;
}

describe('signing in', () => {
  it('gives an access token that can be used any number of times, but not after ten minutes', async () => {
    const { payload } = await signIn('local.user');
    const token = payload?.accessToken ?? '';
    const seen = async (minutes: number) => {
      server.setNow(new Date(Date.now() + minutes * MINUTE_MS));
      return (await whoAmI(token, 'local.user')).statusCode;
    };
    expect([await seen(0), await seen(9), await seen(9), await seen(11), await seen(9)]).toEqual([
      200, 200, 200, 401, 200,
    ]);
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await whoAmI(forged, 'local.user')).statusCode).toBe(401);
    server.setNow(null);
  });

  it('gives an access token; a browser gets its refresh token only in an HttpOnly cookie', async () => {
    const api = await signIn('local.user');
    expect(api.payload?.refreshToken).not.toBe('');
    const web = await signIn('LOCAL.USER', DEMO_PASSWORD, { 'x-pimis-client': 'web' });
    expect(web.payload?.refreshToken).toBe('');
    expect(web.cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/login' });
    expect((await whoAmI(web.payload?.accessToken ?? '', 'local.user')).statusCode).toBe(200);
  });

  it('does not reveal which part was wrong, and refuses refresh tokens as access tokens', async () => {
    expect(await signIn('verifier', 'погрешна')).toMatchObject({ httpStatus: 401, name: 'InvalidUserPassword' });
    expect(await signIn('nobody.at.all', 'погрешна')).toMatchObject({ httpStatus: 401, name: 'InvalidUserPassword' });
    const { payload } = await signIn('mei');
    expect((await whoAmI(payload?.refreshToken ?? '', 'mei')).statusCode).toBe(401);
    expect((await whoAmI('nonsense', 'mei')).statusCode).toBe(401);
  });

  it('locks an account after five failures for a quarter of an hour, and no other account', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await signIn('evaluator', 'погрешна')).httpStatus).toBe(401);
    expect(await signIn('evaluator')).toMatchObject({ httpStatus: 423, name: 'ReachedFailedLoginAttemptCount' });
    expect((await signIn('minister')).httpStatus).toBe(200);
    server.setNow(new Date(Date.now() + 16 * MINUTE_MS));
    expect((await signIn('evaluator')).httpStatus).toBe(200);
    server.setNow(null);
  });

  it('checks no more guesses at once than in sequence', async () => {
    const guess = (login: string, password: string, address: string) =>
      signIn(login, password, { 'x-forwarded-for': address });
    const tried = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess('guessed.often', 'погрешна', `10.1.${index}.1`)),
    );
    expect(tried.filter(({ httpStatus }) => httpStatus === 401).length).toBe(5);
    expect(tried.filter(({ httpStatus }) => httpStatus === 423).length).toBe(25);
    server.setNow(new Date(Date.now() + 16 * MINUTE_MS));
    const colleagues = ['local.user', 'local.admin', 'local.power', 'minister', 'verifier', 'mei', 'admin', 'admin'];
    for (const { httpStatus } of await Promise.all(colleagues.map((login) => signIn(login)))) {
      expect(httpStatus).toBe(200);
    }
    server.setNow(null);
  });

  it('limits in the same way guesses of a signed-in user’s present password', async () => {
    const change = (password: string) =>
      server.call('verifier', 'PUT', 'security/users/verifier/password-update', {
        login: 'verifier',
        password,
        newPassword: 'Sasvim-nova-2026!',
      });
    const tried = await Promise.all(Array.from({ length: 12 }, () => change('погрешна')));
    expect(tried.filter(({ httpStatus }) => httpStatus === 422).length).toBe(5);
    expect((await change(DEMO_PASSWORD)).status.name).toBe('ReachedFailedLoginAttemptCount');
  });

  it('refuses an inactive user, and ends the access of one who was active', async () => {
    const { payload } = await signIn('other.user');
    await server.context.db.updateTable('users').set({ status: 3 }).where('login', '=', 'other.user').execute();
    expect((await whoAmI(payload?.accessToken ?? '', 'other.user')).statusCode).toBe(401);
    expect(await signIn('other.user')).toMatchObject({ httpStatus: 403, name: 'RevokedUser' });
    // Refreshing is refused too, and the error shows that the access was ended by somebody.
    expect(await refresh({ bearer: payload?.refreshToken })).toMatchObject({ httpStatus: 403, name: 'BlockedUser' });
  });
});

describe('refreshing', () => {
  it('rotates the cookie; an old one ends the session', async () => {
    const first = (await signIn('local.user')).cookie?.value;
    const second = await refresh({ cookie: first });
    expect(second.payload?.accessToken).toBeTruthy();
    expect(second.cookie).not.toBe(first);
    server.setNow(new Date(Date.now() + 11_000));
    expect(await refresh({ cookie: first })).toMatchObject({ httpStatus: 401, name: 'InvalidRefreshToken' });
    expect(await refresh({ cookie: second.cookie })).toMatchObject({ httpStatus: 401 });
    expect((await whoAmI(second.payload?.accessToken ?? '', 'local.user')).statusCode).toBe(401);
    server.setNow(null);
  });

  it('gives a browser that reloads quickly, or asks from many tabs at once, the same successor', async () => {
    const first = (await signIn('local.admin')).cookie?.value;
    const together = await Promise.all(Array.from({ length: 6 }, () => refresh({ cookie: first })));
    const second = together[0]?.cookie;
    expect(together.map(({ httpStatus, cookie }) => [httpStatus, cookie])).toEqual(together.map(() => [200, second]));
    const third = (await refresh({ cookie: second })).cookie;
    expect(third).not.toBe(second);
    // The late tab gets the present token.
    expect((await refresh({ cookie: first })).cookie).toBe(third);
    server.setNow(new Date(Date.now() + 60_000));
    const fourth = (await refresh({ cookie: third })).cookie;
    server.setNow(new Date(Date.now() + 75_000));
    expect((await refresh({ cookie: third })).httpStatus).toBe(401);
    expect((await refresh({ cookie: fourth })).httpStatus).toBe(401);
    server.setNow(null);
  });

  it('gives one living successor of a token, however many calls ask at once or use it', async () => {
    for (const kind of ['bearer', 'cookie'] as const) {
      const opened = await signIn('local.user');
      let token = kind === 'bearer' ? opened.payload?.refreshToken : opened.cookie?.value;
      const session = sessionOf(opened.payload?.accessToken ?? '');
      for (let round = 0; round < 3; round += 1) {
        const at = await Promise.all(Array.from({ length: 80 }, () => refresh({ [kind]: token })));
        const given = at.map(({ httpStatus, cookie, payload }) => [
          httpStatus,
          kind === 'bearer' ? payload?.refreshToken : cookie,
        ]);
        const [[, successor] = []] = given;
        expect(given).toEqual(given.map(() => [200, successor]));
        expect(successor).not.toBe(token);
        const living = await livingTokens(session, kind);
        // A bearer token stays valid until the client uses its offered successor.
        expect(living).toBe(kind === 'bearer' ? 2 : 1);
        token = String(successor);
      }
    }
  });

  it('holds no connection while another server has the session, and then gives the same successor', async () => {
    const { payload } = await signIn('local.user');
    const session = sessionOf(payload?.accessToken ?? '');
    const { pending, meanwhile } = await server.jobs.db.transaction().execute(async (tx) => {
      await sql`select from sessions where id = ${session} for update`.execute(tx);
      const begun = refresh({ bearer: payload?.refreshToken });
      const others = await Promise.all(Array.from({ length: 10 }, () => signIn('mei')));
      return { pending: begun, meanwhile: others };
    });
    expect(meanwhile.map(({ httpStatus }) => httpStatus)).toEqual(meanwhile.map(() => 200));
    const first = await pending;
    expect(first.httpStatus).toBe(200);
    expect((await refresh({ bearer: payload?.refreshToken })).payload?.refreshToken).toBe(first.payload?.refreshToken);
  });

  it('gives another browser nothing, even at once', async () => {
    const first = (await signIn('local.admin')).cookie?.value;
    const second = (await refresh({ cookie: first })).cookie;
    const thief = { 'user-agent': 'Another/1.0' };
    expect((await refresh({ cookie: first, headers: thief })).httpStatus).toBe(401);
    expect((await refresh({ cookie: second })).httpStatus).toBe(401);
  });

  it('answers only pages of our own origin', async () => {
    const { cookie } = await signIn('local.admin');
    const by = (headers: Record<string, string>) => refresh({ cookie: cookie?.value, headers });
    expect((await by({ origin: 'https://elsewhere.rs' })).httpStatus).toBe(403);
    expect((await by({ origin: 'null' })).httpStatus).toBe(403);
    expect((await by({ 'sec-fetch-site': 'cross-site' })).httpStatus).toBe(403);
    expect((await signIn('local.admin', DEMO_PASSWORD, { origin: 'https://elsewhere.rs' })).httpStatus).toBe(403);
    // Host headers that a client sends do not make its origin ours.
    const named = { origin: 'http://pimis.example.rs', 'sec-fetch-site': 'same-origin' };
    for (const header of ['host', 'x-forwarded-host']) {
      expect((await by({ ...named, [header]: 'pimis.example.rs' })).httpStatus).toBe(403);
    }
    expect((await by({ origin: 'http://localhost', 'sec-fetch-site': 'same-origin' })).httpStatus).toBe(200);
  });

  it('lets a bearer client keep its token or rotate; after that the old one ends the session', async () => {
    const first = (await signIn('local.admin')).payload?.refreshToken;
    expect((await refresh({ bearer: first })).httpStatus).toBe(200);
    const offered = (await refresh({ bearer: first })).payload?.refreshToken;
    expect((await refresh({ bearer: offered })).httpStatus).toBe(200);
    expect((await refresh({ bearer: first })).httpStatus).toBe(401);
    expect((await refresh({ bearer: offered })).httpStatus).toBe(401);
  });

  it('ends after half an hour without use, and after twelve hours in total', async () => {
    const idle = (await signIn('local.power')).cookie?.value;
    server.setNow(new Date(Date.now() + 31 * MINUTE_MS));
    expect((await refresh({ cookie: idle })).httpStatus).toBe(401);
    let at = Date.now() + 31 * MINUTE_MS;
    let cookie = (await signIn('local.power')).cookie?.value;
    let steps = 0;
    for (; steps < 40; steps += 1) {
      at += 20 * MINUTE_MS;
      server.setNow(new Date(at));
      const answer = await refresh({ cookie });
      if (answer.httpStatus !== 200) break;
      cookie = answer.cookie;
    }
    expect(steps).toBe(35);
    server.setNow(null);
  });

  it('ends with signing out', async () => {
    const { payload, cookie } = await signIn('reviewer');
    const headers = { authorization: `Bearer ${payload?.accessToken}` };
    expect((await server.app.inject({ method: 'POST', url: '/api/login/logout', headers })).statusCode).toBe(200);
    expect((await refresh({ cookie: cookie?.value })).httpStatus).toBe(401);
    expect((await whoAmI(payload?.accessToken ?? '', 'reviewer')).statusCode).toBe(401);
  });
});
