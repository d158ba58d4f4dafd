import { generateKeyPairSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { startProvider } from '../../../testing/oidc/real-provider.ts';
import { EMAIL, useProvider } from '../../../testing/oidc/use-provider.ts';
import { refusalIn, settingsOf, Visitor } from '../../../testing/oidc/visitor.ts';
import { useServer } from '../../../testing/server.ts';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { ownPath } from './start.ts';

const server = useServer();
const { provider, use, signIn, linkMails, rowsOf } = useProvider(server);

describe('signing in by a provider', () => {
  it('opens a session of the account that has the verified address, and links it', async () => {
    provider().person = { sub: 'milena', claims: EMAIL };
    const { visitor, location } = await signIn();
    expect(location).toBe('/projects');
    expect(await visitor.signedIn()).toBe('local.user');
    expect((await rowsOf('session.open'))[0]).toMatchObject({
      login: 'local.user',
      detail: { by: 'oidc', provider: 'eid' },
    });
    expect((await rowsOf('user.providerLink'))[0]).toMatchObject({
      detail: { before: null, after: { provider: 'eid' } },
    });
    const [mail, another] = await linkMails();
    expect([mail?.to, another]).toEqual([EMAIL.email, undefined]);
    expect(mail?.text).toContain('са налогом код „еИД“');
    // The link identifies the person, even if their address changes later.
    provider().person = { sub: 'milena', claims: { ...EMAIL, email: 'other@example.rs' } };
    expect(await (await signIn()).visitor.signedIn()).toBe('local.user');
    expect(await linkMails()).toEqual([]);
  });

  it('sends code, PKCE, state and nonce, and no data of the person', async () => {
    const address = await new Visitor(server).start();
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'pimis',
      redirect_uri: 'http://localhost:3999/api/login/oidc/eid/callback',
      response_type: 'code',
      scope: 'openid email profile groups',
      state: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge_method: 'S256',
    });
  });

  it('sets cookies that no script reads, and sends only the necessary ones on the way back from the provider', async () => {
    provider().person = { sub: 'milena', claims: EMAIL };
    const visitor = new Visitor(server);
    const attributesOf = (answer: Awaited<ReturnType<Visitor['open']>>) =>
      answer.cookies.map(({ name, httpOnly, sameSite, path }) => [name, httpOnly, sameSite, path]);
    const start = await visitor.open('/api/login/oidc/eid/start');
    expect(attributesOf(start)).toEqual([['pimis_oidc', true, 'Lax', '/api/login/oidc']]);
    const { pathname, search } = await provider().visit(String(start.headers.location));
    expect(attributesOf(await visitor.open(`${pathname}${search}`))).toEqual([
      ['pimis_oidc', undefined, 'Lax', '/api/login/oidc'],
      ['pimis_refresh', true, 'Strict', '/api/login'],
      ['pimis_browser', true, 'Lax', '/api/login'],
    ]);
    // The browser is known from then on: it is not a new device at each sign-in.
    const known = () => server.context.db.selectFrom('known_browsers').select('id').execute();
    const before = await known();
    await signIn(visitor);
    expect(await known()).toEqual(before);
  });

  it('works with a private key instead of a secret', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'ours' };
    const redirect = 'http://localhost:3999/api/login/oidc/eid/callback';
    const keyed = await startProvider({ redirect, authentication: { method: 'private_key_jwt', key } });
    keyed.person = { sub: 'milena', claims: EMAIL };
    server.context.config.oidcProviders = [
      settingsOf(keyed.issuer, { personClaim: 'email', proof: { key: privateKey } }),
    ];
    const visitor = new Visitor(server);
    await visitor.bring(await keyed.visit((await visitor.start()).href));
    expect(await visitor.signedIn()).toBe('local.user');
    await keyed.stop();
  });

  it('still works after the provider has replaced its keys', async () => {
    provider().person = { sub: 'milena', claims: EMAIL };
    expect((await signIn()).location).toBe('/projects');
    await provider().rotate();
    expect((await signIn()).location).toBe('/projects');
  });

  it('lists the providers, without their secrets', async () => {
    const { payload } = await server.call<unknown>(null, 'GET', 'login/oidc');
    expect(payload).toEqual([{ id: 'eid', label: 'еИД' }]);
    expect((await server.app.inject('/api/login/oidc/other/start')).statusCode).toBe(404);
  });

  it('leads back only to pages of the product', () => {
    expect(ownPath('/projects?status=1#top')).toBe('/projects?status=1#top');
    for (const foreign of ['https://zlo.example', '//zlo.example', '/\\zlo.example', '/\t/zlo.example', 'projects']) {
      expect(ownPath(foreign)).toBe('/dashboard');
    }
  });
});

