import { sql } from 'kysely';
import type { StatusName } from '@pimis/contract/errors';
import type { LoginPayload, LoginRequest } from '@pimis/contract/identity';
import { type AuditOrigin, audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { loadCurrentUser } from '../../platform/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { clearHits, countHit, hitsOf } from '../../platform/rate-limits.ts';
import { checkDirectoryPassword } from './directory.ts';
import { sendLocationLink } from './links.ts';
import { passwordMatches } from './passwords.ts';
import { findForSignIn } from './queries.ts';
import { accessTokenFor, openSession, type RefreshKind } from './sessions.ts';

const MAX_FAILURES = 5;
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
  const accountKey = `login:account:${login}`;
  const addressKey = `login:address:${from.address}`;
  const tried = await hitsOf(context.db, accountKey, now);
  if (tried >= MAX_FAILURES || (await hitsOf(context.db, addressKey, now)) >= MAX_FAILURES) {
    throw new ApiError('ReachedFailedLoginAttemptCount');
  }
  const user = await findForSignIn(context.db, directory ? 'login_ad' : 'login', login);
  const matches = directory
    ? user !== undefined && (await checkDirectoryPassword(context, login, credentials.password))
    : await passwordMatches(user?.password_hash ?? null, credentials.password);
  if (!user || !matches) {
    const window = context.config.loginLockMinutes * 60;
    const failures = await countHit(context.db, accountKey, window, now);
    if (failures === 1) await countHit(context.db, addressKey, window, now);
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
  await clearHits(context.db, [accountKey]);
  const current = await loadCurrentUser(context.db, user.id, opened.sessionId);
  if (!current) throw new ApiError('InvalidUserAccess');
  return {
    accessToken: await accessTokenFor(context, current),
    refreshToken: opened.refreshTokens.bearer ?? '',
    cookieToken: opened.refreshTokens.cookie,
  };
}
