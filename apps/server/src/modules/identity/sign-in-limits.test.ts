import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import { DEMO_PASSWORD } from '../system/demo-accounts.ts';
import { base64, coseKey, sha256 } from '../../testing/passkey.ts';
import { isThorough } from '../../testing/thorough.ts';
import { useServer } from '../../testing/server.ts';
import { userIdOf } from '../../testing/users.ts';
import { networkOf } from '../../platform/http/networks.ts';
import { BROWSER_DAYS, rememberBrowser } from './sign-in/known-browsers.ts';
import { endSessionsOf } from './sign-in/sessions.ts';
import { limitAttemptFrom, passwordKey } from './sign-in/login-attempt-limit.ts';

const server = useServer();
const WRONG = 'погрешна';
const OFFICE = '10.20.0.1';
const MINUTE_MS = 60_000;
let at = Date.now();

/** Each test begins with nobody slowed, an hour after the one before. */
beforeEach(async () => {
  at += 24 * 60 * MINUTE_MS;
  server.setNow(new Date(at));
  for (const table of ['rate_limits', 'levels', 'known_browsers'] as const) {
    await server.context.db.deleteFrom(table).execute();
  }
});

function later(minutes: number): void {
  at += minutes * MINUTE_MS;
  server.setNow(new Date(at));
}

interface From {
  address?: string;
  browser?: string | undefined;
  web?: boolean;
}

async function signIn(login: string, password = DEMO_PASSWORD, { address = OFFICE, browser, web }: From = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { login, password },
    headers: { 'x-forwarded-for': address, ...(web ? { 'x-pimis-client': 'web' } : {}) },
    ...(browser ? { cookies: { pimis_browser: browser } } : {}),
  });
  return {
    http: answer.statusCode,
    name: answer.json<Envelope<never>>().status.name,
    retryAfter: Number(answer.headers['retry-after']),
    browser: answer.cookies.find(({ name }) => name === 'pimis_browser'),
  };
}

/** A browser by which the user has signed in at the office. */
async function browserOf(login: string): Promise<string> {
  // There is no earlier sign-in, so no location is unknown.
  await server.context.db.updateTable('users').set({ known_locations: [] }).where('login', '=', login).execute();
  const { http, browser } = await signIn(login, DEMO_PASSWORD, { web: true });
  expect([http, browser?.httpOnly, browser?.sameSite, browser?.path]).toEqual([200, true, 'Lax', '/api/login']);
  return browser?.value ?? '';
}

/** Slows the address down as guesses would; "is slowed by guesses over many accounts" makes real guesses. */
async function slowDown(address: string): Promise<void> {
  const level = server.context.config.loginAddressFailures;
  const key = `login:address:${networkOf(address)}`;
  const row = { key, level, at: new Date(at), next_at: new Date(at + MINUTE_MS) };
  const { db } = server.context;
  await db.deleteFrom('levels').where('key', '=', key).execute();
  await db.insertInto('levels').values(row).execute();
}

const counted = { judged: 0 };
/** An attempt like that of the sign-in, without the cost of a password hash; false if it was not checked. */
async function judge(login: string, address: string, right: boolean): Promise<boolean> {
  const before = counted.judged;
  const attempt = { account: passwordKey(login, false), address, directory: false };
  await limitAttemptFrom(server.context, attempt, async () => {
    counted.judged += 1;
    return right || undefined;
  }).catch((error: Error) => {
    expect(error.message).toMatch(/^(SignInSlowed|ReachedFailedLoginAttemptCount)$/);
  });
  return counted.judged > before;
}

