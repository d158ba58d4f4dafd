import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { Profile } from '@pimis/contract/identity';
import type { NewSecret } from '@pimis/contract/security';
import { USER_STATUS } from '@pimis/domain/constants';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { answerWhileAccessEnds, untilWaiting } from '../../../testing/locks.ts';
import { useServer } from '../../../testing/server.ts';
import { userIdOf } from '../../../testing/users.ts';
import { sendLink } from '../sign-in/links.ts';
import { pendingEmail } from './email-change.ts';

const server = useServer();

/** A session of its own, as a browser has one. */
async function session(login: string, password = DEMO_PASSWORD) {
  const opened = await server.app.inject({ method: 'POST', url: '/api/login', payload: { login, password } });
  const { accessToken } = opened.json<{ payload: { accessToken: string } }>().payload;
  const headers = { authorization: `Bearer ${accessToken}` };
  return async <Payload = never>(method: 'GET' | 'PUT' | 'POST', rest: string, payload?: object) => {
    const url = `/api/security/users/${login}/${rest}`;
    const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return server.watch(`${method} ${rest}`, { ...answer.json<Envelope<Payload>>(), httpStatus: answer.statusCode });
  };
}
type Call = Awaited<ReturnType<typeof session>>;

const isOpen = async (call: Call) => (await call('GET', 'profile')).httpStatus === 200;
const profile = async (call: Call) => (await call<Profile>('GET', 'profile')).payload;

