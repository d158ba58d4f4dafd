import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GroupPlace } from '@pimis/domain/access/directory-groups';
import { USER_STATUS } from '@pimis/domain/constants';
import {
  BASE,
  DIRECTORY_PASSWORD,
  GROUP,
  MEMBER,
  READER,
  TEMPLATE,
  type TestDirectory,
} from '../../../testing/directory/directory.ts';
import { type Attributes, startDouble } from '../../../testing/directory/double.ts';
import { hasSlapd, startSlapd } from '../../../testing/directory/slapd.ts';
import { useServer } from '../../../testing/server.ts';
import { eraseContacts } from '../users/personal-data.ts';

/* The first sign-in of people who have no account but are in a group of the directory. */

const server = useServer();
/** The entries of the fake directory, which a test changes. */
const entries = new Map<string, Attributes extends ReadonlyMap<string, infer Entry> ? Entry : never>();
const passwords = new Map([
  [READER, DIRECTORY_PASSWORD],
  [MEMBER.dn, DIRECTORY_PASSWORD],
]);

let place: { organization: string; role: string };
let adminRole = '';

beforeAll(async () => {
  const { db } = server.context;
  const local = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.organization_id', 'roles.name'])
    .where('login', '=', 'local.user')
    .executeTakeFirstOrThrow();
  place = { organization: local.organization_id, role: local.name };
  const admin = await db
    .selectFrom('role_claims')
    .innerJoin('roles', 'roles.id', 'role_claims.role_id')
    .select('roles.name')
    .where('claim', '=', 'Admin')
    .executeTakeFirstOrThrow();
  adminRole = admin.name;
});

function use(directory: TestDirectory, groups: readonly GroupPlace[]): void {
  Object.assign(server.context.config, {
    ldapUrl: directory.url,
    ldapUserDn: TEMPLATE,
    ldapLookup: { dn: READER, password: DIRECTORY_PASSWORD, base: undefined, attribute: 'uid', value: '{login}' },
    ldapGroups: groups,
  });
}

async function signIn(password = DIRECTORY_PASSWORD, login = MEMBER.login): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login/login-ldap',
    payload: { login, password },
  });
  return answer.json<{ status: { name: string } }>().status.name;
}

const account = () =>
  server.context.db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'users.name',
      'email',
      'status',
      'users.organization_id as organization',
      'roles.name as role',
    ])
    .select('password_hash')
    .where('login_ad', '=', MEMBER.login)
    .executeTakeFirst();

beforeEach(async () => {
  entries.clear();
  entries.set(MEMBER.dn, MEMBER.attributes);
  await server.context.db.deleteFrom('rate_limits').execute();
  await server.context.db.deleteFrom('removed_people').execute();
  await server.context.db
    .updateTable('users')
    .set({ login_ad: null, email: '' })
    .where('login_ad', '=', MEMBER.login)
    .execute();
});

describe.each([
  { kind: 'a double of LDAP', start: () => startDouble(passwords, null, entries) },
  ...(hasSlapd ? [{ kind: 'slapd', start: () => startSlapd(null) }] : []),
])('by $kind, a member of a group', ({ start }) => {
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await start();
  });
  afterAll(() => directory.stop());

  it('gets an account with the body and role of the first group, and keeps it', async () => {
    use(directory, [
      { group: `cn=nema,${BASE}`, organization: '00000', role: place.role },
      { group: GROUP.toUpperCase(), ...place },
    ]);
    expect(await signIn('погрешна')).toBe('InvalidUserPassword');
    expect(await account()).toBeUndefined();
    expect(await signIn()).toBe('Success');
    const made = await account();
    expect(made).toMatchObject({
      name: 'Нада Из Именика',
      email: 'nada@imenik.rs',
      status: 1,
      ...place,
      password_hash: null,
    });
    const rows = await auditOf(made?.id);
    expect(rows.slice(0, 2)).toMatchObject([
      { operation: 'user.create', user_id: null },
      { operation: 'user.activation', user_id: null, detail: { group: GROUP.toUpperCase() } },
    ]);
    // A later change of groups does not change the account; only an administrator does.
    use(directory, []);
    expect(await signIn()).toBe('Success');
    expect((await account())?.id).toBe(made?.id);
  });

  it('is refused without a group of the settings, like everybody without an account', async () => {
    use(directory, [{ group: `cn=drugi,ou=groups,${BASE}`, ...place }]);
    expect(await signIn()).toBe('InvalidUserPassword');
    use(directory, []);
    expect(await signIn()).toBe('InvalidUserPassword');
    expect(await account()).toBeUndefined();
  });
});

