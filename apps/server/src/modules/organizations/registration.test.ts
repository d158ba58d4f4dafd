import { sql } from 'kysely';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { DashboardSchema } from '@pimis/contract/dashboard';
import type { Envelope } from '@pimis/contract/envelope';
import type { Organization, Submitted } from '@pimis/contract/organizations';
import type { User } from '@pimis/contract/identity';
import { ORGANIZATION_STATUS, USER_STATUS } from '@pimis/domain/constants';
import { addDays } from '@pimis/domain/dates/dates';
import { today } from '../../platform/context.ts';
import { type Registered, REGISTRATION } from '../../testing/registration.ts';
import { codeOf, useServer } from '../../testing/server.ts';

type Dashboard = Static<typeof DashboardSchema>;

const server = useServer();
const ORGANIZATION = REGISTRATION.id;
let address = 0;

/** A call without a session, from a new address each time unless one is given. */
async function anonymous<Payload = never>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  from = `10.9.${Math.floor((address += 1) / 250)}.${address % 250}`,
) {
  const answer = await server.app.inject({
    method,
    url: `/api/security/organizations${url}`,
    headers: { 'x-forwarded-for': from },
    ...(payload ? { payload } : {}),
  });
  return { httpStatus: answer.statusCode, ...answer.json<Envelope<Payload>>() };
}

const request = (more: object = {}) => ({ ...REGISTRATION, ...more });

const submit = (more: object = {}, from?: string) => anonymous<Registered>('POST', '', request(more), from);
const resolve = (by: string, id: string, decision: object) =>
  server.call<{ status: number; adminLogin: string | null }>(
    by,
    'POST',
    `security/organizations/${id}/request-resolve`,
    decision,
  );
const read = (by: string, id: string) => server.call<Organization>(by, 'GET', `security/organizations/${id}`);
const update = (by: string, id: string, change: object) =>
  server.call(by, 'PUT', `security/organizations/${id}`, {
    nameShort: 'ППП',
    supportEmails: [],
    supportPhoneNumbers: [],
    ...change,
  });

async function submitted(more: object = {}): Promise<string> {
  const answer = await submit(more);
  expect(answer.status.name).toBe('Success');
  return answer.payload?.organization.registrationToken ?? '';
}

describe('a waiting request', () => {
  const waiting = async (login: string) => (await server.call<Dashboard>(login, 'GET', 'dashboard')).payload;

  it('comes earlier among the tasks the longer it waits, whatever the number of its organization', async () => {
    await submitted({ id: '50103', name: 'Ранији захтев', companyNumber: '3' });
    await submitted({ id: '50102', name: 'Каснији захтев', companyNumber: '2' });
    const { registrations, counts } = (await waiting('operator')) ?? {};
    expect(registrations?.map(({ id }) => id).slice(-2)).toEqual(['50103', '50102']);
    expect(counts?.tasks).toBe(registrations?.length);
  });

  it('counts among the tasks even if it is not shown', async () => {
    const before = (await waiting('operator'))?.counts.tasks ?? 0;
    const added = 25;
    const { rows: made } = await sql<{ id: string }>`
      insert into organizations (id, name, status)
      select id, name, ${ORGANIZATION_STATUS.pending} from registry_organizations
      where id not in (select id from organizations) limit ${added} returning id`.execute(server.context.db);
    const { registrations, counts } = (await waiting('operator')) ?? {};
    await sql`delete from organizations where id = any(${made.map(({ id }) => id)})`.execute(server.context.db);
    expect(made.length).toBe(added);
    expect(registrations?.length).toBe(20);
    expect(counts?.tasks).toBe(before + added);
  });

  it('is a task of the users who decide on it, who get a mail; it shows differences from the registry', async () => {
    const before = (await waiting('operator'))?.counts.tasks ?? 0;
    // The role alone does not suffice: neither in another body nor for a revoked account.
    const elsewhere = sql<{ email: string }>`insert into users (login, name, email, organization_id, role_id, status)
      select login || given.body || given.status, 'Друга особа', 'druga@example.rs', given.body, role_id, given.status::integer
      from users, (values ('50101', ${USER_STATUS.active}), ('00000', ${USER_STATUS.revoked})) as given (body, status)
      where login = 'operator' returning login`;
    expect((await elsewhere.execute(server.context.db)).rows).toHaveLength(2);
    await submitted({ id: '50106', name: 'Други назив', companyNumber: '1' });
    const dashboard = await waiting('operator');
    expect(dashboard?.registrations).toContainEqual(expect.objectContaining({ id: '50106', days: 0 }));
    expect(dashboard?.counts.tasks).toBe(before + 1);
    expect((await waiting('admin'))?.registrations).toEqual(dashboard?.registrations);
    expect((await waiting('reviewer'))?.registrations).toEqual([]);
    expect((await waiting('local.admin'))?.registrations).toEqual([]);
    await sql`update users set role_id = (select role_id from users where login = 'operator')
      where login = 'other.user'`.execute(server.context.db);
    expect((await waiting('other.user'))?.registrations).toEqual([]);
    const { rows } = await sql<{ to: string }>`select payload ->> 'to' as to from graphile_worker._private_jobs
      where payload ->> 'text' like '%(50106)%'`.execute(server.context.db);
    const operator = await server.context.db
      .selectFrom('users')
      .select('email')
      .where('login', '=', 'operator')
      .executeTakeFirstOrThrow();
    expect(rows.map(({ to }) => to)).toContain(operator.email);
    expect(rows.map(({ to }) => to)).not.toContain('druga@example.rs');
    const found = (await read('operator', '50106')).payload?.differences;
    expect(found?.map(({ field }) => field)).toEqual(['name', 'companyNumber', 'taxIdNumber']);
    expect((await read('operator', '50106')).payload?.actions).toEqual(['resolve', 'printRegistration']);
    // Fields missing in the registry are not differences.
    await sql`update budget_users set tax_id_number = null where id = '50106'`.execute(server.context.db);
    const fewer = (await read('operator', '50106')).payload?.differences;
    expect(fewer?.map(({ field }) => field)).toEqual(['name', 'companyNumber']);
    const decided = await resolve('operator', '50106', { respond: 2, notifyAdmin: false });
    expect(decided.httpStatus).toBe(200);
    expect((await waiting('operator'))?.counts.tasks).toBe(before);
    expect((await read('operator', '50106')).payload?.differences).toEqual([]);
  });
});

