import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { type LyingProvider, startLiar } from '../../../testing/oidc/lying-provider.ts';
import { CLIENT, type RealProvider, startProvider } from '../../../testing/oidc/real-provider.ts';
import { refusalIn, settingsOf, Visitor } from '../../../testing/oidc/visitor.ts';
import { useServer } from '../../../testing/server.ts';
import { SignJWT, UnsecuredJWT } from 'jose';

const server = useServer();
let liar: LyingProvider;
let honest: RealProvider;

const CALLBACK = '/api/login/oidc/eid/callback';

beforeAll(async () => {
  server.context.config.publicUrl = 'http://localhost:3999';
  liar = await startLiar();
  honest = await startProvider({ redirect: `http://localhost:3999${CALLBACK}` });
  honest.person = { sub: 'milena' };
  const { db } = server.context;
  const { id } = await db.selectFrom('users').select('id').where('login', '=', 'local.user').executeTakeFirstOrThrow();
  await db
    .insertInto('oidc_links')
    .values([
      { issuer: liar.issuer, subject: 'liar', user_id: id, created_at: new Date() },
      { issuer: honest.issuer, subject: 'milena', user_id: id, created_at: new Date() },
    ])
    .execute();
});
afterAll(() => Promise.all([liar.stop(), honest.stop()]));
afterEach(() => {
  liar.lies = {};
  liar.asked = [];
});

/** Sets up the lying provider anew, so that no test knows its former answers. */
function useLiar(more: Parameters<typeof settingsOf>[1] = {}): void {
  server.context.config.oidcProviders = [settingsOf(liar.issuer, more)];
}

/** Signs in by the lying provider, whose answer a test may change. Returns where the browser is sent. */
async function liedTo(
  lies: LyingProvider['lies'],
  change: (answer: URLSearchParams) => void = () => undefined,
  visitor = new Visitor(server),
  more: Parameters<typeof settingsOf>[1] = {},
) {
  useLiar(more);
  liar.lies = lies;
  const address = await visitor.start();
  if (address.pathname === '/login') return `${address.pathname}${address.search}`;
  liar.nonce = address.searchParams.get('nonce') ?? '';
  const answer = new URLSearchParams({ code: 'a-code', state: address.searchParams.get('state') ?? '' });
  change(answer);
  return visitor.bring(new URL(`${CALLBACK}?${answer.toString()}`, 'http://localhost:3999'));
}

