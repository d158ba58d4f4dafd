import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Envelope } from '@pimis/contract/envelope';
import type { NewSecret, SecondFactor, SecondStepRequired } from '@pimis/contract/security';
import type { UserDetails } from '@pimis/contract/users';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const WRONG = '000000';

/** The code that an app shows this many seconds from the server's present time. */
function codeOf(secret: string, seconds = 0): string {
  const timestamp = server.context.now().getTime() + seconds * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** A code that cannot be right at this time. */
function wrongCode(secret: string): string {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, seconds));
  return near.includes(WRONG) ? '111111' : WRONG;
}

async function post<Payload = Record<string, never>>(
  url: string,
  payload: object,
  headers: Record<string, string> = {},
) {
  const answer = await server.app.inject({ method: 'POST', url: `/api/${url}`, payload, headers });
  const body = answer.json<{ payload: Payload; status: { name: string } }>();
  return {
    httpStatus: answer.statusCode,
    name: body.status.name,
    payload: body.payload,
    cookies: answer.cookies.map(({ name }) => name),
  };
}

const password = (login: string, headers?: Record<string, string>) =>
  post<SecondStepRequired>('login', { login, password: DEMO_PASSWORD }, headers);
const second = (token: string, code: string, headers?: Record<string, string>) =>
  post<{ accessToken: string; recoveryCodes: string[] }>('login/second-step', { token, code }, headers);
const own = (login: string, rest = '') => `security/users/${login}/second-factor${rest}`;
const proof = (code?: string) => ({ password: DEMO_PASSWORD, ...(code === undefined ? {} : { code }) });

/** Switches the second factor on by the calls of the profile page. */
async function switchOn(login: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await server.call<NewSecret>(login, 'POST', own(login), proof());
  const secret = begun.payload?.secret ?? '';
  const done = await server.call<{ recoveryCodes: string[] }>(login, 'POST', own(login, '/confirm'), {
    code: codeOf(secret),
  });
  expect(done.httpStatus).toBe(200);
  return { secret, recoveryCodes: done.payload?.recoveryCodes ?? [] };
}

let at = Date.now();
/** Moves the clock to a time whose codes are unused. */
function later(seconds = 90): void {
  at += seconds * 1000;
  server.setNow(new Date(at));
}

/** Calls as a user who has signed in with both steps. */
async function signedIn(login: string, code: string) {
  const opened = await second((await password(login)).payload.token, code);
  expect(opened.name).toBe('Success');
  const headers = { authorization: `Bearer ${opened.payload.accessToken}` };
  return async <Payload = never>(method: 'GET' | 'POST', rest: string, payload?: object) => {
    const url = `/api/${own(login, rest)}`;
    const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { ...answer.json<Envelope<Payload>>(), httpStatus: answer.statusCode };
  };
}

