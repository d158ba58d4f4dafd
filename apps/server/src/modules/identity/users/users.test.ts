import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { CallPayload } from '@pimis/contract/calls';
import type { User } from '@pimis/contract/identity';
import type { UserDetails } from '@pimis/contract/users';
import { codeOf, useServer } from '../../../testing/server.ts';

const server = useServer();

type Created = CallPayload<'POST /security/users'>;
type Changed = CallPayload<'PUT /security/users'>;
type StatusSet = CallPayload<'POST /security/users/access-set/revoke'>;

const person = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  email: 'novi@example.rs',
  roleId: 1,
  ...more,
});

const create = (login: string, ...users: object[]) => server.call<Created>(login, 'POST', 'security/users', users);
const read = (by: string, login: string) => server.call<UserDetails>(by, 'GET', `security/users/${login}`);
const ACCESS = { revoke: 'Revoked', restore: 'Active', disable: 'Disabled', enable: 'Active' };
const setAccess = (by: string, kind: keyof typeof ACCESS, logins: string[], comment?: string, access = ACCESS[kind]) =>
  server.call<StatusSet>(by, 'POST', `security/users/access-set/${kind}`, {
    access,
    Users: logins.map((login) => ({ login, ...(comment === undefined ? {} : { modifiedComments: comment }) })),
  });
const errorsOf = (payload: readonly object[] | null | undefined) =>
  (payload ?? []).map((one) => ('error' in one ? (one.error as { name: string }).name : 'done'));

/** The mails that jobs would send to this address. */
async function mailsTo(address: string): Promise<string[]> {
  const { rows } = await server.context.db.executeQuery<{ text: string }>({
    sql: `select payload ->> 'text' as text from graphile_worker._private_jobs where payload ->> 'to' = $1`,
    parameters: [address],
    query: { kind: 'RawNode' } as never,
    queryId: { queryId: 'mails' },
  });
  return rows.map(({ text }) => text);
}

describe('the list of users', () => {
  it('contains the own organization, or everybody for users who may see all', async () => {
    const own = await server.call<User[]>('local.admin', 'GET', 'security/users?perPage=50');
    expect(new Set(own.payload?.map(({ organizationId }) => organizationId))).toEqual(new Set(['50112']));
    const all = await server.call<User[]>('operator', 'GET', 'security/users?perPage=50&sort_by=login');
    expect(all.additionalInformation?.totalRows).toBeGreaterThan(11);
    const logins = all.payload?.map(({ login }) => login) ?? [];
    expect(logins).toEqual(logins.toSorted());
    expect((await server.call('local.user', 'GET', 'security/users')).httpStatus).toBe(403);
  });

  it('finds by name in either script, by role, status and organization, and refuses unknown filters', async () => {
    const names = async (filter: string) =>
      (await server.call<User[]>('operator', 'GET', `security/users?${filter}`)).payload?.map(({ login }) => login);
    expect(await names('filter[search]=milena jovic')).toEqual(['local.user']);
    expect(await names('filter[name]=Милена')).toEqual(['local.user']);
    expect(await names('filter[roleId]=10')).toEqual(['mei']);
    expect(await names('filter[status]=1&filter[organizationId]=10524')).toEqual(['evaluator']);
    expect((await server.call('operator', 'GET', 'security/users?filter[password]=a')).httpStatus).toBe(422);
    expect((await server.call('operator', 'GET', 'security/users?sort_by=tags')).httpStatus).toBe(422);
  });
});

