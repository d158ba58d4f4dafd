import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { USER_STATUS } from '@pimis/domain/constants';
import type { UserDetails } from '@pimis/contract/users';
import type { Mail } from '../../../platform/mail/mail.ts';
import { BASE, DIRECTORY_PASSWORD, TEMPLATE, type TestDirectory } from '../../../testing/directory/directory.ts';
import { startDouble } from '../../../testing/directory/double.ts';
import { takeMails } from '../../../testing/mails.ts';
import { useServer } from '../../../testing/server.ts';
import { lookAtDirectory } from './departures.ts';

const server = useServer();
const LOOKER = `cn=looker,${BASE}`;
const dnOf = (login: string) => TEMPLATE.replaceAll('{login}', login);
/** Entries with their attributes, which a test changes. */
const people = new Map<string, Record<string, string>>();
let directory: TestDirectory;

const LOGINS = { 'local.user': 'milena', 'local.power': 'petar', 'other.user': 'jovan', reviewer: 'vera' } as const;

beforeAll(async () => {
  directory = await startDouble(new Map([[LOOKER, DIRECTORY_PASSWORD]]), null, people);
  for (const [login, loginAd] of Object.entries(LOGINS)) {
    await server.context.db.updateTable('users').set({ login_ad: loginAd }).where('login', '=', login).execute();
  }
});
afterAll(() => directory.stop());

const look = { dn: LOOKER, password: DIRECTORY_PASSWORD, base: undefined, attribute: 'uid', value: '{login}' };

beforeEach(() => {
  people.clear();
  for (const login of Object.values(LOGINS)) people.set(dnOf(login), { uid: login });
  Object.assign(server.context.config, {
    ldapUrl: directory.url,
    ldapUserDn: TEMPLATE,
    ldapTimeoutMs: 5_000,
    ldapLookup: look,
    ldapAbsent: 'report',
  });
});
afterEach(async () => {
  await server.context.db
    .updateTable('users')
    .set({ directory_gone_on: null, status: USER_STATUS.active })
    .where('login', 'in', Object.keys(LOGINS))
    .execute();
});

/** Runs the check as the job does; returns the mails that were queued. */
async function mails(): Promise<Mail[]> {
  await lookAtDirectory(server.context);
  return takeMails(server.context.db);
}
const details = async (login: string) => {
  const { payload } = await server.call<UserDetails>('admin', 'GET', `security/users/${login}`);
  return payload;
};
const audited = () =>
  server.context.db
    .selectFrom('audit_log')
    .select(['login', 'detail'])
    .where('operation', '=', 'user.revoke')
    .execute();

it('reports absent or disabled people once, to the administrators of their body, and forgets those who are back', async () => {
  expect(await mails()).toEqual([]);
  people.delete(dnOf('milena'));
  people.set(dnOf('jovan'), { uid: 'jovan', userAccountControl: '514' });
  const told = await mails();
  expect(told.map(({ text }) => /– (.*)/.exec(text)?.[1])).toEqual(
    expect.arrayContaining([expect.stringContaining('(local.user)'), expect.stringContaining('(other.user)')]),
  );
  // Each body is only told about its own people.
  for (const { text } of told) expect(text.match(/^– /gm)).toHaveLength(1);
  const own = await server.context.db.selectFrom('users').select('email').where('login', '=', 'local.admin').execute();
  const ofUser = told.filter(({ text }) => text.includes('(local.user)'));
  expect(ofUser.map(({ to }) => to)).toEqual(own.map(({ email }) => email));
  expect(await mails()).toEqual([]);
  const gone = await details('local.user');
  expect(gone?.status).toBe(USER_STATUS.active);
  expect(gone?.directoryGoneOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  people.set(dnOf('milena'), { uid: 'milena' });
  expect(await mails()).toEqual([]);
  expect(await details('local.user')).toMatchObject({ directoryGoneOn: null });
  expect(await audited()).toEqual([]);
});

it('revokes access and sessions if a setting demands it, but not again after it was restored', async () => {
  Object.assign(server.context.config, { ldapAbsent: 'lock' });
  await server.token('local.user');
  people.delete(dnOf('milena'));
  const told = await mails();
  expect(told[0]?.text).toContain('(local.user): приступ је опозван');
  expect(await details('local.user')).toMatchObject({
    status: USER_STATUS.revoked,
    modifiedComments: 'Налога нема у именику, или је тамо искључен.',
  });
  const { rows } = await sql<{ open: number }>`select count(*)::integer as open
    from published.open_sessions sessions join users on users.id = sessions.user_id
    where users.login = 'local.user'`.execute(server.context.db);
  expect(rows).toEqual([{ open: 0 }]);
  expect(await audited()).toMatchObject([{ login: null, detail: { after: { status: USER_STATUS.revoked } } }]);
  await server.context.db
    .updateTable('users')
    .set({ status: USER_STATUS.active })
    .where('login', '=', 'local.user')
    .execute();
  expect(await mails()).toEqual([]);
  expect(await details('local.user')).toMatchObject({ status: USER_STATUS.active });
});

it('finds people below a base by an attribute', async () => {
  Object.assign(server.context.config, {
    ldapUserDn: '{login}@example.rs',
    ldapLookup: { ...look, base: BASE, attribute: 'mail', value: '{login}@example.rs' },
  });
  for (const login of Object.values(LOGINS)) people.set(dnOf(login), { mail: `${login}@example.rs` });
  expect(await mails()).toEqual([]);
  // An old, disabled entry does no harm if there is a present one.
  people.set(`uid=vera-old,ou=people,${BASE}`, { mail: 'vera@example.rs', userAccountControl: '514' });
  expect(await mails()).toEqual([]);
  people.set(dnOf('vera'), { mail: 'vera@example.org' });
  const told = await mails();
  expect(told[0]?.text).toContain('(reviewer)');
});

it('does not believe a directory that has lost most people, and changes nothing while it cannot be asked', async () => {
  Object.assign(server.context.config, { ldapAbsent: 'lock' });
  people.clear();
  await expect(mails()).rejects.toThrow('The directory has only 0 of 4 accounts');
  expect(await details('local.user')).toMatchObject({ status: USER_STATUS.active, directoryGoneOn: null });
  Object.assign(server.context.config, { ldapLookup: { ...look, password: 'погрешна' } });
  await expect(mails()).rejects.toThrow();
  expect(await details('local.user')).toMatchObject({ status: USER_STATUS.active, directoryGoneOn: null });
});

it('leaves the last administrator the access, but reports them as well', async () => {
  const { db } = server.context;
  Object.assign(server.context.config, { ldapAbsent: 'lock' });
  await db.updateTable('users').set({ login_ad: 'glavni' }).where('login', '=', 'admin').execute();
  const others = await db
    .updateTable('users')
    .set({ status: USER_STATUS.disabled })
    .where('login', '<>', 'admin')
    .where('role_id', 'in', (eb) => eb.selectFrom('role_claims').select('role_id').where('claim', '=', 'Admin'))
    .returning('id')
    .execute();
  try {
    const told = await mails();
    expect(told[0]?.text).toMatch(/\(admin\)$/m);
    const last = await details('admin');
    expect(last?.status).toBe(USER_STATUS.active);
    expect(last?.directoryGoneOn).not.toBeNull();
  } finally {
    await db
      .updateTable('users')
      .set({ login_ad: null, directory_gone_on: null })
      .where('login', '=', 'admin')
      .execute();
    for (const { id } of others) {
      await db.updateTable('users').set({ status: USER_STATUS.active }).where('id', '=', id).execute();
    }
  }
});