describe('a second factor that a user switches on', () => {
  let secret = '';
  let recoveryCodes: string[] = [];

  beforeAll(async () => {
    ({ secret, recoveryCodes } = await switchOn('local.user'));
    later();
  });

  it('is asked for after the password, and there is no session before', async () => {
    const before = await server.context.db.selectFrom('sessions').select('id').execute();
    const step = await password('local.user');
    expect(step).toMatchObject({
      httpStatus: 401,
      name: 'SecondFactorRequired',
      payload: { step: 'code' },
      cookies: [],
    });
    expect(JSON.stringify(step.payload)).not.toContain('accessToken');
    expect(await server.context.db.selectFrom('sessions').select('id').execute()).toEqual(before);
    expect((await second(step.payload.token, wrongCode(secret))).name).toBe('InvalidSecondFactor');
    const opened = await second(step.payload.token, codeOf(secret));
    expect(opened).toMatchObject({ httpStatus: 200, cookies: ['pimis_refresh'], payload: { recoveryCodes: [] } });
    expect(opened.payload.accessToken).not.toBe('');
    // A token of the second step works once.
    later();
    expect((await second(step.payload.token, codeOf(secret))).name).toBe('InvalidSecondStep');
  });

  it('accepts no code twice, even in concurrent calls', async () => {
    later();
    const tokens = await Promise.all([1, 2, 3].map(async () => (await password('local.user')).payload.token));
    const code = codeOf(secret);
    const opened = await Promise.all(tokens.map((token) => second(token, code)));
    expect(opened.filter(({ httpStatus }) => httpStatus === 200).length).toBe(1);
    const again = (await password('local.user')).payload.token;
    expect((await second(again, code)).name).toBe('InvalidSecondFactor');
    // An earlier code is refused too, even while its time lasts.
    expect((await second(again, codeOf(secret, -30))).name).toBe('InvalidSecondFactor');
    expect((await second(again, codeOf(secret, 30))).httpStatus).toBe(200);
  });

  it('can be replaced by a recovery code, each of which works once', async () => {
    expect(recoveryCodes.length).toBe(10);
    const [first = ''] = recoveryCodes;
    const token = async () => (await password('local.user')).payload.token;
    expect((await second(await token(), first.toLowerCase().replaceAll('-', ' '))).httpStatus).toBe(200);
    expect((await second(await token(), first)).name).toBe('InvalidSecondFactor');
    later();
    const call = await signedIn('local.user', codeOf(secret));
    const left = await call<SecondFactor>('GET', '');
    expect(left.payload).toMatchObject({ recoveryCodesLeft: 9, required: false });
    const { rows } = await server.context.db
      .selectFrom('recovery_codes')
      .selectAll()
      .execute()
      .then((found) => ({ rows: found }));
    expect(JSON.stringify(rows)).not.toContain(first.replaceAll('-', ''));
  });

  it('checks no more guesses at once than in sequence, and counts them apart from passwords', async () => {
    later();
    const { token } = (await password('local.user')).payload;
    const wrong = wrongCode(secret);
    const tried = await Promise.all(
      Array.from({ length: 20 }, (_, index) => second(token, wrong, { 'x-forwarded-for': `127.0.1.${index}` })),
    );
    expect(tried.filter(({ name }) => name === 'InvalidSecondFactor').length).toBe(5);
    expect(tried.filter(({ name }) => name === 'ReachedFailedLoginAttemptCount').length).toBe(15);
    // A correct password does not reset the failures of the second step.
    const next = (await password('local.user')).payload.token;
    expect((await second(next, codeOf(secret))).name).toBe('ReachedFailedLoginAttemptCount');
    later(16 * 60);
    const after = (await password('local.user')).payload.token;
    expect((await second(after, codeOf(secret))).httpStatus).toBe(200);
  });

  it('works for the signed-in user and in a known browser, however often strangers guess', async () => {
    later();
    const web = { 'x-pimis-client': 'web' };
    const step = (await password('local.user', web)).payload.token;
    const entered = await server.app.inject({
      method: 'POST',
      url: '/api/login/second-step',
      headers: web,
      payload: { token: step, code: codeOf(secret) },
    });
    const browser = entered.cookies.find(({ name }) => name === 'pimis_browser')?.value ?? '';
    later();
    const session = await signedIn('local.user', codeOf(secret));
    later();
    // Somebody knows the password, and guesses codes from many places until the second step is locked.
    const { token } = (await password('local.user')).payload;
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await second(token, wrongCode(secret))).name).toBe('InvalidSecondFactor');
    }
    expect((await second(token, codeOf(secret))).name).toBe('ReachedFailedLoginAttemptCount');
    // Failures of strangers on many accounts at this address do not change that either.
    for (let guess = 0; guess < 8; guess += 1) {
      await post('login', { login: `invented.${guess}`, password: 'погрешна' });
    }
    const renewed = await session<{ recoveryCodes: string[] }>('POST', '/recovery-codes', proof(codeOf(secret)));
    expect(renewed.status.name).toBe('Success');
    ({ recoveryCodes = [] } = renewed.payload ?? {});
    later();
    const cookie = { cookie: `pimis_browser=${browser}` };
    // Making new codes has ended all unfinished sign-ins, also the user's own.
    expect((await second(token, codeOf(secret), cookie)).name).toBe('InvalidSecondStep');
    const again = (await password('local.user', cookie)).payload.token;
    expect((await second(again, codeOf(secret), cookie)).name).toBe('Success');
    later(16 * 60);
  });

  it('must follow from the same place, within minutes, and not after a change of password', async () => {
    later();
    const elsewhere = (await password('local.user')).payload.token;
    expect((await second(elsewhere, codeOf(secret), { 'x-forwarded-for': '10.9.8.7' })).name).toBe('InvalidSecondStep');
    const late = (await password('local.user')).payload.token;
    later(11 * 60);
    expect((await second(late, codeOf(secret))).name).toBe('InvalidSecondStep');
    const revoked = (await password('local.user')).payload.token;
    const { db } = server.context;
    await db.updateTable('users').set({ status: USER_STATUS.revoked }).where('login', '=', 'local.user').execute();
    expect((await second(revoked, codeOf(secret))).name).toBe('RevokedUser');
    await db.updateTable('users').set({ status: USER_STATUS.active }).where('login', '=', 'local.user').execute();
  });

  it('is changed and switched off after a new proof of identity', async () => {
    later();
    const session = await signedIn('local.user', codeOf(secret));
    const call = <Payload>(rest: string, body: object) => session<Payload>('POST', rest, body);
    later();
    expect(await call('', proof())).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'code' }] });
    expect(await call('', { password: 'погрешна', code: codeOf(secret) })).toMatchObject({
      fieldErrors: [{ field: 'password', code: 'InvalidUserPassword' }],
    });
    const next = await call<NewSecret>('', proof(codeOf(secret)));
    expect(next.status.name).toBe('Success');
    const secretOfNext = next.payload?.secret ?? '';
    // The old secret works until the first code of the new one has arrived.
    later();
    expect((await second((await password('local.user')).payload.token, codeOf(secret))).httpStatus).toBe(200);
    expect(await call('/confirm', { code: codeOf(secret) })).toMatchObject({
      fieldErrors: [{ field: 'code', code: 'InvalidSecondFactor' }],
    });
    const confirmed = await call<{ recoveryCodes: string[] }>('/confirm', { code: codeOf(secretOfNext) });
    expect(confirmed.httpStatus).toBe(200);
    const [, old = ''] = recoveryCodes;
    expect(await call('/remove', proof(old))).toMatchObject({ fieldErrors: [{ field: 'code' }] });
    later();
    const renewed = await call<{ recoveryCodes: string[] }>('/recovery-codes', proof(codeOf(secretOfNext)));
    const [spare = ''] = renewed.payload?.recoveryCodes ?? [];
    const [superseded = ''] = confirmed.payload?.recoveryCodes ?? [];
    expect(await call('/remove', proof(superseded))).toMatchObject({ fieldErrors: [{ field: 'code' }] });
    expect((await call('/remove', proof(spare))).httpStatus).toBe(200);
    expect((await call('/remove', proof())).status.name).toBe('SecondFactorInactive');
    expect((await password('local.user')).httpStatus).toBe(200);
  });

  it('can be replaced by a new secret within a quarter of an hour; then the change must begin again', async () => {
    const { secret: own } = await switchOn('local.power');
    later();
    const begun = await (await signedIn('local.power', codeOf(own)))<NewSecret>('POST', '', proof(codeOf(own, 30)));
    const next = begun.payload?.secret ?? '';
    later(16 * 60);
    const session = await signedIn('local.power', codeOf(own));
    expect(await session('POST', '/confirm', { code: codeOf(next) })).toMatchObject({
      httpStatus: 409,
      status: { name: 'SecondFactorSetUpOver' },
    });
    later();
    expect((await second((await password('local.power')).payload.token, codeOf(own))).name).toBe('Success');
  });

  it('cannot be read or changed by others', async () => {
    expect((await server.call('local.admin', 'GET', own('local.user'))).status.name).toBe('InvalidUserPermission');
    expect((await server.call('local.admin', 'POST', own('local.user'), proof())).httpStatus).toBe(403);
  });
});