describe('a new user', () => {
  it('gets the next free login made from the name, in both scripts, and the activation mail', async () => {
    const first = await create('local.admin', person('Ђорђе Пробни', { email: 'djordje@example.rs' }));
    expect(first.payload).toMatchObject([{ user: { login: 'djordje.probni', status: 2, organizationId: '50112' } }]);
    expect(await mailsTo('djordje@example.rs')).toEqual([expect.stringContaining('/activation?token=')]);
    const next = await server.call<string>('local.admin', 'GET', 'security/users/login-generate?name=Đorđe%20Probni');
    expect(next.payload).toBe('djordje.probni2');
    const two = await create('local.admin', person('Djordje Probni'), person('Ђорђе Пробни', { notifyUser: false }));
    expect(two.payload).toMatchObject([{ user: { login: 'djordje.probni2' } }, { user: { login: 'djordje.probni3' } }]);
  });

  it('gets an own login when several of the same name are added at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create('local.admin', person('Истовремена Особа', { notifyUser: false }))),
    );
    const logins = answers.flatMap(({ payload }) => payload?.map((one) => ('user' in one ? one.user.login : '')) ?? []);
    expect(logins.toSorted()).toEqual(
      ['istovremena.osoba', ...[2, 3, 4, 5].map((number) => `istovremena.osoba${number}`)].toSorted(),
    );
  });

  it('has a separate answer: an error in one stops no other', async () => {
    const answer = await create(
      'local.admin',
      person('Прва Добра', { login: 'prva.dobra', notifyUser: false, tags: ['пројектни тим', 'пројектни тим'] }),
      person('Заузето Име', { login: 'Local.User' }),
      person('Заузета Адреса', { login: 'Profile' }),
      person('Без Улоге', { roleId: 0 }),
      person('Туђи Орган', { organizationId: '50101' }),
      person('Министарски', { roleId: 9 }),
      person('Непостојећа', { roleId: 9999 }),
      person('   '),
      person('\u200b\u200b\u200b'),
      person('Са Ознакама', { tags: Array.from({ length: 11 }, (_, index) => `ознака ${index}`) }),
    );
    expect(answer.httpStatus).toBe(200);
    expect(errorsOf(answer.payload)).toEqual([
      'done',
      'DuplicateUserLogin',
      'DuplicateUserLogin',
      'ValidationError',
      'InvalidUserPermission',
      'InvalidUserPermission',
      'ValidationError',
      'ValidationError',
      'ValidationError',
      'ReachedUserTagsLimit',
    ]);
    expect(answer.payload?.[1]).toMatchObject({ error: { code: codeOf('DuplicateUserLogin') } });
    expect(answer.payload?.[3]).toMatchObject({ error: { fieldErrors: [{ field: 'roleId', code: 'ClaimRequired' }] } });
    expect((await read('local.admin', 'prva.dobra')).payload?.tags).toEqual(['пројектни тим']);
  });

  it.each([
    [{ login: '.tacka' }],
    [{ login: 'abc' }],
    [{ login: 'a' }],
    [{ login: 'ћирилица' }],
    [{ login: 'a'.repeat(33) }],
    [{ email: 'bez-domena@lokalno' }],
    [{ password: 'Sifra-1234' }],
  ])('is refused with %j', async (wrong) => {
    expect((await create('local.admin', person('Погрешна Особа', wrong))).httpStatus).toBe(422);
  });

  it('is refused at the limit of the organization, also with concurrent calls; revoked users do not count', async () => {
    const { config } = server.context;
    const before = config.usersPerOrganization;
    const here = await server.call<User[]>('operator', 'GET', 'security/users?filter[organizationId]=10524');
    config.usersPerOrganization = (here.additionalInformation?.totalRows as number) + 2;
    const added = (name: string) =>
      create('operator', person(name, { organizationId: '10524', notifyUser: false, login: name }));
    const answers = await Promise.all(['gost.1', 'gost.2', 'gost.3', 'gost.4'].map(added));
    const outcomes = answers.flatMap(({ payload }) => errorsOf(payload));
    expect(outcomes.toSorted()).toEqual(['TranUserLimit', 'TranUserLimit', 'done', 'done']);
    const inside = ['gost.1', 'gost.2', 'gost.3', 'gost.4'][outcomes.indexOf('done')] ?? '';
    const outside = ['gost.1', 'gost.2', 'gost.3', 'gost.4'][outcomes.indexOf('TranUserLimit')] ?? '';
    expect(errorsOf((await setAccess('operator', 'revoke', [inside], 'замена')).payload)).toEqual(['done']);
    expect(errorsOf((await added(outside)).payload)).toEqual(['done']);
    expect(errorsOf((await setAccess('operator', 'restore', [inside])).payload)).toEqual(['TranUserLimit']);
    config.usersPerOrganization = before;
  });
});

it('a new user belongs to a registered organization', async () => {
  const answer = await create('admin', person('Без Органа', { organizationId: '99999' }));
  expect(answer.payload).toMatchObject([
    { error: { name: 'ValidationError', fieldErrors: [{ field: 'organizationId', code: 'InvalidField' }] } },
  ]);
});

