import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { type RealProvider, startProvider } from '../../../testing/oidc/real-provider.ts';
import { refusalIn, settingsOf, Visitor } from '../../../testing/oidc/visitor.ts';
import { useServer } from '../../../testing/server.ts';
import { makeLinkToken } from '../../../platform/access/tokens.ts';
import { ownPath } from './start.ts';

const server = useServer();
let provider: RealProvider;

const EMAIL = { email: 'local.user@example.rs', email_verified: true };

function use(more: Parameters<typeof settingsOf>[1] = {}): void {
  server.context.config.oidcProviders = [settingsOf(provider.issuer, more)];
}

async function signIn(visitor = new Visitor(server)) {
  const location = await visitor.bring(await provider.visit((await visitor.start()).href));
  return { visitor, location };
}

/** Addresses of the mails about a new link that wait, which are removed. */
async function linkMails(): Promise<{ to: string; text: string }[]> {
  const { rows } = await sql<{ payload: { to: string; subject: string; text: string } }>`
    with sent as (delete from graphile_worker._private_jobs where task_id =
      (select id from graphile_worker._private_tasks where identifier = 'sendMail') returning payload)
    select payload from sent`.execute(server.context.db);
  return rows.flatMap(({ payload }) => (payload.subject === 'ПИМИС: налог је повезан' ? [payload] : []));
}

const rowsOf = (operation: string) =>
  server.context.db
    .selectFrom('audit_log')
    .select(['login', 'subject_id', 'detail'])
    .where('operation', '=', operation)
    .orderBy('id', 'desc')
    .execute();

beforeAll(async () => {
  // The port is not known before; nothing listens at this address.
  server.context.config.publicUrl = 'http://localhost:3999';
  provider = await startProvider({ redirect: 'http://localhost:3999/api/login/oidc/eid/callback' });
  await server.context.db.updateTable('users').set({ email: EMAIL.email }).where('login', '=', 'local.user').execute();
});
afterAll(() => provider.stop());
beforeEach(() => use({ personClaim: 'email' }));
afterEach(() => server.context.db.deleteFrom('oidc_links').execute());