describe('a lying provider', () => {
  it('can sign people in while its answers are correct', async () => {
    expect(await liedTo({})).toBe('/projects');
  });

  it('may have a clock that is half a minute off', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await liedTo({ claims: { iat: now + 30, nbf: now + 30 } })).toBe('/projects');
    expect(await liedTo({ claims: { exp: now - 30 } })).toBe('/projects');
  });

  it.each([
    ['a token of later', { claims: { nbf: Math.floor(Date.now() / 1000) + 120 } }],
    ['the token of another provider', { claims: { iss: 'https://other.example.rs' } }],
    ['a token for another client', { claims: { aud: 'other' } }],
    ['a token for several clients, that another one got', { claims: { aud: [CLIENT.id, 'other'], azp: 'other' } }],
    ['an old token', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['a token of a sign-in that this browser has not begun', { claims: { nonce: 'of somebody else' } }],
    ['a token without the nonce', { claims: { nonce: undefined } }],
    ['a token that names nobody', { claims: { sub: undefined } }],
    ['a token that names everybody', { claims: { sub: 'x'.repeat(256) } }],
    ['a token with a name that nobody can keep', { claims: { sub: 'x\u0000' } }],
  ])('is refused: %s', async (_, lies) => {
    expect(refusalIn(await liedTo(lies))).toBe('ProviderSignInFailed');
  });

  it('cannot use an unsigned token, even if its description allows that', async () => {
    const idToken = (claims: object) => new UnsecuredJWT({ ...claims }).encode();
    const metadata = { id_token_signing_alg_values_supported: ['none', 'RS256'] };
    expect(refusalIn(await liedTo({ idToken, metadata }))).toBe('ProviderSignInFailed');
    expect(refusalIn(await liedTo({ idToken }))).toBe('ProviderSignInFailed');
  });

  it('cannot sign a token with the secret that it shares with us, or with a key that it does not publish', async () => {
    const shared = (claims: object) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(CLIENT.secret));
    const metadata = { id_token_signing_alg_values_supported: ['HS256', 'RS256'] };
    expect(refusalIn(await liedTo({ idToken: shared, metadata }))).toBe('ProviderSignInFailed');
    expect(refusalIn(await liedTo({ idToken: (claims) => liar.sign(claims, { kid: 'hidden' }) }))).toBe(
      'ProviderSignInFailed',
    );
    const broken = async (claims: object) => `${(await liar.sign({ ...claims })).slice(0, -6)}AAAAAA`;
    expect(refusalIn(await liedTo({ idToken: broken }))).toBe('ProviderSignInFailed');
  });

  it('cannot use a key that it has replaced', async () => {
    const old = await startLiar();
    const forged = (claims: object) => old.sign({ ...claims });
    expect(await liedTo({})).toBe('/projects');
    await liar.rotate();
    expect(await liedTo({})).toBe('/projects');
    expect(refusalIn(await liedTo({ idToken: forged }))).toBe('ProviderSignInFailed');
    await old.stop();
  });

  it('is refused if it gives itself another name, or leads to an address without TLS', async () => {
    expect(refusalIn(await liedTo({ metadata: { issuer: 'https://other.example.rs' } }))).toBe('ProviderUnavailable');
    for (const field of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
      const elsewhere = { metadata: { [field]: 'http://10.0.0.1/elsewhere' } };
      expect(refusalIn(await liedTo(elsewhere)), field).toBe('ProviderUnavailable');
    }
  });

  it('cannot exhaust the memory, nor redirect our calls', async () => {
    const endless = (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    expect(refusalIn(await liedTo({ answers: { '/token': endless } }))).toBe('ProviderSignInFailed');
    const away = (response: import('node:http').ServerResponse) =>
      response.writeHead(307, { location: `${liar.issuer}/elsewhere` }).end();
    liar.asked = [];
    expect(refusalIn(await liedTo({ answers: { '/token': away } }))).toBe('ProviderSignInFailed');
    expect(liar.asked).not.toContain('/elsewhere');
  });

  it('cannot return data of a person whom the token does not name, nor confirm an address for another', async () => {
    const { email } = await server.context.db
      .selectFrom('users')
      .select('email')
      .where('login', '=', 'minister')
      .executeTakeFirstOrThrow();
    const metadata = { userinfo_endpoint: `${liar.issuer}/person` };
    const about = (person: object, claims: object = {}) =>
      liedTo(
        {
          metadata,
          claims: { sub: 'stranac', ...claims },
          answers: {
            '/person': (response) =>
              response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(person)),
          },
        },
        () => undefined,
        new Visitor(server),
        { personClaim: 'email' },
      );
    const verified = { email, email_verified: true };
    expect(refusalIn(await about({ sub: 'other', ...verified }))).toBe('ProviderSignInFailed');
    const own = { sub: 'stranac', email: 'stranac@example.rs', email_verified: true };
    expect(refusalIn(await about(own, { email }))).toBe('ProviderAccountUnknown');
    expect(await about({ sub: 'stranac', ...verified })).toBe('/projects');
  });

  it('causes a log entry with its reason, and without data of the person', async () => {
    const heard = vi.spyOn(server.context.log, 'warn');
    await liedTo({ claims: { aud: 'other', name: 'Тајно Име', email: 'tajna@example.rs' } });
    const [said] = heard.mock.calls.map((call) => JSON.stringify(call));
    expect(said).toContain('unexpected JWT claim value encountered');
    expect(said).not.toMatch(/Тајно|tajna|eyJ|a-code/);
    heard.mockRestore();
  });

  it('causes an error message with only our own words', async () => {
    const location = await liedTo({}, (answer) => {
      answer.delete('code');
      answer.set('error', 'access_denied');
      answer.set('error_description', 'Pozovite 0900-123-456');
    });
    expect(location).toBe('/login?redirect=%2Fprojects&refused=ProviderSignInFailed');
  });
});