describe('changing a user', () => {
  const update = (by: string, login: string, change: object) =>
    server.call<Changed>(by, 'PUT', 'security/users', [{ ...person('Милена Јовић'), login, ...change }]);

  it('keeps omitted fields, ends links in the old mailbox and refuses an outdated state', async () => {
    await create('local.admin', person('За Измену', { login: 'za.izmenu', email: 'staro@example.rs' }));
    const [mail = ''] = await mailsTo('staro@example.rs');
    const token = /token=(\S+)/.exec(mail)?.[1];
    const valid = () => server.call(null, 'POST', 'security/users/activation-token-validate', { token });
    expect((await valid()).httpStatus).toBe(200);
    const { payload: before } = await read('local.admin', 'za.izmenu');
    const change = { email: 'novo@example.rs', phoneNumber: '027/321-000', modifiedDate: before?.modifiedDate };
    const answer = await update('local.admin', 'za.izmenu', change);
    expect(answer.payload).toMatchObject([{ model: { email: 'novo@example.rs', phoneNumber: '+381 (27) 321 000' } }]);
    expect((await valid()).httpStatus).toBe(422);
    expect(errorsOf((await update('local.admin', 'za.izmenu', change)).payload)).toEqual(['RecordConflict']);
    expect((await read('local.admin', 'za.izmenu')).payload).toMatchObject({
      modifiedUserName: 'Милош Петровић',
      actions: ['edit', 'revoke', 'sendActivation', 'exportData'],
    });
  });

  it('keeps an unchanged phone number of older rules, and stores all others in one form', async () => {
    const login = 'stari.broj';
    await create('local.admin', person('Стари Број', { login, phoneNumber: '00381 64 1234567' }));
    const phone = async () => (await read('local.admin', login)).payload?.phoneNumber;
    expect(await phone()).toBe('+381 (64) 123 4567');
    await sql`update users set phone_number = '321-000' where login = ${login}`.execute(server.context.db);
    expect(errorsOf((await update('local.admin', login, { phoneNumber: '321-000' })).payload)).toEqual(['done']);
    expect(await phone()).toBe('321-000');
    const wrong = await update('local.admin', login, { phoneNumber: '321-001' });
    expect(wrong.payload).toMatchObject([
      { error: { name: 'ValidationError', fieldErrors: [{ field: 'phoneNumber', code: 'InvalidField' }] } },
    ]);
    await update('local.admin', login, { phoneNumber: '+385 1 4567 890' });
    expect(await phone()).toBe('+385 1 4567 890');
    await update('local.admin', login, { phoneNumber: null });
    expect(await phone()).toBeNull();
    for (const phoneNumber of ['позови ме', '064 123']) {
      expect(errorsOf((await create('local.admin', person('Погрешна Особа', { phoneNumber }))).payload)).toEqual([
        'ValidationError',
      ]);
    }
  });

  it('accepts the whole user as read; fields that it cannot change are refused if they differ', async () => {
    await create('local.admin', person('Цела Особа', { login: 'cela.osoba' }));
    const { payload: whole } = await read('local.admin', 'cela.osoba');
    expect((await update('local.admin', 'cela.osoba', { ...whole, name: 'Друго Име' })).payload).toMatchObject([
      { model: { name: 'Друго Име' } },
    ]);
    const { payload: now } = await read('local.admin', 'cela.osoba');
    for (const [field, value] of Object.entries({
      id: 1,
      organizationId: '50101',
      status: 1,
      createdDate: '2020-01-01T00:00:00.000Z',
      claims: ['Admin'],
      actions: [],
    })) {
      const answer = await update('local.admin', 'cela.osoba', { ...now, [field]: value });
      expect(answer.payload, field).toMatchObject([
        { error: { errors: [`${field}.ReadOnlyField`], fieldErrors: [{ field, code: 'ReadOnlyField' }] } },
      ]);
    }
    expect((await read('local.admin', 'cela.osoba')).payload).toEqual(now);
  });

  it('is refused to users who may not give the role, to strangers, and for the caller’s own role', async () => {
    expect(errorsOf((await update('ministry.admin', 'minister', { roleId: 9 })).payload)).toEqual([
      'InvalidUserPermission',
    ]);
    expect(errorsOf((await update('local.admin', 'other.user', {})).payload)).toEqual(['NotFound']);
    expect(errorsOf((await update('local.admin', 'local.admin', { roleId: 3 })).payload)).toEqual([
      'InvalidUserPermission',
    ]);
    expect((await update('local.user', 'local.power', {})).httpStatus).toBe(403);
    const denied = await server.context.db
      .selectFrom('audit_log')
      .select(['login', 'detail'])
      .where('operation', '=', 'access.denied')
      .where('subject_id', '=', 'PUT /api/security/users')
      .orderBy('id')
      .execute();
    const path = '/api/security/users';
    expect(denied.map(({ login, detail }) => [login, detail])).toEqual([
      ['ministry.admin', { path, user: 'minister' }],
      ['local.admin', { path, user: 'local.admin' }],
      // Here the guard refuses before the call knows the user.
      ['local.user', { path }],
    ]);
    expect((await read('ministry.admin', 'minister')).payload?.actions).toEqual([]);
    expect((await read('local.admin', 'other.user')).httpStatus).toBe(404);
  });

  it('does not give a directory login twice', async () => {
    expect(errorsOf((await update('local.admin', 'local.user', { loginAd: 'ad.jovic' })).payload)).toEqual(['done']);
    expect(errorsOf((await update('operator', 'other.user', { loginAd: 'AD.Jovic' })).payload)).toEqual([
      'DuplicateUserLogin',
    ]);
  });
});