describe('the account of a person', () => {
  it('is not found by an unverified address, nor by one that two people have', async () => {
    provider().person = { sub: 'milena', claims: { ...EMAIL, email_verified: false } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    const { db } = server.context;
    await db
      .updateTable('users')
      .set({ email: 'two@example.rs' })
      .where('login', 'in', ['local.power', 'reviewer'])
      .execute();
    provider().person = { sub: 'milena', claims: { ...EMAIL, email: 'two@example.rs' } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    expect((await rowsOf('session.refused'))[0]).toMatchObject({ detail: { reason: 'account', by: 'oidc' } });
  });

  it('is found by the configured claim, which must be the directory login', async () => {
    use({ personClaim: 'upn' });
    await server.context.db
      .updateTable('users')
      .set({ login_ad: 'milena.m' })
      .where('login', '=', 'local.user')
      .execute();
    provider().person = { sub: 'milena', claims: { upn: 'local.user' } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    provider().person = { sub: 'milena', claims: { upn: 'Milena.M' } };
    expect(await (await signIn()).visitor.signedIn()).toBe('local.user');
  });

  it('is unknown without a rule, and none is made', async () => {
    use();
    provider().person = { sub: 'milena', claims: EMAIL };
    const { visitor, location } = await signIn();
    expect(location).toBe('/login?redirect=%2Fprojects&refused=ProviderAccountUnknown');
    expect(await visitor.signedIn()).toBeNull();
  });

  it('is refused while it is not active', async () => {
    const { db } = server.context;
    provider().person = { sub: 'milena', claims: EMAIL };
    await db.updateTable('users').set({ status: 3 }).where('login', '=', 'local.user').execute();
    expect(refusalIn((await signIn()).location)).toBe('RevokedUser');
    expect(await db.selectFrom('oidc_links').select('subject').execute()).toEqual([]);
    await db.updateTable('users').set({ status: 1 }).where('login', '=', 'local.user').execute();
    await signIn();
    await db.updateTable('users').set({ status: 4 }).where('login', '=', 'local.user').execute();
    expect(refusalIn((await signIn()).location)).toBe('DisabledUser');
    await db.updateTable('users').set({ status: 1 }).where('login', '=', 'local.user').execute();
  });
});

describe('the second step', () => {
  it('follows as after a password, unless the provider’s own second step is accepted', async () => {
    const secret = await server.call<{ secret: string }>('reviewer', 'POST', 'security/users/reviewer/second-factor', {
      password: DEMO_PASSWORD,
    });
    // Each code works once; the next one is accepted already.
    const code = (seconds: number) =>
      new TOTP({ secret: Secret.fromBase32(secret.payload?.secret ?? '') }).generate({
        timestamp: Date.now() + seconds * 1000,
      });
    await server.call('reviewer', 'POST', 'security/users/reviewer/second-factor/confirm', { code: code(0) });
    const email = 'ocenjivac@example.rs';
    await server.context.db.updateTable('users').set({ email }).where('login', '=', 'reviewer').execute();
    provider().person = { sub: 'ocena', claims: { email, email_verified: true }, amr: ['pwd', 'mfa'] };
    const { visitor, location } = await signIn();
    const { hash, searchParams } = new URL(location, 'http://pimis.invalid');
    const step = new URLSearchParams(hash.slice(1));
    expect([step.get('step'), searchParams.get('redirect'), searchParams.get('refused')]).toEqual([
      'code',
      '/projects',
      null,
    ]);
    expect(await visitor.signedIn()).toBeNull();
    const second = await server.app.inject({
      method: 'POST',
      url: '/api/login/second-step',
      payload: { token: step.get('token'), code: code(30) },
      headers: { 'x-pimis-client': 'web' },
    });
    expect(second.statusCode).toBe(200);
    const session = await server.context.db
      .selectFrom('sessions')
      .select(['oidc_issuer', 'oidc_sid'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(session).toEqual({ oidc_issuer: provider().issuer, oidc_sid: null });

    use({ acrSecondStep: ['urn:high', 'mfa'] });
    expect((await new Visitor(server).start()).searchParams.get('acr_values')).toBe('urn:high mfa');
    expect(await (await signIn()).visitor.signedIn()).toBe('reviewer');
    provider().person = { ...provider().person, amr: ['pwd'] };
    expect((await signIn()).location).toContain('#step=code');
  });
});

it('while the installation is read-only, linked people can sign in and nobody is linked', async () => {
  provider().person = { sub: 'milena', claims: EMAIL };
  server.setReadOnly('Одржавање');
  expect(refusalIn((await signIn()).location)).toBe('ReadOnly');
  server.setReadOnly(null);
  await signIn();
  server.setReadOnly('Одржавање');
  expect(await (await signIn()).visitor.signedIn()).toBe('local.user');
  server.setReadOnly(null);
});
