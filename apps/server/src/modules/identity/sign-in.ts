import { sql } from 'kysely';
import type { StatusName } from '@pimis/contract/errors';
import type { LoginPayload, LoginRequest } from '@pimis/contract/identity';
import { type AuditOrigin, audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { loadCurrentUser } from '../../platform/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { clearHits, countHit, hitsOf, takeBackHit } from '../../platform/rate-limits.ts';
import { checkDirectoryPassword } from './directory.ts';
import { sendLocationLink } from './links.ts';
import { MAX_FAILURES, passwordMatches } from './passwords.ts';
import { findForSignIn } from './queries.ts';
import { accessTokenFor, openSession, type RefreshKind } from './sessions.ts';

/** Rows of user.status (specification, section 4). */
const REFUSED_STATUS: Record<number, StatusName> = { 2: 'InactiveUser', 3: 'RevokedUser', 4: 'DisabledUser' };

export interface SignInFrom {
  address: string;
  agent: string;
  kinds: RefreshKind[];
  origin: AuditOrigin;
}

export interface SignedIn extends LoginPayload {
  cookieToken: string | undefined;
}

/** The part of an address that stays the same in one office: /24 of IPv4, /48 of IPv6. */
export function locationOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  if (plain === '::1' || plain.startsWith('127.')) return 'loopback';
  return plain.includes('.') ? plain.split('.').slice(0, 3).join('.') : plain.split(':').slice(0, 3).join(':');
}

const accountKey = (login: string) => `login:account:${login}`;
const addressKey = (address: string) => `login:address:${address}`;
const attemptsInTurn = inTurn();

/**
 * Judges an attempt, and answers whom it belongs to, if anybody. It counts as failed before it is judged, so that of
 * any number of attempts at once no more are judged than one after the other would be; what was right is taken back.
 * Attempts of one address wait for each other: colleagues who sign in together are not taken for guesses.
 */
function judged<User>(
  context: Context,
  { login, address }: { login: string; address: string },
  check: () => Promise<User | undefined>,
): Promise<User | undefined> {
  const [account, place] = [accountKey(login), addressKey(address)];
  return attemptsInTurn(address, async () => {
    const now = context.now();
    const window = context.config.loginLockMinutes * 60;
    if ((await hitsOf(context.db, place, now)) >= MAX_FAILURES) throw new ApiError('ReachedFailedLoginAttemptCount');
    const tried = await countHit(context.db, account, window, now);
    if (tried > MAX_FAILURES) throw new ApiError('ReachedFailedLoginAttemptCount');
    const counted = tried === 1 ? [account, place] : [account];
    if (tried === 1 && (await countHit(context.db, place, window, now)) > MAX_FAILURES) {
      throw new ApiError('ReachedFailedLoginAttemptCount');
    }
    let wrong = false;
    try {
      const user = await check();
      wrong = user === undefined;
      return user;
    } finally {
      // What could not be judged is no failure either.
      if (!wrong) for (const key of counted) await takeBackHit(context.db, key);
    }
  });
}

/**
 * Signs in with a standard account, or with one of the directory service.
 * Five failures lock the account for a while; five different accounts failing from one address lock the address.
 */
export async function signIn(
  context: Context,
  credentials: LoginRequest,
  directory: boolean,
  from: SignInFrom,
): Promise<SignedIn> {
  const now = context.now();
  const login = credentials.login.trim().toLowerCase();
  const user = await judged(context, { login, address: from.address }, async () => {
    const found = await findForSignIn(context.db, directory ? 'login_ad' : 'login', login);
    // Who is not known takes as long as who is.
    const matches = directory
      ? await checkDirectoryPassword(context, login, credentials.password)
      : await passwordMatches(found?.password_hash ?? null, credentials.password);
    return matches ? found : undefined;
  });
  if (!user) {
    await audit(context.db, from.origin, { operation: 'session.refused', subjectType: 'login', subjectId: login });
    throw new ApiError('InvalidUserPassword');
  }
  const refused = REFUSED_STATUS[user.status];
  if (refused) throw new ApiError(refused);

  const location = locationOf(from.address);
  const known = location === 'loopback' || user.known_locations.length === 0 || user.known_locations.includes(location);
  if (!known) {
    await sendLocationLink(context, user, location);
    throw new ApiError('BlockedUserLocation');
  }

  const opened = await context.db.transaction().execute(async (tx) => {
    const learnsLocation = location !== 'loopback' && !user.known_locations.includes(location);
    await tx
      .updateTable('users')
      .set({
        last_login_at: now,
        ...(learnsLocation ? { known_locations: sql<string[]>`array_append(known_locations, ${location})` } : {}),
      })
      .where('id', '=', user.id)
      .execute();
    const session = await openSession(context, tx, user.id, from.kinds, from);
    await audit(tx, { ...from.origin, user }, { operation: 'session.open', subjectType: 'user', subjectId: user.id });
    return session;
  });
  await clearHits(context.db, [accountKey(login)]);
  const current = await loadCurrentUser(context.db, user.id, opened.sessionId);
  if (!current) throw new ApiError('InvalidUserAccess');
  return {
    accessToken: await accessTokenFor(context, current),
    refreshToken: opened.refreshTokens.bearer ?? '',
    cookieToken: opened.refreshTokens.cookie,
  };
}