describe('a request to register', () => {
  it('is refused if fields are missing or wrong', async () => {
    for (const [wrong, field] of [
      [{ companyNumber: '' }, 'companyNumber'],
      [{ name: '   ' }, 'name'],
      [{ name: '\u2060\u2800' }, 'name'],
      [{ adminIdentityNumber: '01234567' }, 'adminIdentityNumber'],
      [{ adminEmail: 'bez' }, 'adminEmail'],
      [{ adminPhoneNumber: 'нема' }, 'adminPhoneNumber'],
      [{ maxAmount: '12,5' }, 'maxAmount'],
      [{ supportEmails: ['a@b'] }, 'supportEmails'],
      [{ supportPhoneNumbers: ['034 306'] }, 'supportPhoneNumbers'],
      [{ treasuryBranchCode: '999' }, 'treasuryBranchCode'],
      [{ adminLogin: 'ja' }, 'adminLogin'],
    ] as const) {
      const answer = await submit(wrong);
      expect([field, answer.httpStatus, answer.fieldErrors?.[0]]).toMatchObject([field, 422, { field }]);
    }
    expect((await submit({ supportEmails: Array(4).fill('a@b.rs') })).status.name).toBe('ExceededSupportEmailsLimit');
    expect((await submit({ supportPhoneNumbers: Array(4).fill('034306000') })).status.name).toBe(
      'ExceededSupportPhoneNumbersLimit',
    );
    expect((await submit({ id: '99999' })).status.name).toBe('InvalidRegistrationBudgetUserId');
    const valid = (from: string, to: string) =>
      sql`update budget_users set valid_from = ${from}, valid_to = ${to} where id = '50121'`.execute(server.context.db);
    const day = today(server.context);
    for (const [from, to] of [
      [addDays(day, -9), addDays(day, -1)],
      [addDays(day, 1), addDays(day, 9)],
    ] as const) {
      await valid(from, to);
      expect((await submit({ id: '50121' })).status.name).toBe('InvalidRegistrationBudgetUserId');
    }
    await valid(day, day);
    await submitted({ id: '50121' });
    expect((await submit({ id: '50112' })).status.name).toBe('AlreadySubmittedRegistration');
  });

  it('is limited to five from an address in ten seconds, for any organizations', async () => {
    const ask = async (id: string) => (await submit({ id }, '10.8.1.1')).status.name;
    for (const id of ['99991', '99992', '99993', '99994', '99995']) {
      expect(await ask(id)).toBe('InvalidRegistrationBudgetUserId');
    }
    expect(await ask('99996')).toBe('RegistrationLimitExceeded');
  });

  it('is accepted ten seconds after the last one from the address', async () => {
    const from = '10.8.0.1';
    expect((await submit({ id: '99999' }, from)).status.name).toBe('InvalidRegistrationBudgetUserId');
    expect(await submit({ id: '99999' }, from)).toMatchObject({
      httpStatus: 429,
      status: { code: codeOf('RegistrationLimitExceeded') },
    });
    server.setNow(new Date(Date.now() + 11_000));
    expect((await submit({ id: '99999' }, from)).status.name).toBe('InvalidRegistrationBudgetUserId');
    server.setNow(null);
  });

  it('is found, changed and printed only with its token', async () => {
    const token = await submitted();
    expect((await submit()).status.name).toBe('AlreadySubmittedRegistration');
    const found = await anonymous<Submitted>('POST', '/retrieve', { registrationToken: ` ${token} ` });
    expect(found.payload).toMatchObject({ id: ORGANIZATION, adminName: 'Љубица Ђурић' });
    expect((await anonymous('POST', '/retrieve', { registrationToken: `${token}x` })).httpStatus).toBe(404);
    const changed = await anonymous('PUT', '', { ...request({ adminName: 'Јован Ђурић' }), registrationToken: token });
    expect(changed.payload).toEqual({ organization: { id: ORGANIZATION, registrationToken: token } });
    const other = await anonymous('PUT', '', { ...request({ id: '50105' }), registrationToken: token });
    expect(other.fieldErrors).toEqual([{ field: 'id', code: 'InvalidField' }]);
    for (const document of [1, 2]) {
      const url = `/api/security/organizations/${ORGANIZATION}/documents/${document}`;
      const paper = await server.app.inject(`${url}?registrationToken=${token}`);
      expect(paper.headers['content-type']).toBe('application/pdf');
      expect(paper.headers['content-disposition']).toContain(`PIMIS-${document}-${ORGANIZATION}.pdf`);
      expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      const pages = paper.rawPayload.toString('latin1').match(/\/Type\s*\/Page[^s]/g) ?? [];
      expect(pages).toHaveLength(1);
      expect((await server.app.inject(url)).statusCode).toBe(401);
      expect(
        (await server.app.inject(`${url.replace(ORGANIZATION, '50112')}?registrationToken=${token}`)).statusCode,
      ).toBe(404);
    }
  });

  it('is stored once, no matter how many come at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit({ id: '50105' })));
    expect(answers.map(({ status }) => status.name).toSorted()).toEqual([
      'AlreadySubmittedRegistration',
      'AlreadySubmittedRegistration',
      'AlreadySubmittedRegistration',
      'Success',
    ]);
  });

  it('cannot be made while registration is switched off', async () => {
    const { config } = server.context;
    config.registrationAllowed = false;
    expect((await submit({ id: '50106' })).status.name).toBe('ForbiddenOrganizationRegistration');
    expect((await anonymous('POST', '/retrieve', { registrationToken: 'a'.repeat(30) })).httpStatus).toBe(403);
    config.registrationAllowed = true;
  });
});

