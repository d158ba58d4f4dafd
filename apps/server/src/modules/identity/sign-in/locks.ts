import { type RawBuilder, sql } from 'kysely';
import type { Lock } from '@pimis/contract/users';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { clearHits, keysAtLimit, keysAtLimitSql } from '../../../platform/limits/rate-limits.ts';
import { browserKey, ownCodeKey, ownPasswordKey, passwordKey, secondStepKey } from './login-attempt-limit.ts';
import { browsersOf } from './known-browsers.ts';
import { MAX_FAILURES } from './passwords.ts';

interface Locked {
  id: number;
  login: string;
  loginAd: string | null;
}

/** The counters that lock an account, each with its reason. */
function countersOf({ id, login, loginAd }: Locked): { key: string; reason: Lock['reason'] }[] {
  return [
    { key: passwordKey(login, false), reason: 'password' },
    ...(loginAd === null ? [] : [{ key: passwordKey(loginAd, true), reason: 'password' } as const]),
    { key: secondStepKey(id), reason: 'code' },
    { key: ownPasswordKey(id), reason: 'confirmation' },
    { key: ownCodeKey(id), reason: 'confirmation' },
  ];
}

/** The present locks of a user, the one that ends last first. */
export async function locksOf(db: Database | Tx, user: Locked, now: Date): Promise<Lock[]> {
  const counters = countersOf(user);
  const keys = counters.map(({ key }) => key);
  const ends = new Map((await keysAtLimit(db, keys, MAX_FAILURES, now)).map(({ key, until }) => [key, until]));
  return counters
    .flatMap(({ key, reason }) => {
      const until = ends.get(key);
      return until ? [{ reason, until: until.toISOString() }] : [];
    })
    .toSorted((one, other) => other.until.localeCompare(one.until));
}

/** SQL: whether a row of `users` is locked at the moment, by one of its counters (countersOf). */
export function isLocked(now: Date): RawBuilder<boolean> {
  return sql<boolean>`array['login:account:' || lower(users.login::text), 'login:directory:' || lower(users.login_ad::text),
    'login:second:' || users.id, 'password:' || users.id, 'code:' || users.id] && ${keysAtLimitSql(MAX_FAILURES, now)}`;
}

/** Deletes all failures of the user, of every way to sign in. */
export async function liftLocks(tx: Tx, user: Locked): Promise<void> {
  const keys = countersOf(user).map(({ key }) => key);
  const browsers = await browsersOf(tx, user.id);
  await clearHits(tx, [...keys, ...browsers.flatMap((browser) => keys.map((key) => browserKey(key, browser)))]);
}
