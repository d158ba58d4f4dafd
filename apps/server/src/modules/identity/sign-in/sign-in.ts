import { sql } from 'kysely';
import type { StatusName } from '@pimis/contract/errors';
import type { LoginPayload, LoginRequest } from '@pimis/contract/identity';
import type { NewSecret, SecondStepRequired } from '@pimis/contract/security';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { loadCurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { clearFewerHits } from '../../../platform/limits/rate-limits.ts';
import { hashToken, makeLinkToken } from '../../../platform/access/tokens.ts';
import { accountByGroup } from './directory-account.ts';
import { bindWithPassword } from './ldap.ts';
import { limitAttempt, limitAttemptFrom, passwordKey, secondStepKey } from './login-attempt-limit.ts';
import { auditRefusal } from './refused-sign-ins.ts';
import { knownBrowser, rememberBrowser } from './known-browsers.ts';
import { sendLocationLink } from './location-links.ts';
import { notifyOfNewDevice } from './new-device.ts';
import { MAX_FAILURES, passwordMatches } from './passwords.ts';
import { findForSignIn, findSecondStep, findSignedIn, insertSecondStep, takeLinkToken } from '../queries.ts';
import { beginSetUp, finishSetUp, secondStepOf, useCode } from '../second-factor/second-factor.ts';
import { providerIn, type ProviderSession } from './provider-session.ts';
import { accessTokenFor, openSession, type RefreshKind } from './sessions.ts';

/** Rows of user.status (specification, section 4). */
export const REFUSED_STATUS: Record<number, StatusName> = { 2: 'InactiveUser', 3: 'RevokedUser', 4: 'DisabledUser' };

export interface SignInFrom {
  address: string;
  agent: string;
  kinds: RefreshKind[];
  origin: AuditOrigin;
  /** The token of the browser, and whether it becomes a known browser. */
  browser: { token: string | undefined; remember: boolean };
  /** Set when a provider of OpenID Connect has signed the user in. */
  provider?: ProviderSession | undefined;
}

export interface SignedIn extends LoginPayload {
  cookieToken: string | undefined;
  /** The cookie of the known browser. */
  browserToken: string | undefined;
}

/** The part of an address that is constant within an office: /24 of IPv4, /48 of IPv6. */
export function locationOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  if (plain === '::1' || plain.startsWith('127.')) return 'loopback';
  return plain.includes('.') ? plain.split('.').slice(0, 3).join('.') : plain.split(':').slice(0, 3).join(':');
}

/**
 * Signs in with a standard or a directory account. Five failures lock the account for a while and many slow the
 * address, except for a known browser. If a second step follows, the answer is SecondFactorRequired with its token, and
 * there is no session yet.
 */
export function signIn(
  context: Context,
  { login: typed, password }: LoginRequest,
  directory: boolean,
  from: SignInFrom,
): Promise<SignedIn> {
  const login = typed.trim().toLowerCase();
  return auditRefusal(context, { origin: from.origin, login }, () =>
    signInByPassword(context, { login, password }, directory, from),
  );
}

async function signInByPassword(
  context: Context,
  { login, password }: LoginRequest,
  directory: boolean,
  from: SignInFrom,
): Promise<SignedIn> {
  const { address } = from;
  const account = passwordKey(login, directory);
  const column = directory ? 'login_ad' : 'login';
  const browser = await knownBrowser(context, from.browser.token, { column, login });
  const user = await limitAttemptFrom(context, { account, address, directory, browser }, async () => {
    const found = await findForSignIn(context.db, column, login);
    // An unknown login takes as long as a known one.
    const matches = directory
      ? await bindWithPassword(context, login, password)
      : await passwordMatches(found?.password_hash ?? null, password);
    if (!matches) return undefined;
    return found ?? (directory ? accountByGroup(context, login, from.origin) : undefined);
  });
  if (!user) throw new ApiError('InvalidUserPassword');
  const hold = (tx: Tx) => holdJudged(tx, user, directory);
  const signedIn = await afterFirstStep(context, user, { key: account, by: 'password', hold }, from);
  await clearFewerHits(context.db, [account], MAX_FAILURES);
  return signedIn;
}

type FirstStep = NonNullable<Awaited<ReturnType<typeof findForSignIn>>>;

/**
 * Goes on after the first step: opens the session, or asks for the second step. `key` is kept with a second step;
 * `hold` checks again, in the transaction, that the first step still holds. Errors: the status of an inactive user,
 * BlockedUserLocation, SecondFactorRequired.
 */
export async function afterFirstStep(
  context: Context,
  user: FirstStep,
  { key, by, hold }: { key: string; by: 'password' | 'oidc'; hold: (tx: Tx) => Promise<void> },
  from: SignInFrom,
): Promise<SignedIn> {
  const refused = REFUSED_STATUS[user.status];
  if (refused) throw new ApiError(refused);

  const location = locationOf(from.address);
  const known = location === 'loopback' || user.known_locations.length === 0 || user.known_locations.includes(location);
  if (!known) {
    await sendLocationLink(context, user, location, from);
    throw new ApiError('BlockedUserLocation');
  }
  const step = await secondStepOf(context, user.id);
  if (step !== 'none') {
    const { token, hash } = makeLinkToken();
    await context.db.transaction().execute(async (tx) => {
      await hold(tx);
      await insertSecondStep(tx, { hash, userId: user.id, passwordKey: key, location }, context.now());
    });
    const required: SecondStepRequired = { token, step };
    throw new ApiError('SecondFactorRequired', { payload: required });
  }
  const opened = await context.db.transaction().execute(async (tx) => {
    await hold(tx);
    return openFor(context, tx, user.id, by, from);
  });
  return tokensOf(context, user.id, opened);
}