describe('a decision', () => {
  /** Subjects of mails to an address. */
  async function mailsTo(to: string): Promise<string[]> {
    const { rows } = await sql<{ subject: string }>`select payload ->> 'subject' as subject
      from graphile_worker._private_jobs where payload ->> 'to' = ${to} order by id`.execute(server.context.db);
    return rows.map(({ subject }) => subject);
  }

  it('approves once: the administrator gets an account and the link to activate it', async () => {
    const token = await submitted({ id: '50107', adminEmail: 'rade@example.rs', adminName: 'Раде Нови' });
    expect((await resolve('local.admin', '50107', { respond: 1 })).httpStatus).toBe(403);
    expect((await resolve('operator', '50107', { respond: 1, generateLogin: false })).fieldErrors).toEqual([
      { field: 'adminLogin', code: 'EmptyField' },
    ]);
    expect((await resolve('operator', '50107', { respond: 1, treasuryBranchCode: '999' })).httpStatus).toBe(422);
    const short = { respond: 1, generateLogin: false, adminLogin: 'abc' };
    expect((await resolve('operator', '50107', short)).httpStatus).toBe(422);
    const taken = { respond: 1, generateLogin: false, adminLogin: 'local.admin' };
    expect((await resolve('operator', '50107', taken)).status.name).toBe('DuplicateUserLogin');
    expect((await read('operator', '50107')).payload?.status).toBe(1);
    const { payload: organization } = await read('operator', '50107');
    const decision = { ...organization, respond: 1, treasuryBranchCode: '100', comment: 'Уредно', generateLogin: true };
    const answers = await Promise.all(
      [1, 2].map(() => resolve('operator', '50107', { ...decision, adminLogin: null })),
    );
    expect(answers.map(({ status }) => status.name).toSorted()).toEqual(['InvalidRegistrationStatus', 'Success']);
    expect(answers.find(({ payload }) => payload)?.payload).toEqual({ status: 2, adminLogin: 'rade.novi' });
    expect(await mailsTo('rade@example.rs')).toHaveLength(1);
    const { payload: admin } = await server.call<User>('operator', 'GET', 'security/users/rade.novi');
    expect(admin).toMatchObject({ roleId: 2, status: 2, organizationId: '50107', email: 'rade@example.rs' });
    expect((await read('operator', '50107')).payload).toMatchObject({
      status: 2,
      treasuryBranchCode: '100',
      treasury: 'Филијала Београд',
      adminLogin: 'rade.novi',
      resolvedUserLogin: 'operator',
      resolvedComment: 'Уредно',
      actions: ['edit', 'printRegistration', 'printAdmin'],
    });
    const paper = await server.get('operator', 'security/organizations/50107/documents/2');
    expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    // The request no longer exists.
    expect((await anonymous('POST', '/retrieve', { registrationToken: token })).status.name).toBe(
      'InvalidRegistrationStatus',
    );
    const late = { ...request({ id: '50107', name: 'Други назив' }), registrationToken: token };
    expect((await anonymous('PUT', '', late)).status.name).toBe('InvalidRegistrationStatus');
  });

  it('applies only to the request as it was read, not if it was changed since', async () => {
    const id = '50120';
    const token = await submitted({ id, adminEmail: 'prva@example.rs' });
    const revision = (await read('operator', id)).payload?.revision;
    const changed = await anonymous(
      'PUT',
      '',
      request({ id, adminEmail: 'druga@example.rs', registrationToken: token }),
    );
    expect(changed.httpStatus).toBe(200);
    const late = await resolve('operator', id, { respond: 1, revision });
    expect([late.httpStatus, late.status.name]).toEqual([409, 'RecordConflict']);
    const now = (await read('operator', id)).payload;
    expect(now).toMatchObject({
      status: ORGANIZATION_STATUS.pending,
      adminEmail: 'druga@example.rs',
      adminLogin: null,
    });
    expect((await resolve('operator', id, { respond: 1, revision: now?.revision })).httpStatus).toBe(200);
  });

  it('refuses, after which the organization may send another request', async () => {
    await submitted({ id: '50108', adminEmail: 'odbijena@example.rs' });
    expect((await resolve('operator', '50108', { respond: 2, comment: 'Непотпуно' })).payload).toEqual({
      status: 3,
      adminLogin: null,
    });
    expect(await mailsTo('odbijena@example.rs')).toEqual(['ПИМИС: захтев за регистрацију']);
    const { rows } = await sql<{ text: string }>`select payload ->> 'text' as text
      from graphile_worker._private_jobs where payload ->> 'to' = 'odbijena@example.rs'`.execute(server.context.db);
    expect(rows[0]?.text).toMatch(
      /Образложење: Непотпуно\n\nОрган може поново да поднесе захтев\.\n[^]*\/register-organization\n$/,
    );
    expect((await resolve('operator', '50108', { respond: 1 })).status.name).toBe('InvalidRegistrationStatus');
    await submitted({ id: '50108', adminEmail: 'odbijena@example.rs' });
    expect((await read('operator', '50108')).payload).toMatchObject({
      status: 1,
      resolvedDate: null,
      resolvedComment: null,
    });
    expect((await update('operator', '50108', {})).status.name).toBe('InvalidRegistrationStatus');
    // Nobody is notified if the decision says so.
    expect((await resolve('operator', '50108', { respond: 2, notifyAdmin: false })).httpStatus).toBe(200);
    expect(await mailsTo('odbijena@example.rs')).toHaveLength(1);
  });
});