describe('signing in by a provider', () => {
  it('opens a session of the account that has the verified address, and links it', async () => {
    provider.person = { sub: 'milena', claims: EMAIL };
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
    // The link is to the person, whatever their address is later.
    provider.person = { sub: 'milena', claims: { ...EMAIL, email: 'other@example.rs' } };
    expect(await (await signIn()).visitor.signedIn()).toBe('local.user');
    expect(await linkMails()).toEqual([]);
  });

  it('sends code, PKCE, state and nonce, and nothing that says who is expected', async () => {
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

  it('sets cookies that no script reads, and of which only those come back from the provider that have to', async () => {
    provider.person = { sub: 'milena', claims: EMAIL };
    const visitor = new Visitor(server);
    const attributesOf = (answer: Awaited<ReturnType<Visitor['open']>>) =>
      answer.cookies.map(({ name, httpOnly, sameSite, path }) => [name, httpOnly, sameSite, path]);
    const start = await visitor.open('/api/login/oidc/eid/start');
    expect(attributesOf(start)).toEqual([['pimis_oidc', true, 'Lax', '/api/login/oidc']]);
    const { pathname, search } = await provider.visit(String(start.headers.location));
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

  it('works with a private key in place of a secret', async () => {
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

  it('goes on after the provider has replaced its keys', async () => {
    provider.person = { sub: 'milena', claims: EMAIL };
    expect((await signIn()).location).toBe('/projects');
    await provider.rotate();
    expect((await signIn()).location).toBe('/projects');
  });

  it('lists the providers, without their secrets', async () => {
    const { payload } = await server.call<unknown>(null, 'GET', 'login/oidc');
    expect(payload).toEqual([{ id: 'eid', label: 'еИД' }]);
    expect((await server.app.inject('/api/login/oidc/other/start')).statusCode).toBe(404);
  });

  it('leads back to pages of the product alone', () => {
    expect(ownPath('/projects?status=1#top')).toBe('/projects?status=1#top');
    for (const foreign of ['https://zlo.example', '//zlo.example', '/\\zlo.example', '/\t/zlo.example', 'projects']) {
      expect(ownPath(foreign)).toBe('/dashboard');
    }
  });
});

describe('who somebody is', () => {
  it('is not said by an address that nobody has verified, nor by one that two people have', async () => {
    provider.person = { sub: 'milena', claims: { ...EMAIL, email_verified: false } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    const { db } = server.context;
    await db
      .updateTable('users')
      .set({ email: 'two@example.rs' })
      .where('login', 'in', ['local.power', 'reviewer'])
      .execute();
    provider.person = { sub: 'milena', claims: { ...EMAIL, email: 'two@example.rs' } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    expect((await rowsOf('session.refused'))[0]).toMatchObject({ detail: { reason: 'account', by: 'oidc' } });
  });

  it('is said by the claim of the settings, which must be the directory login', async () => {
    use({ personClaim: 'upn' });
    await server.context.db
      .updateTable('users')
      .set({ login_ad: 'milena.m' })
      .where('login', '=', 'local.user')
      .execute();
    provider.person = { sub: 'milena', claims: { upn: 'local.user' } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    provider.person = { sub: 'milena', claims: { upn: 'Milena.M' } };
    expect(await (await signIn()).visitor.signedIn()).toBe('local.user');
  });

  it('is nobody without a rule, and no account is opened', async () => {
    use();
    provider.person = { sub: 'milena', claims: EMAIL };
    const { visitor, location } = await signIn();
    expect(location).toBe('/login?redirect=%2Fprojects&refused=ProviderAccountUnknown');
    expect(await visitor.signedIn()).toBeNull();
  });

  it('opens no account that is not active', async () => {
    const { db } = server.context;
    provider.person = { sub: 'milena', claims: EMAIL };
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

describe('an account that is opened at the first sign-in', () => {
  const person = { email: 'nova.osoba@example.rs', email_verified: true, name: 'Нова Особа' };

  async function places() {
    const { organization_id, role_id } = await server.context.db
      .selectFrom('users')
      .select(['organization_id', 'role_id'])
      .where('login', '=', 'local.user')
      .executeTakeFirstOrThrow();
    const { name } = await server.context.db
      .selectFrom('roles')
      .select('name')
      .where('id', '=', role_id)
      .executeTakeFirstOrThrow();
    const admin = await server.context.db
      .selectFrom('role_claims')
      .innerJoin('roles', 'roles.id', 'role_claims.role_id')
      .select('roles.name')
      .where('claim', '=', 'Admin')
      .executeTakeFirstOrThrow();
    return { organization: organization_id, role: name, admin: admin.name };
  }

  it('has the body and role of the map, and is refused to everybody else', async () => {
    const { organization, role, admin } = await places();
    use({
      createBy: {
        claim: 'groups',
        map: {
          unos: { organization, role },
          vlast: { organization: '00000', role: admin },
          nema: { organization, role: 'Улога које нема' },
          drugde: { organization: '99999', role },
        },
      },
    });
    for (const groups of [['others'], [], ['vlast'], ['nema'], ['drugde']]) {
      provider.person = { sub: 'nova', claims: { ...person, groups } };
      expect(refusalIn((await signIn()).location), String(groups)).toBe('ProviderAccountUnknown');
    }
    provider.person = { sub: 'nova', claims: { ...person, email_verified: false, groups: ['unos'] } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    // The address belongs to an account, which was not named by it.
    provider.person = { sub: 'nova', claims: { ...person, ...EMAIL, groups: ['unos'] } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');

    provider.person = { sub: 'nova', claims: { ...person, groups: ['others', 'unos'] } };
    await linkMails();
    const { visitor } = await signIn();
    const login = await visitor.signedIn();
    expect(login).toBe('nova.osoba');
    const user = await server.context.db
      .selectFrom('users')
      .select(['name', 'email', 'status', 'organization_id', 'password_hash'])
      .where('login', '=', login)
      .executeTakeFirstOrThrow();
    expect(user).toEqual({
      name: person.name,
      email: person.email,
      status: 1,
      organization_id: organization,
      password_hash: null,
    });
    expect(await linkMails()).toEqual([]);
    expect((await rowsOf('user.create'))[0]).toMatchObject({ login: null, detail: { after: { login } } });
    // The second sign-in finds it.
    expect(await (await signIn()).visitor.signedIn()).toBe(login);
  });

  it('is one account, also where the person signs in twice at once', async () => {
    const { organization, role } = await places();
    use({ createBy: { claim: 'groups', map: { unos: { organization, role } } } });
    provider.person = { sub: 'dvaput', claims: { ...person, email: 'dvaput@example.rs', groups: 'unos' } };
    const visitors = [new Visitor(server), new Visitor(server)];
    const answers: URL[] = [];
    for (const visitor of visitors) answers.push(await provider.visit((await visitor.start()).href));
    await Promise.all(
      visitors.map((visitor, index) => visitor.bring(answers[index] ?? new URL('http://nowhere.invalid'))),
    );
    const logins = await Promise.all(visitors.map((visitor) => visitor.signedIn()));
    expect(logins).toEqual([logins[0], logins[0]]);
    expect(logins[0]).toMatch(/^nova\.osoba/);
    const made = await server.context.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'dvaput@example.rs')
      .execute();
    expect(made).toHaveLength(1);
  });

  it('counts as a user of its body', async () => {
    const { organization, role } = await places();
    use({ createBy: { claim: 'groups', map: { unos: { organization, role } } } });
    const { usersPerOrganization } = server.context.config;
    server.context.config.usersPerOrganization = 1;
    provider.person = { sub: 'jos-jedna', claims: { ...person, email: 'jos@example.rs', groups: 'unos' } };
    expect(refusalIn((await signIn()).location)).toBe('TranUserLimit');
    server.context.config.usersPerOrganization = usersPerOrganization;
  });
});

describe('an invitation', () => {
  /** The token of the mail, of which the server knows only the hash. */
  async function invite(login: string): Promise<string> {
    const { id } = await server.context.db
      .updateTable('users')
      .set({ status: 2, password_hash: null })
      .where('login', '=', login)
      .returning('id')
      .executeTakeFirstOrThrow();
    const { token, hash } = makeLinkToken();
    const now = Date.now();
    await server.context.db
      .insertInto('user_tokens')
      .values({
        token_hash: hash,
        user_id: id,
        kind: 'activation',
        expires_at: new Date(now + 3_600_000),
        created_at: new Date(now),
      })
      .execute();
    return token;
  }

  async function activate(token: string) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/login/oidc/eid/activate',
      payload: { token },
    });
    const visitor = new Visitor(server);
    visitor.cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    const { payload, status } = answer.json<{ payload: { address: string } | null; status: { name: string } }>();
    return { visitor, address: payload?.address ?? null, status: status.name };
  }

  it('activates the account for who signs in by the provider, once, and links it', async () => {
    use();
    const token = await invite('verifier');
    provider.person = { sub: 'pozvana', claims: {} };
    // Without the invitation the person is nobody.
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    expect((await activate('izmisljena-oznaka')).status).toBe('InvalidActivationToken');
    const { visitor, address } = await activate(token);
    expect(await visitor.bring(await provider.visit(address ?? ''))).toBe('/dashboard');
    expect(await visitor.signedIn()).toBe('verifier');
    expect((await rowsOf('user.activation'))[0]).toMatchObject({
      login: 'verifier',
      detail: { before: { status: 2 }, after: { status: 1 }, provider: 'eid' },
    });
    expect(await (await signIn()).visitor.signedIn()).toBe('verifier');
    expect((await activate(token)).status).toBe('InvalidActivationToken');
  });

  it('is refused to who has an account already, and after the access was revoked', async () => {
    use({ personClaim: 'email' });
    provider.person = { sub: 'milena', claims: EMAIL };
    await signIn();
    const token = await invite('evaluator');
    const taken = await activate(token);
    expect(refusalIn(await taken.visitor.bring(await provider.visit(taken.address ?? '')))).toBe(
      'ProviderAccountTaken',
    );
    const { visitor, address } = await activate(token);
    await server.context.db.updateTable('users').set({ status: 3 }).where('login', '=', 'evaluator').execute();
    provider.person = { sub: 'pozvana', claims: {} };
    expect(refusalIn(await visitor.bring(await provider.visit(address ?? '')))).toBe('InvalidUserStatus');
    const { status } = await server.context.db
      .selectFrom('users')
      .select('status')
      .where('login', '=', 'evaluator')
      .executeTakeFirstOrThrow();
    expect(status).toBe(3);
  });
});

describe('the second step', () => {
  it('follows as after a password, unless what the provider says about its own counts', async () => {
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
    provider.person = { sub: 'ocena', claims: { email, email_verified: true }, amr: ['pwd', 'mfa'] };
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
    expect(session).toEqual({ oidc_issuer: provider.issuer, oidc_sid: null });

    use({ acrSecondStep: ['urn:high', 'mfa'] });
    expect((await new Visitor(server).start()).searchParams.get('acr_values')).toBe('urn:high mfa');
    expect(await (await signIn()).visitor.signedIn()).toBe('reviewer');
    provider.person = { ...provider.person, amr: ['pwd'] };
    expect((await signIn()).location).toContain('#step=code');
  });
});

describe('the own accounts at providers', () => {
  const path = 'security/users/local.user/providers';
  const proof = { password: DEMO_PASSWORD };

  async function link(visitor: Visitor, login = 'local.user') {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/security/users/${login}/providers/eid/link`,
      payload: proof,
      headers: { authorization: `Bearer ${await server.token(login)}` },
    });
    visitor.cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    const { address } = answer.json<{ payload: { address: string } }>().payload;
    return visitor.bring(await provider.visit(address));
  }

  it('are linked by who proves again who they are, and sign in from then on', async () => {
    use();
    provider.person = { sub: 'moj-nalog', claims: {} };
    expect((await server.call<unknown>('local.user', 'GET', path)).payload).toEqual([
      { id: 'eid', label: 'еИД', linkedDate: null },
    ]);
    const wrong = await server.call('local.user', 'POST', `${path}/eid/link`, { password: 'Pogresna-1' });
    expect(wrong.fieldErrors).toEqual([{ field: 'password', code: 'InvalidUserPassword' }]);
    const visitor = new Visitor(server);
    await linkMails();
    expect(await link(visitor)).toBe('/administration/user/profile?linked=eid');
    expect((await linkMails()).map(({ to }) => to)).toEqual([EMAIL.email]);
    // No session was opened: the person has one.
    expect(await visitor.signedIn()).toBeNull();
    expect((await server.call<unknown>('local.user', 'GET', path)).payload).toEqual([
      { id: 'eid', label: 'еИД', linkedDate: expect.any(String) as unknown },
    ]);
    expect(await (await signIn()).visitor.signedIn()).toBe('local.user');
    // Linked again it stays; somebody else cannot have it.
    expect(await link(new Visitor(server))).toBe('/administration/user/profile?linked=eid');
    expect(await link(new Visitor(server), 'minister')).toBe(
      '/administration/user/profile?refused=ProviderAccountTaken',
    );
    // Nor can one person have two accounts at one provider.
    provider.person = { sub: 'drugi-nalog', claims: {} };
    expect(await link(new Visitor(server))).toBe('/administration/user/profile?refused=ProviderAccountTaken');
  });

  it('are removed with a proof; sessions that they have opened end', async () => {
    use();
    provider.person = { sub: 'moj-nalog', claims: {} };
    await link(new Visitor(server));
    const { visitor } = await signIn();
    expect((await server.call('local.user', 'POST', `${path}/eid/remove`, { password: 'Pogresna-1' })).httpStatus).toBe(
      422,
    );
    expect((await server.call('local.user', 'POST', `${path}/eid/remove`, proof)).httpStatus).toBe(200);
    expect(await visitor.signedIn()).toBeNull();
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    expect((await server.call('local.user', 'POST', `${path}/eid/remove`, proof)).httpStatus).toBe(404);
    expect((await server.call('minister', 'GET', path)).httpStatus).toBe(403);
  });

  it('are not linked once the session that began it has ended', async () => {
    use();
    provider.person = { sub: 'moj-nalog', claims: {} };
    const { db } = server.context;
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/security/users/local.power/providers/eid/link',
      payload: proof,
      headers: { authorization: `Bearer ${await server.token('local.power')}` },
    });
    const visitor = new Visitor(server);
    visitor.cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    const back = await provider.visit(answer.json<{ payload: { address: string } }>().payload.address);
    await db.updateTable('sessions').set({ ended_at: new Date() }).where('ended_at', 'is', null).execute();
    expect(await visitor.bring(back)).toBe('/administration/user/profile?refused=Unauthorized');
    expect(await db.selectFrom('oidc_links').select('subject').execute()).toEqual([]);
    server.setNow(null);
  });
});

it('while the installation can only be read, linked people sign in and nobody is linked', async () => {
  provider.person = { sub: 'milena', claims: EMAIL };
  server.setReadOnly('Одржавање');
  expect(refusalIn((await signIn()).location)).toBe('ReadOnly');
  server.setReadOnly(null);
  await signIn();
  server.setReadOnly('Одржавање');
  expect(await (await signIn()).visitor.signedIn()).toBe('local.user');
  server.setReadOnly(null);
});

it.each([{ email: 'promenjena@example.rs' }, { loginAd: 'promenjen.nalog' }])(
  'links end when an administrator changes the ways to sign in: %o',
  async (change) => {
    const { db } = server.context;
    const before = await db
      .selectFrom('users')
      .select(['name', 'email', 'login_ad as loginAd', 'role_id as roleId'])
      .where('login', '=', 'local.user')
      .executeTakeFirstOrThrow();
    provider.person = { sub: 'milena', claims: EMAIL };
    await signIn();
    const put = (body: object) =>
      server.call<object[]>('admin', 'PUT', 'security/users', [{ login: 'local.user', ...body }]);
    const kept = { name: before.name, email: before.email, roleId: before.roleId };
    expect((await put({ ...kept, name: 'Друго Име' })).payload).toMatchObject([{ model: {} }]);
    expect(await db.selectFrom('oidc_links').select('subject').execute()).toHaveLength(1);
    expect((await put({ ...kept, ...change })).payload).toMatchObject([{ model: {} }]);
    expect(await db.selectFrom('oidc_links').select('subject').execute()).toEqual([]);
    await db
      .updateTable('users')
      .set({ email: before.email, name: before.name, login_ad: before.loginAd })
      .where('login', '=', 'local.user')
      .execute();
  },
);

it('links are in the export of the own data, and go with the other ways to sign in', async () => {
  const { db } = server.context;
  provider.person = { sub: 'milena', claims: EMAIL };
  await signIn();
  const data = (await server.get('local.user', 'security/users/local.user/profile/data')).json<{
    payload?: { providers: object[] };
    providers?: object[];
  }>();
  expect(JSON.stringify(data)).toContain(JSON.stringify({ issuer: provider.issuer, subject: 'milena' }).slice(1, -1));
  await db.updateTable('users').set({ status: 4 }).where('login', '=', 'local.user').execute();
  expect((await server.call('minister', 'DELETE', 'security/users/local.user/data')).httpStatus).toBe(403);
  expect((await server.call('admin', 'DELETE', 'security/users/local.user/data')).httpStatus).toBe(200);
  expect(await db.selectFrom('oidc_links').select('subject').execute()).toEqual([]);
  expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
});