describe('access', () => {
  it('is revoked with a comment, ends the session at once, and can be restored', async () => {
    expect((await server.call('local.power', 'GET', 'dashboard')).httpStatus).toBe(200);
    expect(errorsOf((await setAccess('local.admin', 'revoke', ['local.power'], '  ')).payload)).toEqual([
      'ValidationError',
    ]);
    const revoked = await setAccess('local.admin', 'revoke', ['local.power'], 'Престанак радног односа');
    expect(revoked.payload).toEqual([{ model: { login: 'local.power', status: 3 } }]);
    expect((await server.call('local.power', 'GET', 'dashboard')).httpStatus).toBe(401);
    expect((await read('local.admin', 'local.power')).payload).toMatchObject({
      modifiedComments: 'Престанак радног односа',
      actions: ['edit', 'restore', 'exportData', 'removeData'],
    });
    expect(errorsOf((await setAccess('local.admin', 'revoke', ['local.power'], 'опет')).payload)).toEqual([
      'RevokedUser',
    ]);
    const restored = await setAccess('local.admin', 'restore', ['local.power']);
    expect(restored.payload).toEqual([{ model: { login: 'local.power', status: 1 } }]);
    expect(errorsOf((await setAccess('local.admin', 'restore', ['local.power'])).payload)).toEqual([
      'AlreadyActivatedUser',
    ]);
  });

  it('is disabled by the administration, and only restored by it', async () => {
    const disabled = await setAccess('operator', 'revoke', ['local.user'], 'Злоупотреба');
    expect(disabled.payload).toEqual([{ model: { login: 'local.user', status: 4 } }]);
    expect((await read('local.admin', 'local.user')).payload?.actions).toEqual(['edit', 'exportData']);
    expect(errorsOf((await setAccess('local.admin', 'revoke', ['local.user'], 'и ја')).payload)).toEqual([
      'DisabledUser',
    ]);
    expect(errorsOf((await setAccess('local.admin', 'restore', ['local.user'])).payload)).toEqual([
      'InvalidUserPermission',
    ]);
    expect((await setAccess('operator', 'restore', ['local.user'])).payload).toEqual([
      { model: { login: 'local.user', status: 1 } },
    ]);
  });

  it('is disabled and enabled by calls of those names; a call to revoke with the effect Disabled disables, too', async () => {
    for (const kind of ['disable', 'revoke'] as const) {
      expect(errorsOf((await setAccess('local.admin', kind, ['local.user'], 'разлог', 'Disabled')).payload)).toEqual([
        'InvalidUserPermission',
      ]);
      expect((await setAccess('operator', kind, ['local.user'], 'разлог', 'Disabled')).payload).toEqual([
        { model: { login: 'local.user', status: 4 } },
      ]);
      expect((await setAccess('operator', 'enable', ['local.user'])).payload).toEqual([
        { model: { login: 'local.user', status: 1 } },
      ]);
    }
    expect((await setAccess('operator', 'disable', ['local.user'], 'разлог', 'Revoked')).httpStatus).toBe(422);
    expect((await setAccess('other.user', 'enable', ['local.user'])).httpStatus).toBe(403);
  });

  it('cannot be changed by its owner or from another organization, and each user has an answer', async () => {
    const answer = await setAccess(
      'local.admin',
      'revoke',
      ['local.admin', 'other.user', 'nema.ga', 'prva.dobra'],
      'разлог',
    );
    expect(errorsOf(answer.payload)).toEqual(['UpdateUserItselfStatus', 'NotFound', 'NotFound', 'done']);
    expect(errorsOf((await setAccess('operator', 'revoke', ['admin'], 'разлог')).payload)).toEqual([
      'InvalidUserPermission',
    ]);
    expect((await setAccess('other.user', 'revoke', ['local.power'], 'разлог')).httpStatus).toBe(403);
    expect((await setAccess('admin', 'revoke', ['admin'], 'разлог')).payload).toMatchObject([
      { error: { name: 'UpdateUserItselfStatus' } },
    ]);
  });
});