describe('an answer that somebody else brings', () => {
  it('is refused without a call to the provider if this browser has not begun the sign-in', async () => {
    await liedTo({});
    liar.asked = [];
    const answer = new URL(`${CALLBACK}?code=a-code&state=of-somebody`, 'http://localhost:3999');
    expect(refusalIn(await new Visitor(server).bring(answer))).toBe('ProviderSignInOver');
    expect(refusalIn(await liedTo({}, (given) => given.set('state', 'of-somebody')))).toBe('ProviderSignInOver');
    expect(liar.asked.filter((path) => path === '/token')).toEqual([]);
  });

  it('is refused when it is brought again, also by a provider that takes a code twice', async () => {
    const visitor = new Visitor(server);
    let cookies = {};
    let search = '';
    const keep = (answer: URLSearchParams) => {
      cookies = { ...visitor.cookies };
      search = answer.toString();
    };
    expect(await liedTo({}, keep, visitor)).toBe('/projects');
    const again = new Visitor(server);
    again.cookies = cookies;
    expect(refusalIn(await again.bring(new URL(`${CALLBACK}?${search}`, 'http://localhost:3999')))).toBe(
      'ProviderSignInOver',
    );
    expect(await again.signedIn()).toBeNull();
  });

  it('is refused after its time', async () => {
    server.context.config.oidcProviders = [settingsOf(honest.issuer)];
    const visitor = new Visitor(server);
    const back = await honest.visit((await visitor.start()).href);
    server.setNow(new Date(Date.now() + 11 * 60_000));
    expect(refusalIn(await visitor.bring(back))).toBe('ProviderSignInOver');
    server.setNow(null);
  });

  it('is refused with a stolen code, because the provider knows who has begun', async () => {
    server.context.config.oidcProviders = [settingsOf(honest.issuer)];
    const stolen = await honest.visit((await new Visitor(server).start()).href);
    const thief = new Visitor(server);
    const own = await thief.start();
    stolen.searchParams.set('state', own.searchParams.get('state') ?? '');
    expect(refusalIn(await thief.bring(stolen))).toBe('ProviderSignInFailed');
    expect(await thief.signedIn()).toBeNull();
  });

  it('is refused with a code that was used', async () => {
    server.context.config.oidcProviders = [settingsOf(honest.issuer)];
    const visitor = new Visitor(server);
    const back = await honest.visit((await visitor.start()).href);
    const { cookies } = visitor;
    visitor.cookies = { ...cookies };
    expect(await visitor.bring(back)).toBe('/projects');
    const again = new Visitor(server);
    again.cookies = { ...cookies };
    expect(refusalIn(await again.bring(back))).toBe('ProviderSignInFailed');
  });

  it('is refused if it comes from a provider other than the one that was asked (mix-up)', async () => {
    server.context.config.oidcProviders = [settingsOf(honest.issuer), settingsOf(liar.issuer, { id: 'drugi' })];
    const visitor = new Visitor(server);
    const back = await honest.visit((await visitor.start('eid')).href);
    // The provider names itself in its answer (RFC 9207).
    expect(back.searchParams.get('iss')).toBe(honest.issuer);
    const other = new Visitor(server);
    other.cookies = { ...visitor.cookies };
    expect(refusalIn(await other.bring(new URL(back.href.replace('/eid/', '/drugi/'))))).toBe('ProviderSignInOver');
    back.searchParams.set('iss', liar.issuer);
    expect(refusalIn(await visitor.bring(back))).toBe('ProviderSignInFailed');
  });
});

describe('a provider that does not answer', () => {
  const local = async () =>
    (await server.call(null, 'POST', 'login', { login: 'minister', password: DEMO_PASSWORD })).status.name;

  it('causes an error message while it is down, is not asked for a while, and people can sign in by password', async () => {
    const gone = await startLiar();
    await gone.stop();
    server.context.config.oidcProviders = [settingsOf(gone.issuer)];
    const visitor = new Visitor(server);
    expect(refusalIn(String(await visitor.start().then(({ pathname, search }) => pathname + search)))).toBe(
      'ProviderUnavailable',
    );
    expect(await local()).toBe('Success');
  });

  it('delays nobody beyond its time limit, at the start or at the end', async () => {
    const silent = () => undefined;
    useLiar({ timeoutMs: 200 });
    liar.lies = { answers: { '/.well-known/openid-configuration': silent } };
    const visitor = new Visitor(server);
    expect((await visitor.start()).search).toContain('refused=ProviderUnavailable');
    // The provider is not asked again for a while, although it would answer now.
    liar.lies = {};
    liar.asked = [];
    expect((await visitor.start()).search).toContain('refused=ProviderUnavailable');
    expect(liar.asked).toEqual([]);

    useLiar({ timeoutMs: 200 });
    const address = await visitor.start();
    liar.lies = { answers: { '/token': silent } };
    const search = new URLSearchParams({ code: 'a-code', state: address.searchParams.get('state') ?? '' });
    const back = new URL(`${CALLBACK}?${search.toString()}`, 'http://localhost:3999');
    expect(refusalIn(await visitor.bring(back))).toBe('ProviderUnavailable');
    expect(await local()).toBe('Success');
  });

  it('is not taken for a refusal when it is broken', async () => {
    const broken = (response: import('node:http').ServerResponse) => response.writeHead(500).end();
    expect(refusalIn(await liedTo({ answers: { '/token': broken } }))).toBe('ProviderUnavailable');
    // An invented code may cause this answer, so others can still sign in.
    liar.lies = {};
    expect((await new Visitor(server).start()).pathname).not.toBe('/login');
  });
});