describe('a role that requires a second factor', () => {
  const VERIFIER = 4;
  let verifier: Awaited<ReturnType<typeof signedIn>>;
  const require = (login: string, required: boolean) =>
    server.call(login, 'PUT', `security/roles/${VERIFIER}/second-factor`, { required });

  it('is chosen by an administrator of the system; its holders must set up the second factor to sign in', async () => {
    expect((await require('operator', true)).httpStatus).toBe(403);
    expect((await require('admin', true)).httpStatus).toBe(200);
    const step = await password('verifier');
    expect(step).toMatchObject({ name: 'SecondFactorRequired', payload: { step: 'setUp' } });
    const { token } = step.payload;
    expect((await second(token, '123456')).name).toBe('InvalidSecondStep');
    const shown = await post<NewSecret>('login/second-factor', { token });
    expect(shown.payload.address).toContain(`secret=${shown.payload.secret}`);
    expect((await second(token, wrongCode(shown.payload.secret))).name).toBe('InvalidSecondFactor');
    const opened = await second(token, codeOf(shown.payload.secret));
    expect(opened).toMatchObject({ httpStatus: 200 });
    expect(opened.payload.recoveryCodes.length).toBe(10);
    later();
    expect((await password('verifier')).payload.step).toBe('code');
    // A user who has a second factor gets no other secret: the call is refused.
    const next = (await password('verifier')).payload.token;
    expect((await post('login/second-factor', { token: next })).name).toBe('InvalidSecondStep');
    verifier = await signedIn('verifier', codeOf(shown.payload.secret));
    later();
    const removed = await verifier('POST', '/remove', proof(codeOf(shown.payload.secret)));
    expect(removed.status.name).toBe('SecondFactorRequiredByRole');
  });

  it('asks for a new one after a reset by an administrator, which ends sessions, is mailed and logged', async () => {
    const read = await server.call<UserDetails>('ministry.admin', 'GET', 'security/users/verifier');
    expect(read.status.name).toBe('Success');
    const { payload } = read;
    expect(payload).toMatchObject({ secondFactor: true });
    expect(payload?.actions).toContain('resetSecondFactor');
    const reset = (login: string) => server.call(login, 'POST', own('verifier', '/reset'));
    expect((await reset('other.user')).httpStatus).toBe(403);
    expect((await verifier('POST', '/reset')).httpStatus).toBe(403);
    expect((await reset('ministry.admin')).httpStatus).toBe(200);
    expect((await reset('ministry.admin')).status.name).toBe('SecondFactorInactive');
    expect((await verifier('GET', '')).httpStatus).toBe(401);
    expect((await password('verifier')).payload.step).toBe('setUp');
    const log = await server.context.db
      .selectFrom('audit_log')
      .select(['login', 'detail'])
      .where('operation', '=', 'user.secondFactorReset')
      .execute();
    expect(log).toEqual([
      {
        login: 'ministry.admin',
        detail: { before: { secondFactor: true, passkeys: 0 }, after: { secondFactor: false, passkeys: 0 } },
      },
    ]);
    await require('admin', false);
  });
});