/** The newest mail with this subject to this address. */
async function mailTo(to: string, subject: string): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select payload ->> 'text' as text from graphile_worker._private_jobs
    where payload ->> 'to' = ${to} and payload ->> 'subject' = ${subject} order by id desc limit 1`.execute(
    server.context.db,
  );
  return rows[0]?.text;
}
const tokenIn = (mail: string | undefined) => /token=(\S+)/.exec(mail ?? '')?.[1] ?? '';
const CONFIRM = 'ПИМИС: потврда нове адресе е-поште';
const REQUESTED = 'ПИМИС: тражена је промена ваше адресе е-поште';
const RESET = 'ПИМИС: промена лозинке';

const confirm = (token: string) => server.call(null, 'POST', 'security/users/email-change', { token });
const stop = (token: string) => server.call(null, 'POST', 'security/users/email-change/stop', { token });

/** The data of a link of each kind, as requested by its page. */
const asked = {
  confirm: (token: string) => server.call<object>(null, 'POST', 'security/users/email-change/validate', { token }),
  stop: (token: string) => server.call<object>(null, 'POST', 'security/users/email-change/stop/validate', { token }),
};

/** A link for a forgotten password, sent to the account's present address. */
async function resetLink(login: string): Promise<string> {
  await sendLink(server.context, { login, kind: 'reset' });
  const { email } = await server.context.db
    .selectFrom('users')
    .select('email')
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  return tokenIn(await mailTo(email, RESET));
}
const isGood = async (token: string) =>
  (await server.call(null, 'POST', 'security/users/reset-token-validate', { token })).httpStatus === 200;
const setPassword = (login: string, token: string, password: string) =>
  server.call(null, 'POST', `security/users/${login}/password-reset?token=${token}`, {
    login,
    password,
    newPassword: password,
    activationToken: token,
  });

const change = (login: string, email: string, more: object = {}) => ({ name: 'Особа', email, login, id: 1, ...more });

describe('another e-mail address', () => {
  it('is requested with the password, and applies once it is confirmed from its own mailbox', async () => {
    const here = await session('local.user');
    const elsewhere = await session('local.user');
    const old = (await profile(here))?.email ?? '';
    const without = await here('PUT', 'profile', change('local.user', 'nova@example.rs'));
    expect(without.fieldErrors).toEqual([{ field: 'password', code: 'EmptyField' }]);
    const wrong = await here('PUT', 'profile', change('local.user', 'nova@example.rs', { password: 'погрешна' }));
    expect(wrong.fieldErrors).toEqual([{ field: 'password', code: 'InvalidUserPassword' }]);
    expect((await profile(here))?.pendingEmail).toBeNull();

    const proof = { password: DEMO_PASSWORD };
    const answer = await here<object>('PUT', 'profile', change('local.user', 'nova@example.rs', proof));
    expect(answer.payload).toEqual({ name: 'Особа', email: old, pendingEmail: 'nova@example.rs' });
    expect(await profile(here)).toMatchObject({ name: 'Особа', email: old, pendingEmail: 'nova@example.rs' });
    const told = await mailTo(old, REQUESTED);
    expect(told).toContain('Корисничко име: local.user');
    // The mail to the old address does not name the new one.
    expect(told).not.toContain('nova@example.rs');
    const link = tokenIn(await mailTo('nova@example.rs', CONFIRM));
    const reset = await resetLink('local.user');
    expect(await isGood(reset)).toBe(true);
    const stopping = tokenIn(told);
    // Repeated requests do not use up the links.
    for (const _ of [1, 2]) {
      expect((await asked.confirm(link)).payload).toEqual({ login: 'local.user', email: 'nova@example.rs' });
      expect((await asked.stop(stopping)).payload).toEqual({ login: 'local.user', email: 'n•••@example.rs' });
    }
    // Each link works only on its own page.
    expect((await asked.confirm(stopping)).status.name).toBe('InvalidEmailToken');
    expect((await asked.stop(link)).status.name).toBe('InvalidEmailToken');

    expect((await confirm(link)).httpStatus).toBe(200);
    expect(await profile(here)).toMatchObject({ email: 'nova@example.rs', pendingEmail: null });
    expect(await isOpen(elsewhere)).toBe(false);
    expect(await isGood(reset)).toBe(false);
    expect((await setPassword('local.user', reset, 'Tudja-lozinka-1')).status.name).toBe('InvalidResetToken');
    expect((await confirm(link)).status.name).toBe('InvalidEmailToken');
    expect((await stop(stopping)).status.name).toBe('InvalidEmailToken');
    expect((await asked.confirm(link)).status.name).toBe('InvalidEmailToken');
    expect((await asked.stop(stopping)).status.name).toBe('InvalidEmailToken');
    expect(await mailTo(old, 'ПИМИС: адреса е-поште је промењена')).toContain('local.user');
    const log = await server.context.db
      .selectFrom('audit_log')
      .select('detail')
      .where('operation', '=', 'user.email')
      .execute();
    expect(log).toEqual([{ detail: { before: { email: old }, after: { email: 'nova@example.rs' } } }]);
  });

  it('can be stopped from the old one: nothing changes, and the session that requested it ends', async () => {
    const here = await session('other.user');
    const old = (await profile(here))?.email ?? '';
    await here('PUT', 'profile', change('other.user', 'tudja@example.rs', { password: DEMO_PASSWORD }));
    const link = tokenIn(await mailTo('tudja@example.rs', CONFIRM));
    expect((await stop(tokenIn(await mailTo(old, REQUESTED)))).httpStatus).toBe(200);
    expect(await isOpen(here)).toBe(false);
    expect((await confirm(link)).status.name).toBe('InvalidEmailToken');
    expect(await profile(await session('other.user'))).toMatchObject({ email: old, pendingEmail: null });
  });

  it('requested again replaces the first, at most five times an hour', async () => {
    const here = await session('verifier');
    const ask = (email: string) => here('PUT', 'profile', change('verifier', email, { password: DEMO_PASSWORD }));
    await ask('prva@example.rs');
    const first = tokenIn(await mailTo('prva@example.rs', CONFIRM));
    await ask('druga@example.rs');
    expect((await confirm(first)).status.name).toBe('InvalidEmailToken');
    const more = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`${index}@example.rs`)));
    expect(more.filter(({ httpStatus }) => httpStatus === 200).length).toBe(3);
    expect(more.filter(({ status }) => status.name === 'RequestLimitReached').length).toBe(47);
    const { rows } = await sql`
      select from user_tokens join users on users.id = user_id
      where login = 'verifier' and kind = 'email' and used_at is null`.execute(server.context.db);
    expect(rows.length).toBe(1);
  });

  it('cannot be set for the user’s own account in another way', async () => {
    const own = { login: 'local.admin', name: 'Милош Петровић', roleId: 2 };
    for (const wrong of [{ email: 'druga@example.rs' }, { loginAd: 'tudji.nalog', email: 'local.admin@example.rs' }]) {
      const answer = await server.call<object[]>('local.admin', 'PUT', 'security/users', [{ ...own, ...wrong }]);
      expect(answer.payload, JSON.stringify(wrong)).toMatchObject([{ error: { name: 'OwnSignInData' } }]);
    }
  });

  it('set by an administrator ends sessions and links, and the old address is informed', async () => {
    const here = await session('local.power');
    const { email: old = '' } = (await profile(here)) ?? {};
    const reset = await resetLink('local.power');
    const given = { login: 'local.power', name: 'Напредни', email: 'zamenjena@example.rs', roleId: 3 };
    expect((await server.call<object[]>('local.admin', 'PUT', 'security/users', [given])).payload).toMatchObject([
      { model: { email: 'zamenjena@example.rs' } },
    ]);
    expect(await isOpen(here)).toBe(false);
    expect(await isGood(reset)).toBe(false);
    expect(await mailTo(old, 'ПИМИС: адреса е-поште је промењена')).toContain('local.power');
  });
});

describe('a change of the password', () => {
  it('in the profile ends links that were sent before it, and all other sessions', async () => {
    const here = await session('minister');
    const elsewhere = await session('minister');
    await here('PUT', 'profile', change('minister', 'ministar@example.rs', { password: DEMO_PASSWORD }));
    const pending = tokenIn(await mailTo('ministar@example.rs', CONFIRM));
    const reset = await resetLink('minister');
    const answer = await here('PUT', 'password-update', {
      login: 'minister',
      password: DEMO_PASSWORD,
      newPassword: 'Nova-lozinka-2026',
    });
    expect(answer.httpStatus).toBe(200);
    expect(await isOpen(here)).toBe(true);
    expect(await isOpen(elsewhere)).toBe(false);
    expect((await setPassword('minister', reset, 'Tudja-lozinka-1')).status.name).toBe('InvalidResetToken');
    expect((await confirm(pending)).status.name).toBe('InvalidEmailToken');
    expect(await isOpen(await session('minister', 'Nova-lozinka-2026'))).toBe(true);
  });

  it('expires after a day, and is not given to a revoked account', async () => {
    const { db, now } = server.context;
    const here = await session('operator');
    await here('PUT', 'profile', change('operator', 'nova.adresa@example.rs', { password: DEMO_PASSWORD }));
    const id = await userIdOf(db, 'operator');
    const pendingAfter = (hours: number) => pendingEmail(db, id, new Date(now().getTime() + hours * 3_600_000));
    expect([await pendingAfter(23), await pendingAfter(25)]).toEqual(['nova.adresa@example.rs', null]);
    const setStatus = (status: number) => db.updateTable('users').set({ status }).where('id', '=', id).execute();
    await setStatus(USER_STATUS.revoked);
    const pending = tokenIn(await mailTo('nova.adresa@example.rs', CONFIRM));
    expect((await confirm(pending)).status.name).toBe('InvalidEmailToken');
    expect((await asked.confirm(pending)).status.name).toBe('InvalidEmailToken');
    await setStatus(USER_STATUS.active);
    server.setNow(new Date(now().getTime() + 25 * 3_600_000));
    expect((await asked.confirm(pending)).status.name).toBe('InvalidEmailToken');
    server.setNow(null);
    expect((await asked.confirm(pending)).httpStatus).toBe(200);
  });

  it('by a link ends the other links too, however many are used at once', async () => {
    const here = await session('reviewer');
    await here('PUT', 'profile', change('reviewer', 'pregledac@example.rs', { password: DEMO_PASSWORD }));
    const pending = tokenIn(await mailTo('pregledac@example.rs', CONFIRM));
    const reset = await resetLink('reviewer');
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => setPassword('reviewer', reset, `Prolazna-${index}`)),
      ...Array.from({ length: 10 }, () => confirm(pending)),
    ]);
    expect(answers.filter(({ httpStatus }) => httpStatus >= 500)).toEqual([]);
    expect(answers.filter(({ httpStatus }) => httpStatus === 200).length).toBe(1);
    expect(await isGood(reset)).toBe(false);
  });
});

describe('a change of the user’s own name', () => {
  it('is refused in a session that has ended meanwhile', async () => {
    const here = await session('other.user');
    const { name = '', email = '' } = (await profile(here)) ?? {};
    const userId = await userIdOf(server.context.db, 'other.user');
    const renamed = await answerWhileAccessEnds(server.jobs.db, userId, () =>
      here('PUT', 'profile', change('other.user', email, { name: 'Закаснели' })),
    );
    expect(renamed.status.name).toBe('Unauthorized');
    expect((await profile(await session('other.user')))?.name).toBe(name);
  });
});

describe('a sign-in that is under way while the password changes', () => {
  it('opens no session with the old one', async () => {
    const { db } = server.context;
    const other = await db
      .selectFrom('users')
      .select('password_hash')
      .where('login', '=', 'minister')
      .executeTakeFirstOrThrow();
    let answer: ReturnType<typeof server.call> | undefined;
    await server.jobs.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set(other).where('login', '=', 'evaluator').execute();
      answer = server.call(null, 'POST', 'login', { login: 'evaluator', password: DEMO_PASSWORD });
      // The old password was accepted, and its sign-in waits for the lock of the account.
      await untilWaiting(server.jobs.db, tx);
    });
    expect((await answer)?.status.name).toBe('InvalidUserPassword');
  });
});

describe('a change of the second step', () => {
  it('ends links that were sent before it, and all other sessions: switched on, with new codes, and off', async () => {
    let at = Date.now();
    const codeOf = (secret: string) => {
      // Each code works once, so the next one is of another time.
      at += 60_000;
      server.setNow(new Date(at));
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
    };
    const here = await session('mei');
    const password = DEMO_PASSWORD;
    let elsewhere = await session('mei');
    let reset = await resetLink('mei');
    const expectEnded = async () => {
      expect(await isOpen(here)).toBe(true);
      expect(await isOpen(elsewhere)).toBe(false);
      expect(await isGood(reset)).toBe(false);
    };
    const { payload } = await here<NewSecret>('POST', 'second-factor', { password });
    const secret = payload?.secret ?? '';
    expect(await isOpen(elsewhere)).toBe(true);
    await here('POST', 'second-factor/confirm', { code: codeOf(secret) });
    await expectEnded();

    for (const call of ['second-factor/recovery-codes', 'second-factor/remove']) {
      // Another device, signed in with both steps.
      const step = await server.app.inject({ method: 'POST', url: '/api/login', payload: { login: 'mei', password } });
      const { token } = step.json<{ payload: { token: string } }>().payload;
      const opened = await server.app.inject({
        method: 'POST',
        url: '/api/login/second-step',
        payload: { token, code: codeOf(secret) },
      });
      const headers = {
        authorization: `Bearer ${opened.json<{ payload: { accessToken: string } }>().payload.accessToken}`,
      };
      elsewhere = async () => {
        const answer = await server.app.inject({ method: 'GET', url: '/api/security/users/mei/profile', headers });
        return { ...answer.json<Envelope<never>>(), httpStatus: answer.statusCode };
      };
      expect(await isOpen(elsewhere)).toBe(true);
      reset = await resetLink('mei');
      expect((await here('POST', call, { password, code: codeOf(secret) })).httpStatus).toBe(200);
      await expectEnded();
    }
    server.setNow(null);
  });
});
