import { describe, expect, it } from 'vitest';
import { makeLinkToken } from '../../../platform/access/tokens.ts';
import { EMAIL, useProvider } from '../../../testing/oidc/use-provider.ts';
import { refusalIn, Visitor } from '../../../testing/oidc/visitor.ts';
import { useServer } from '../../../testing/server.ts';
import { eraseContacts } from '../users/personal-data.ts';

const server = useServer();
const { provider, use, signIn, linkMails, rowsOf } = useProvider(server);

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

  it('has the configured body and role, and is refused to everybody else', async () => {
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
      provider().person = { sub: 'nova', claims: { ...person, groups } };
      expect(refusalIn((await signIn()).location), String(groups)).toBe('ProviderAccountUnknown');
    }
    provider().person = { sub: 'nova', claims: { ...person, email_verified: false, groups: ['unos'] } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    // The address belongs to an existing account, which is not found by its address.
    provider().person = { sub: 'nova', claims: { ...person, ...EMAIL, groups: ['unos'] } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');

    provider().person = { sub: 'nova', claims: { ...person, groups: ['others', 'unos'] } };
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

  it('is a single account, even if the person signs in twice at once', async () => {
    const { organization, role } = await places();
    use({ createBy: { claim: 'groups', map: { unos: { organization, role } } } });
    provider().person = { sub: 'dvaput', claims: { ...person, email: 'dvaput@example.rs', groups: 'unos' } };
    const visitors = [new Visitor(server), new Visitor(server)];
    const answers: URL[] = [];
    for (const visitor of visitors) answers.push(await provider().visit((await visitor.start()).href));
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

  it('is refused to a person whose data were removed', async () => {
    const { organization, role } = await places();
    use({ createBy: { claim: 'groups', map: { unos: { organization, role } } } });
    const { config, db } = server.context;
    provider().person = { sub: 'uklonjena', claims: { ...person, email: 'uklonjena@example.rs', groups: 'unos' } };
    const login = await (await signIn()).visitor.signedIn();
    const { id } = await db.selectFrom('users').select('id').where('login', '=', login).executeTakeFirstOrThrow();
    await db.transaction().execute((tx) => eraseContacts(tx, config, id, server.context.now()));
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    provider().person = { sub: 'druga', claims: { ...person, email: 'Uklonjena@Example.rs', groups: 'unos' } };
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
  });

  it('counts as a user of its body', async () => {
    const { organization, role } = await places();
    use({ createBy: { claim: 'groups', map: { unos: { organization, role } } } });
    const { usersPerOrganization } = server.context.config;
    server.context.config.usersPerOrganization = 1;
    provider().person = { sub: 'jos-jedna', claims: { ...person, email: 'jos@example.rs', groups: 'unos' } };
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

  it('activates the account once for a person who signs in by the provider, and links it', async () => {
    use();
    const token = await invite('verifier');
    provider().person = { sub: 'pozvana', claims: {} };
    // Without the invitation the person has no account.
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    expect((await activate('izmisljena-oznaka')).status).toBe('InvalidActivationToken');
    const { visitor, address } = await activate(token);
    expect(await visitor.bring(await provider().visit(address ?? ''))).toBe('/dashboard');
    expect(await visitor.signedIn()).toBe('verifier');
    expect((await rowsOf('user.activation'))[0]).toMatchObject({
      login: 'verifier',
      detail: { before: { status: 2 }, after: { status: 1 }, provider: 'eid' },
    });
    expect(await (await signIn()).visitor.signedIn()).toBe('verifier');
    expect((await activate(token)).status).toBe('InvalidActivationToken');
  });

  it('is refused to people who already have an account, and after the access was revoked', async () => {
    use({ personClaim: 'email' });
    provider().person = { sub: 'milena', claims: EMAIL };
    await signIn();
    const token = await invite('evaluator');
    const taken = await activate(token);
    expect(refusalIn(await taken.visitor.bring(await provider().visit(taken.address ?? '')))).toBe(
      'ProviderAccountTaken',
    );
    const { visitor, address } = await activate(token);
    await server.context.db.updateTable('users').set({ status: 3 }).where('login', '=', 'evaluator').execute();
    provider().person = { sub: 'pozvana', claims: {} };
    expect(refusalIn(await visitor.bring(await provider().visit(address ?? '')))).toBe('InvalidUserStatus');
    const { status } = await server.context.db
      .selectFrom('users')
      .select('status')
      .where('login', '=', 'evaluator')
      .executeTakeFirstOrThrow();
    expect(status).toBe(3);
  });
});