const auditOf = (userId: number | undefined) =>
  server.context.db
    .selectFrom('audit_log')
    .select(['operation', 'user_id', 'detail'])
    .where('subject_id', '=', String(userId))
    .where('subject_type', '=', 'user')
    .orderBy('id')
    .execute();

describe('a group of the settings', () => {
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await startDouble(passwords, null, entries);
  });
  afterAll(() => directory.stop());

  it('gives only rights that an administrator could give, and never the claim Admin', async () => {
    for (const wrong of [
      { organization: '00000', role: adminRole },
      { organization: place.organization, role: 'Улога које нема' },
      { organization: '99999', role: place.role },
    ]) {
      use(directory, [{ group: GROUP, ...wrong }]);
      expect(await signIn(), JSON.stringify(wrong)).toBe('InvalidUserPassword');
    }
    expect(await account()).toBeUndefined();
  });

  it('makes no account without a name or an address, or if somebody else has the address', async () => {
    use(directory, [{ group: GROUP, ...place }]);
    const { email } = await server.context.db
      .selectFrom('users')
      .select('email')
      .where('login', '=', 'minister')
      .executeTakeFirstOrThrow();
    for (const wrong of [{ mail: [] }, { mail: email ?? '' }, { cn: [] }]) {
      entries.set(MEMBER.dn, { ...MEMBER.attributes, ...wrong });
      expect(await signIn(), JSON.stringify(wrong)).toBe('InvalidUserPassword');
    }
    expect(await account()).toBeUndefined();
  });

  it('makes one account even if the person signs in twice at once', async () => {
    use(directory, [{ group: GROUP, ...place }]);
    expect(await Promise.all([signIn(), signIn()])).toEqual(['Success', 'Success']);
  });

  it('makes no second account for a person whose access was revoked', async () => {
    use(directory, [{ group: GROUP, ...place }]);
    expect(await signIn()).toBe('Success');
    await server.context.db
      .updateTable('users')
      .set({ status: USER_STATUS.revoked })
      .where('login_ad', '=', MEMBER.login)
      .execute();
    expect(await signIn()).toBe('RevokedUser');
    // It is refused even after an administrator has cleared the directory login, because the address is known.
    await server.context.db.updateTable('users').set({ login_ad: null }).where('login_ad', '=', MEMBER.login).execute();
    expect(await signIn()).toBe('InvalidUserPassword');
    expect(await account()).toBeUndefined();
    await server.context.db.updateTable('users').set({ email: '' }).where('email', '=', 'nada@imenik.rs').execute();
  });

  it('makes no account for a person whose data were removed, even after a change of the secret', async () => {
    use(directory, [{ group: GROUP, ...place }]);
    const { config, db } = server.context;
    expect(await signIn()).toBe('Success');
    const made = await account();
    await db.transaction().execute((tx) => eraseContacts(tx, config, made?.id ?? 0, server.context.now()));
    expect(await signIn()).toBe('InvalidUserPassword');
    // Neither another address nor another secret of the server makes the person unknown.
    entries.set(MEMBER.dn, { ...MEMBER.attributes, mail: ['druga@imenik.rs'] });
    expect(await signIn()).toBe('InvalidUserPassword');
    const { auditSecret } = config;
    Object.assign(config, { auditSecret: new TextEncoder().encode('n'.repeat(32)), formerAuditSecrets: [auditSecret] });
    expect(await signIn()).toBe('InvalidUserPassword');
    Object.assign(config, { auditSecret, formerAuditSecrets: [] });
    expect(await account()).toBeUndefined();
    const { rows } = await sql<{ text: string }>`select removed_people::text as text from removed_people`.execute(db);
    expect(rows).toHaveLength(2);
    expect(rows.map(({ text }) => text).join()).not.toMatch(/nada|imenik/);
  });

  it('makes no account while the directory cannot be read', async () => {
    use(directory, [{ group: GROUP, ...place }]);
    Object.assign(server.context.config, {
      ldapLookup: { ...server.context.config.ldapLookup, password: 'погрешна' },
    });
    expect(await signIn()).toBe('DirectoryUnavailable');
    expect(await account()).toBeUndefined();
  });

  it('identifies nobody if there are two entries', async () => {
    use(directory, [{ group: GROUP, ...place }]);
    Object.assign(server.context.config, { ldapLookup: { ...server.context.config.ldapLookup, base: BASE } });
    entries.set(`uid=nada,ou=old,${BASE}`, MEMBER.attributes);
    expect(await signIn()).toBe('InvalidUserPassword');
    entries.delete(`uid=nada,ou=old,${BASE}`);
    expect(await signIn()).toBe('Success');
  });
});