describe('the activation mail', () => {
  it('is sent again by users who manage the recipient, while others get the same answer', async () => {
    await create('local.admin', person('Чека Активацију', { email: 'ceka@example.rs', notifyUser: false }));
    const send = (by: string | null, login: string) => server.call(by, 'PUT', `security/users/${login}/activate`, {});
    expect(await mailsTo('ceka@example.rs')).toEqual([]);
    expect((await send('local.admin', 'ceka.aktivaciju')).httpStatus).toBe(200);
    expect(await mailsTo('ceka@example.rs')).toHaveLength(1);
    expect((await send('local.admin', 'local.user')).status.name).toBe('AlreadyActivatedUser');
    for (const by of [null, 'other.user'] as const) expect((await send(by, 'local.user')).httpStatus).toBe(200);
  });

  it('is not sent for a role that the caller may not give, nor after access was revoked', async () => {
    await create(
      'admin',
      person('Нови Министар', {
        email: 'novi.ministar@example.rs',
        roleId: 9,
        organizationId: '10503',
        notifyUser: false,
      }),
    );
    await create('local.admin', person('Без Приступа', { email: 'bez@example.rs', notifyUser: false }));
    const send = (by: string, login: string) => server.call(by, 'PUT', `security/users/${login}/activate`, {});
    expect((await send('ministry.admin', 'novi.ministar')).status.name).toBe('InvalidUserPermission');
    await setAccess('local.admin', 'revoke', ['bez.pristupa'], 'погрешан орган');
    expect((await send('local.admin', 'bez.pristupa')).status.name).toBe('RevokedUser');
    expect([await mailsTo('novi.ministar@example.rs'), await mailsTo('bez@example.rs')]).toEqual([[], []]);
  });
});

describe('a user who never activated the account', () => {
  const PASSWORD = 'Prvi-put-2026';
  const tokenIn = (mail: string | undefined) => /token=(\S+)/.exec(mail ?? '')?.[1] ?? '';

  it('is restored as inactive, gets the link, and can sign in only after using it', async () => {
    const address = 'vracen@example.rs';
    await create('local.admin', person('Враћен Корисник', { email: address }));
    const login = 'vracen.korisnik';
    await setAccess('local.admin', 'revoke', [login], 'погрешан орган');
    const restored = await setAccess('local.admin', 'restore', [login]);
    expect(restored.payload).toEqual([{ model: { login, status: 2 } }]);
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(2);
    expect((await read('local.admin', login)).payload?.actions).toContain('sendActivation');

    const [first, second] = mails.map(tokenIn);
    const activate = (token: string | undefined) =>
      server.call(null, 'POST', `security/users/${login}/activate?token=${token}`, {
        login,
        password: PASSWORD,
        newPassword: PASSWORD,
        activationToken: token,
      });
    expect((await activate(first)).status.name).toBe('InvalidActivationToken');
    expect((await activate(second)).httpStatus).toBe(200);
    expect((await server.call(null, 'POST', 'login', { login, password: PASSWORD })).httpStatus).toBe(200);
    await setAccess('local.admin', 'revoke', [login], 'одсуство');
    expect((await setAccess('local.admin', 'restore', [login])).payload).toEqual([{ model: { login, status: 1 } }]);
    expect(await mailsTo(address)).toHaveLength(2);
  });

  it('cannot activate a revoked account with any earlier link', async () => {
    const [address, login] = ['zakasneli@example.rs', 'zakasneli.korisnik'];
    await create('local.admin', person('Закаснели Корисник', { email: address }));
    const token = tokenIn((await mailsTo(address))[0]);
    const { db } = server.context;
    const statusOf = () => db.selectFrom('users').select('status').where('login', '=', login).executeTakeFirstOrThrow();
    await db.updateTable('users').set({ status: 3 }).where('login', '=', login).execute();
    const answer = await server.call(null, 'POST', `security/users/${login}/activate?token=${token}`, {
      login,
      password: PASSWORD,
      newPassword: PASSWORD,
      activationToken: token,
    });
    expect(answer.status.name).toBe('InvalidUserStatus');
    expect((await statusOf()).status).toBe(3);
  });

  it('learns login and organization from the mail', async () => {
    await create('local.admin', person('Назван Налог', { email: 'nazvan@example.rs' }));
    const [mail] = await mailsTo('nazvan@example.rs');
    expect(mail).toContain('Корисничко име: nazvan.nalog');
    expect(mail).toContain('Орган: Град Прокупље');
  });
});
