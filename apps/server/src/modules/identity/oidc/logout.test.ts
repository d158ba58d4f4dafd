import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { type JWTPayload, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { type LyingProvider, startLiar } from '../../../testing/oidc/lying-provider.ts';
import { CLIENT, type RealProvider, startProvider } from '../../../testing/oidc/real-provider.ts';
import { settingsOf, Visitor } from '../../../testing/oidc/visitor.ts';
import { queriesOf } from '../../../testing/query-recorder.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
let provider: RealProvider;
let liar: LyingProvider;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

beforeAll(async () => {
  server.context.config.publicUrl = 'http://localhost:3999';
  // The provider reports logouts to a real address.
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  provider = await startProvider({
    redirect: 'http://localhost:3999/api/login/oidc/eid/callback',
    backchannelLogout: `http://127.0.0.1:${port}/api/login/oidc/eid/backchannel-logout`,
  });
  liar = await startLiar();
  server.context.config.oidcProviders = [settingsOf(provider.issuer), settingsOf(liar.issuer, { id: 'drugi' })];
  const { db } = server.context;
  const people = await db
    .selectFrom('users')
    .select(['id', 'login'])
    .where('login', 'in', ['local.user', 'minister'])
    .execute();
  for (const { id, login } of people) {
    await db
      .insertInto('oidc_links')
      .values([provider, liar].map(({ issuer }) => ({ issuer, subject: login, user_id: id, created_at: new Date() })))
      .execute();
  }
});
afterAll(() => Promise.all([provider.stop(), liar.stop()]));

async function signIn(login: string): Promise<Visitor> {
  provider.person = { sub: login };
  const visitor = new Visitor(server);
  expect(await visitor.bring(await provider.visit((await visitor.start()).href))).toBe('/projects');
  return visitor;
}

/** Signs in by the lying provider with these claims; returns where the browser is sent. */
async function bringByLiar(
  visitor: Visitor,
  claims: Record<string, unknown>,
  by: LyingProvider = liar,
  id = 'drugi',
): Promise<string> {
  const address = await visitor.start(id);
  by.nonce = address.searchParams.get('nonce') ?? '';
  by.lies = { claims };
  const answer = new URLSearchParams({ code: 'a-code', state: address.searchParams.get('state') ?? '' });
  return visitor.bring(new URL(`/api/login/oidc/${id}/callback?${answer.toString()}`, 'http://localhost:3999'));
}

/** A session that the liar has opened. */
async function signInByLiar(claims: Record<string, unknown>): Promise<Visitor> {
  const visitor = new Visitor(server);
  expect(await bringByLiar(visitor, claims)).toBe('/projects');
  return visitor;
}

const tell = (token: string, id = 'drugi') =>
  server.app.inject({
    method: 'POST',
    url: `/api/login/oidc/${id}/backchannel-logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });

const endsRow = () =>
  server.context.db
    .selectFrom('audit_log')
    .select(['subject_id', 'detail'])
    .where('operation', '=', 'session.end')
    .orderBy('id', 'desc')
    .executeTakeFirst();

describe('a session that ends at the provider', () => {
  it('ends here at once, and no other session does', async () => {
    const minister = await signIn('minister');
    const visitor = await signIn('local.user');
    await provider.signOut();
    expect(await visitor.signedIn()).toBeNull();
    expect(await minister.signedIn()).toBe('minister');
    expect((await endsRow())?.detail).toMatchObject({ after: { sessions: [] }, provider: 'eid' });
  });
});

describe('a sign-in that waits for its second step', () => {
  /** Sets up the second step; returns the next code, because each code works once. */
  async function setUp(login: string): Promise<string> {
    const path = `security/users/${login}/second-factor`;
    const made = await server.call<{ secret: string }>(login, 'POST', path, { password: DEMO_PASSWORD });
    const totp = new TOTP({ secret: Secret.fromBase32(made.payload?.secret ?? '') });
    await server.call(login, 'POST', `${path}/confirm`, { code: totp.generate() });
    const { id } = await server.context.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow();
    const link = { issuer: liar.issuer, subject: login, user_id: id, created_at: new Date() };
    await server.context.db.insertInto('oidc_links').values(link).execute();
    return totp.generate({ timestamp: Date.now() + 30_000 });
  }

  /** The token of the second step after a sign-in by the lying provider. */
  async function waiting(claims: Record<string, unknown>): Promise<string> {
    const { hash } = new URL(await bringByLiar(new Visitor(server), claims), 'http://pimis.invalid');
    return new URLSearchParams(hash.slice(1)).get('token') ?? '';
  }

  async function finish(token: string, code = '000000'): Promise<string> {
    const payload = { token, code };
    const answer = await server.app.inject({ method: 'POST', url: '/api/login/second-step', payload });
    return answer.json<{ status: { name: string } }>().status.name;
  }

  async function logout(whom: object): Promise<void> {
    const iat = Math.floor(Date.now() / 1000);
    const events = { [EVENT]: {} };
    const token = { iss: liar.issuer, aud: CLIENT.id, iat, exp: iat + 120, jti: 'one', events, ...whom };
    expect((await tell(await liar.sign(token))).statusCode).toBe(200);
  }

  it('ends with the session at the provider, by its number or by the person, and no other one does', async () => {
    const code = await setUp('reviewer');
    const [ended, other] = [
      await waiting({ sub: 'reviewer', sid: 'step-1' }),
      await waiting({ sub: 'reviewer', sid: 'step-2' }),
    ];
    await logout({ sid: 'step-1' });
    await logout({ sub: 'minister' });
    expect(await finish(ended)).toBe('InvalidSecondStep');
    const unnumbered = await waiting({ sub: 'reviewer' });
    await logout({ sub: 'reviewer', sid: 'step-9' });
    expect(await finish(unnumbered)).toBe('InvalidSecondStep');
    // None of these has ended the other sign-in.
    expect(await finish(other, code)).toBe('Success');
    const ofPerson = await waiting({ sub: 'reviewer', sid: 'step-3' });
    await logout({ sub: 'reviewer' });
    expect(await finish(ofPerson)).toBe('InvalidSecondStep');
  });

  it('ends by a frame of the provider', async () => {
    await setUp('verifier');
    const token = await waiting({ sub: 'verifier', sid: 'step-5' });
    const query = new URLSearchParams({ iss: liar.issuer, sid: 'step-5' }).toString();
    expect((await server.app.inject(`/api/login/oidc/drugi/frontchannel-logout?${query}`)).statusCode).toBe(200);
    expect(await finish(token)).toBe('InvalidSecondStep');
  });

  it('ends when the link is removed', async () => {
    const code = await setUp('evaluator');
    const token = await waiting({ sub: 'evaluator', sid: 'step-6' });
    const proof = { password: DEMO_PASSWORD, code };
    const removed = await server.call('evaluator', 'POST', 'security/users/evaluator/providers/drugi/remove', proof);
    expect(removed.httpStatus, JSON.stringify(removed)).toBe(200);
    expect(await finish(token)).toBe('InvalidSecondStep');
  });
});

describe('a provider whose keys cannot be read', () => {
  it('gets the answer to try again, and its logout works later', async () => {
    const silent = await startLiar();
    const { oidcProviders } = server.context.config;
    server.context.config.oidcProviders = [...oidcProviders, settingsOf(silent.issuer, { id: 'treci' })];
    const { db } = server.context;
    const { id } = await db.selectFrom('users').select('id').where('login', '=', 'minister').executeTakeFirstOrThrow();
    await db
      .insertInto('oidc_links')
      .values({ issuer: silent.issuer, subject: 'minister', user_id: id, created_at: new Date() })
      .execute();
    const visitor = new Visitor(server);
    expect(await bringByLiar(visitor, { sub: 'minister', sid: 'session-5' }, silent, 'treci')).toBe('/projects');
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: silent.issuer, aud: CLIENT.id, iat, exp: iat + 120, jti: 'one', sid: 'session-5' };
    const token = await silent.sign({ ...claims, events: { [EVENT]: {} } });
    silent.lies = { answers: { '/keys': (response) => response.writeHead(500).end() } };
    expect([(await tell(token, 'treci')).statusCode, await visitor.signedIn()]).toEqual([503, 'minister']);
    silent.lies = {};
    expect([(await tell(token, 'treci')).statusCode, await visitor.signedIn()]).toEqual([200, null]);
    server.context.config.oidcProviders = oidcProviders;
    await silent.stop();
  });
});

describe('a logout token', () => {
  let now: number;
  let claims: JWTPayload;

  beforeEach(() => {
    now = Math.floor(Date.now() / 1000);
    claims = {
      iss: liar.issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 120,
      jti: 'one',
      sid: 'session-1',
      events: { [EVENT]: {} },
    };
  });

  it('ends the session with its number, or without a number those of the person', async () => {
    const first = await signInByLiar({ sub: 'local.user', sid: 'session-1' });
    const second = await signInByLiar({ sub: 'local.user', sid: 'session-2' });
    const unnumbered = await signInByLiar({ sub: 'local.user' });
    const other = await signInByLiar({ sub: 'minister' });
    const answer = await tell(await liar.sign(claims));
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect([await first.signedIn(), await second.signedIn()]).toEqual([null, 'local.user']);
    await tell(await liar.sign({ ...claims, sub: 'local.user' }, { typ: 'logout+jwt' }));
    expect([await unnumbered.signedIn(), await second.signedIn()]).toEqual([null, 'local.user']);
    const { sid: _, ...ofPerson } = claims;
    await tell(await liar.sign({ ...ofPerson, sub: 'local.user' }));
    expect([await second.signedIn(), await other.signedIn()]).toEqual([null, 'minister']);
    // Nothing is left to end.
    expect((await tell(await liar.sign({ ...ofPerson, sub: 'local.user' }))).statusCode).toBe(200);
  });

  it('is refused if anything in it is wrong, and the session stays', async () => {
    const visitor = await signInByLiar({ sub: 'local.user', sid: 'session-1' });
    const stranger = await startLiar();
    const wrong: Record<string, string> = {
      'not signed': new UnsecuredJWT(claims).encode(),
      'of another key': await stranger.sign(claims, { kid: 'hidden' }),
      'of a key with the same number': await stranger.sign(claims),
      'for another client': await liar.sign({ ...claims, aud: 'other' }),
      'of another provider': await liar.sign({ ...claims, iss: provider.issuer }),
      'a token of a sign-in': await liar.sign({ ...claims, nonce: 'of-a-sign-in' }),
      'of another type': await liar.sign(claims, { typ: 'at+jwt' }),
      'without the event': await liar.sign({ ...claims, events: {} }),
      'about nobody': await liar.sign({ ...claims, sid: undefined }),
      'kept for an hour': await liar.sign({ ...claims, iat: now - 3_600 }),
      'run out': await liar.sign({ ...claims, exp: now - 120 }),
      'without its own number': await liar.sign({ ...claims, jti: undefined }),
      'no token': 'abc',
      'too long': `${await liar.sign(claims)}${'x'.repeat(8_000)}`,
    };
    for (const [what, token] of Object.entries(wrong)) {
      const answer = await tell(token);
      expect([answer.statusCode, answer.json<{ error: string }>().error], what).toEqual([400, 'invalid_request']);
    }
    expect(await visitor.signedIn()).toBe('local.user');
    await stranger.stop();
  });

  it('makes the server call the provider only if it claims to be for us', async () => {
    await liar.rotate();
    liar.asked = [];
    await tell(await liar.sign({ ...claims, aud: 'other' }));
    await tell('abc');
    expect(liar.asked).toEqual([]);
  });
});

describe('a frame of the provider in the browser', () => {
  it('ends the session with this number of this provider', async () => {
    const visitor = await signInByLiar({ sub: 'minister', sid: 'session-9' });
    const frame = (query: Record<string, string>) =>
      server.app.inject(`/api/login/oidc/drugi/frontchannel-logout?${new URLSearchParams(query).toString()}`);
    expect((await frame({ iss: provider.issuer, sid: 'session-9' })).statusCode).toBe(400);
    expect((await frame({ iss: liar.issuer })).statusCode).toBe(400);
    expect((await frame({ iss: liar.issuer, sid: 'session-8' })).statusCode).toBe(200);
    expect(await visitor.signedIn()).toBe('minister');
    expect((await frame({ iss: liar.issuer, sid: 'session-9' })).statusCode).toBe(200);
    expect(await visitor.signedIn()).toBeNull();
  });
});

async function queriesIn(work: () => Promise<unknown>): Promise<number> {
  // This statement is not counted; without it a call might have none.
  const queries = await queriesOf(async () => {
    await sql`select 'measured'`.execute(server.context.db);
    await work();
  });
  return queries.length - 1;
}

it('a stranger causes almost no work of the server, and none of the provider (docs/security.md)', async () => {
  liar.asked = [];
  const calls = [
    ['login/oidc', 0],
    ['login/oidc/drugi/start', 0],
    ['login/oidc/drugi/callback?code=a-code&state=of-somebody', 0],
    [`login/oidc/drugi/frontchannel-logout?iss=${liar.issuer}&sid=guessed`, 3],
  ] as const;
  for (const [url, most] of calls) {
    expect(await queriesIn(() => server.app.inject(`/api/${url}`)), url).toBeLessThanOrEqual(most);
  }
  expect(await queriesIn(() => tell('abc'))).toBe(0);
  expect(liar.asked).toEqual([]);
  // After beginning a sign-in anybody may invent a code: this costs a call to the provider and counts as a refusal.
  const visitor = new Visitor(server);
  const state = (await visitor.start('drugi')).searchParams.get('state') ?? '';
  liar.lies = { answers: { '/token': (response) => response.writeHead(400).end('{"error":"invalid_grant"}') } };
  const made = `/api/login/oidc/drugi/callback?code=made-up&state=${state}`;
  expect(await queriesIn(() => visitor.open(made))).toBeLessThanOrEqual(5);
});