describe('an address', () => {
  it('is not slowed for others by an office’s typing mistakes, which a right password takes back', async () => {
    for (let person = 0; person < 40; person += 1) expect((await signIn(`invented.${person}`, WRONG)).http).toBe(401);
    expect((await signIn('local.user')).http).toBe(200);
    const levelOf = async () =>
      (await server.context.db.selectFrom('levels').select('level').where('key', 'like', '%address%').execute())[0]
        ?.level;
    expect(await levelOf()).toBe(40);
    for (let time = 0; time < 4; time += 1) expect((await signIn('local.admin', WRONG)).http).toBe(401);
    expect(await levelOf()).toBe(44);
    expect((await signIn('local.admin')).http).toBe(200);
    expect(await levelOf()).toBe(40);
  });

  it('is slowed by guesses over many accounts, and its waits grow', async () => {
    for (let guess = 0; guess < 110; guess += 1) await judge(`slow.${guess}`, OFFICE, false);
    const first = await signIn('local.user');
    expect(first).toMatchObject({ http: 429, name: 'SignInSlowed' });
    expect(first.retryAfter).toBeGreaterThan(0);
    const waits = [];
    for (let guess = 0; guess < 5; guess += 1) {
      const { http, retryAfter } = await signIn(`next.${guess}`, WRONG);
      expect(http).toBe(429);
      waits.push(retryAfter);
      later(retryAfter / 60);
      expect((await signIn(`next.${guess}`, WRONG)).http).toBe(401);
    }
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
    // Other addresses are not slowed. After the wait the right password is accepted here too, any number of times.
    expect((await signIn('local.user', DEMO_PASSWORD, { address: '10.20.0.2' })).http).toBe(200);
    later(2);
    for (let time = 0; time < 3; time += 1) expect((await signIn('local.user')).http).toBe(200);
    later(61);
    for (let person = 0; person < 5; person += 1) expect((await signIn(`again.${person}`, WRONG)).http).toBe(401);
  });

  it('lets in, even while it is slowed, users who have signed in from that browser before, only as themselves', async () => {
    const browser = await browserOf('local.user');
    await slowDown(OFFICE);
    expect((await signIn('local.user')).http).toBe(429);
    expect((await signIn('local.user', DEMO_PASSWORD, { browser })).http).toBe(200);
    expect((await signIn('local.admin', DEMO_PASSWORD, { browser })).http).toBe(429);
    expect((await signIn('local.user', DEMO_PASSWORD, { browser: `${browser.slice(0, -4)}AAAA` })).http).toBe(429);
    // A known browser gets no more than five guesses.
    const guesses = await Promise.all(Array.from({ length: 20 }, () => signIn('local.user', WRONG, { browser })));
    expect(guesses.filter(({ http }) => http === 401).length).toBe(5);
    expect(guesses.filter(({ http }) => http === 423).length).toBe(15);
    later(16);
    expect((await signIn('local.user', DEMO_PASSWORD, { browser })).http).toBe(200);
    later((BROWSER_DAYS - 1) * 24 * 60);
    await slowDown(OFFICE);
    expect((await signIn('local.user', WRONG, { browser })).http).toBe(401);
    later(24 * 60);
    await slowDown(OFFICE);
    expect((await signIn('local.user', DEMO_PASSWORD, { browser })).http).toBe(429);
  });

  it('does not know a browser from before all sessions of the account were ended', async () => {
    const browser = await browserOf('local.power');
    await slowDown(OFFICE);
    expect((await signIn('local.power', DEMO_PASSWORD, { browser })).http).toBe(200);
    const { db } = server.context;
    const id = await userIdOf(db, 'local.power');
    await db.transaction().execute((tx) => endSessionsOf(tx, id, 'password changed', new Date(at)));
    expect((await signIn('local.power', DEMO_PASSWORD, { browser })).http).toBe(429);
  });

  it('lets users in who sign in with a passkey, each assertion once', async () => {
    await slowDown(OFFICE);
    const device = await deviceOf('local.user');
    const assertion = await device.assertion();
    expect((await device.signIn(assertion)).http).toBe(200);
    expect(await device.signIn(assertion)).toMatchObject({ http: 401, name: 'InvalidPasskey' });
    expect((await device.signIn(await device.assertion(true))).name).toBe('InvalidPasskey');
    const late = await device.assertion();
    later(6);
    expect((await device.signIn(late)).name).toBe('InvalidPasskey');
    // Many challenges of one client do not use up the share of others.
    const assertions = await Promise.all(Array.from({ length: 200 }, () => device.assertion()));
    expect((await device.signIn(assertions[0] ?? {})).http).toBe(200);
  });

  it('of a network that many share has its own limit', async () => {
    const { loginTrustedNetworks: trusted } = server.context.config;
    const address = '198.51.100.7';
    trusted.addSubnet('198.51.100.0', 24, 'ipv4');
    await slowDown(address);
    expect((await signIn('invented', WRONG, { address })).http).toBe(401);
    await slowDown('203.0.113.7');
    expect((await signIn('invented', WRONG, { address: '203.0.113.7' })).http).toBe(429);
  });

  it('in IPv6 is the network of a line', async () => {
    await slowDown('2001:db8:1:2::1');
    expect((await signIn('invented', WRONG, { address: '2001:db8:1:2:9::9' })).http).toBe(429);
    expect((await signIn('invented', WRONG, { address: '2001:db8:1:3::1' })).http).toBe(401);
  });

  it('may request links as often as many people do; then it learns when to continue', async () => {
    const ask = (login: string) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/security/users/${login}/password-reset`,
        headers: { 'x-forwarded-for': OFFICE },
      });
    for (let person = 0; person < 60; person += 1) expect((await ask(`invented.${person}`)).statusCode).toBe(200);
    let slowed = await ask('invented');
    for (let more = 0; more < 60 && slowed.statusCode === 200; more += 1) slowed = await ask(`more.${more}`);
    expect([slowed.statusCode, Number(slowed.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});

describe('guesses over many accounts', () => {
  const ACCOUNTS = 2_000;
  /** More than twice the number that fifty addresses may make in an hour. */
  const GUESSES = isThorough ? 10_000 : 3_600;
  /** More than twice the number that one address may make in an hour. */
  const FROM_ONE = isThorough ? GUESSES : 500;

  /** Guesses evenly for an hour; returns how many guesses were checked. */
  async function guess(addresses: number, guesses = GUESSES): Promise<number> {
    counted.judged = 0;
    const beside = 20;
    for (let from = 0; from < guesses; from += beside) {
      await Promise.all(
        Array.from({ length: beside }, (_, index) => {
          const number = from + index;
          return judge(`account.${number % ACCOUNTS}`, `192.0.2.${number % addresses}`, false);
        }),
      );
      later((60 * beside) / guesses);
    }
    return counted.judged;
  }

  it('are checked some two hundred times an hour from one address, and nobody elsewhere notices', async () => {
    expect(await guess(1, FROM_ONE)).toBeLessThanOrEqual(220);
    expect((await signIn('local.user')).http).toBe(200);
  });

  it('are checked less than two thousand times an hour from fifty, and an office may still mistype', {
    timeout: 180_000,
  }, async () => {
    expect(await guess(50)).toBeLessThan(2_000);
    for (let person = 0; person < 8; person += 1) expect((await signIn(`office.${person}`, WRONG)).http).toBe(401);
    expect((await signIn('local.user')).http).toBe(200);
  });

  it('are checked no more often at once than in sequence', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => signIn(`many.${index}`, WRONG)));
    expect(answers.filter(({ http }) => http === 401).length).toBeLessThanOrEqual(101);
    expect(answers.filter(({ http }) => http === 429).length).toBeGreaterThanOrEqual(199);
  });
});

it('of a user’s eleven known browsers the one unused for longest is forgotten', async () => {
  const { db } = server.context;
  const id = await userIdOf(db, 'mei');
  const use = (cookie?: string) => {
    later(1);
    return db.transaction().execute((tx) => rememberBrowser(server.context, tx, id, cookie));
  };
  const first = (await use()).cookie;
  const second = (await use()).cookie;
  for (let others = 0; others < 8; others += 1) await use();
  await use(first);
  await use();
  expect([(await use(first)).isNew, (await use(second)).isNew]).toEqual([false, true]);
});

it('colleagues who sign in at the same moment do not count as guessing', async () => {
  const logins = ['local.admin', 'local.power', 'minister', 'verifier', 'mei', 'admin', 'reviewer'];
  const answers = await Promise.all(Array.from({ length: 70 }, (_, index) => signIn(logins[index % 7] ?? '')));
  // Some have the wrong location, but none counts as a guess.
  expect(answers.filter(({ http }) => http === 429 || http === 423)).toEqual([]);
});

/** A device that holds a key of the user. */
async function deviceOf(login: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = base64(sha256(`${login} ${at}`));
  const { db, config } = server.context;
  await db
    .insertInto('passkeys')
    .values({
      user_id: await userIdOf(db, login),
      name: 'Кључ',
      credential_id: id,
      public_key: coseKey(publicKey),
      counter: 0,
      transports: [],
      created_at: new Date(at),
    })
    .execute();
  const { origin, hostname } = new URL(config.publicUrl);
  const headers = { 'x-forwarded-for': OFFICE, origin };
  const post = async (url: string, payload: object) => {
    const answer = await server.app.inject({ method: 'POST', url: `/api/login/${url}`, headers, payload });
    const { status, payload: given } = answer.json<Envelope<{ challenge: string }>>();
    return { http: answer.statusCode, name: status.name, challenge: given?.challenge ?? '' };
  };
  return {
    /** The device's answer to a challenge of the server; with `forged` to an invented one. */
    assertion: async (forged = false) => {
      const { challenge: given } = await post('passkey/options', {});
      const challenge = forged ? base64(Buffer.from(given, 'base64url').fill(0, 0, 4)) : given;
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
      // User present and verified; no counter.
      const data = Buffer.concat([sha256(hostname), Buffer.from([0x05, 0, 0, 0, 0])]);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(signature),
        },
      };
    },
    signIn: (credential: object) => post('passkey', { credential }),
  };
}