/** The password may have been changed since it was checked; then this sign-in must fail. */
async function holdJudged(
  tx: Tx,
  judgedAs: { id: number; password_hash: string | null },
  directory: boolean,
): Promise<void> {
  const held = await findSignedIn(tx, judgedAs.id);
  if (!directory && held.password_hash !== judgedAs.password_hash) throw new ApiError('InvalidUserPassword');
}

type Opened = Awaited<ReturnType<typeof openSession>> & { browserToken: string | undefined };

/** Opens a session for a user who has proved their identity. Errors: the status of an inactive user. */
export async function openFor(
  context: Context,
  tx: Tx,
  userId: number,
  by: 'password' | 'oidc' | 'app' | 'recovery' | 'setUp' | 'passkey',
  from: SignInFrom,
): Promise<Opened> {
  const user = await findSignedIn(tx, userId);
  const refused = REFUSED_STATUS[user.status];
  if (refused) throw new ApiError(refused);
  const location = locationOf(from.address);
  const learnsLocation = location !== 'loopback' && !user.known_locations.includes(location);
  await tx
    .updateTable('users')
    .set({
      last_login_at: context.now(),
      ...(learnsLocation ? { known_locations: sql<string[]>`array_append(known_locations, ${location})` } : {}),
    })
    .where('id', '=', userId)
    .execute();
  const session = await openSession(context, tx, userId, from.kinds, from);
  const { token, remember } = from.browser;
  const remembered = remember ? await rememberBrowser(context, tx, userId, token) : undefined;
  if (remembered?.isNew || learnsLocation) await notifyOfNewDevice(context, tx, user, { ...from, location });
  await audit(
    tx,
    { ...from.origin, user },
    {
      operation: 'session.open',
      subjectType: 'user',
      subjectId: userId,
      detail: { by, ...(from.provider ? { provider: from.provider.id } : {}) },
    },
  );
  return { ...session, browserToken: remembered?.cookie };
}

export async function tokensOf(context: Context, userId: number, opened: Opened): Promise<SignedIn> {
  const current = await loadCurrentUser(context.db, userId, opened.sessionId);
  if (!current) throw new ApiError('InvalidUserAccess');
  return {
    accessToken: await accessTokenFor(context, current),
    refreshToken: opened.refreshTokens.bearer ?? '',
    cookieToken: opened.refreshTokens.cookie,
    browserToken: opened.browserToken,
  };
}

type SecondStep = NonNullable<Awaited<ReturnType<typeof findSecondStep>>>;

/**
 * Continues the sign-in of a token that waits for its second step at this place. An expired, used or unknown token
 * writes an audit row. Error: InvalidSecondStep.
 */
async function atSecondStep<Done>(
  context: Context,
  token: string,
  { address, origin }: Pick<SignInFrom, 'address' | 'origin'>,
  work: (step: SecondStep) => Promise<Done>,
): Promise<Done> {
  const step = await findSecondStep(context.db, hashToken(token), context.now());
  return auditRefusal(context, { origin, login: step?.login ?? '', by: 'second' }, async () => {
    if (!step?.waits || step.location !== locationOf(address)) throw new ApiError('InvalidSecondStep');
    return work(step);
  });
}

/** Shows the secret to a user who must set up the second factor first. */
export function setUpAtSignIn(
  context: Context,
  token: string,
  from: Pick<SignInFrom, 'address' | 'origin'>,
): Promise<NewSecret> {
  return atSecondStep(context, token, from, async ({ userId, login }) => {
    if ((await secondStepOf(context, userId)) !== 'setUp') throw new ApiError('InvalidSecondStep');
    return beginSetUp(context, context.db, { id: userId, login });
  });
}

/**
 * The second step: the code opens the session and is used up. It returns recovery codes if the factor was just set up.
 */
export function takeSecondStep(
  context: Context,
  { token, code }: { token: string; code: string },
  from: SignInFrom,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  return atSecondStep(context, token, from, (step) => judgeSecondStep(context, step, { token, code }, from));
}

async function judgeSecondStep(
  context: Context,
  { userId, login, passwordKey: counted }: SecondStep,
  { token, code }: { token: string; code: string },
  from: SignInFrom,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const account = secondStepKey(userId);
  const step = await secondStepOf(context, userId);
  const browser = await knownBrowser(context, from.browser.token, { userId });
  const done = await limitAttempt(context, { account, browser }, () =>
    context.db.transaction().execute(async (tx) => {
      const now = context.now();
      const hash = hashToken(token);
      if (!(await takeLinkToken(tx, hash, 'second_step', now))) throw new ApiError('InvalidSecondStep');
      const failure = { origin: from.origin, over: 'InvalidSecondStep' } as const;
      const recoveryCodes =
        step === 'setUp' ? await finishSetUp(context, tx, { id: userId, login }, code, failure) : [];
      const by = step === 'setUp' ? 'setUp' : await useCode(context, tx, userId, code);
      if (!recoveryCodes || !by) return undefined;
      await tx.updateTable('user_tokens').set({ used_at: now }).where('token_hash', '=', hash).execute();
      const provider = providerIn(counted);
      return { recoveryCodes, opened: await openFor(context, tx, userId, by, { ...from, provider }) };
    }),
  );
  if (!done) throw new ApiError('InvalidSecondFactor');
  await clearFewerHits(context.db, [account, counted], MAX_FAILURES);
  return { ...(await tokensOf(context, userId, done.opened)), recoveryCodes: done.recoveryCodes };
}
