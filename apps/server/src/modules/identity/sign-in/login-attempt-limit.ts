import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { TurnRefused, Turns } from '../../../platform/limits/turns.ts';
import {
  isOverLimit,
  type BucketLimit,
  addToBucket,
  returnAttempts,
  takeAttempt,
} from '../../../platform/limits/leaky-bucket.ts';
import { isTrusted, networkOf } from '../../../platform/http/networks.ts';
import { countHit, takeBackHits, takeHits } from '../../../platform/limits/rate-limits.ts';
import { MAX_FAILURES } from './passwords.ts';

/**
 * Limits on guessing (docs/decisions/0140-slowed-addresses.md): five failures lock an account, many failures slow an
 * address. Each attempt counts as failed before it is checked and is taken back if it was right, so concurrent attempts
 * get no more checks than sequential ones.
 */

const EVERYWHERE = 'login:everywhere';
const HOUR_SECONDS = 3600;
/** When failures come from many addresses, each address gets this part of its limit. */
const TIGHTENED = 0.1;
/** How many attempts of one address are checked at once and how many may wait, for colleagues who sign in together. */
const AT_ONCE = 4;
const WAITING = 100;
/** A queue of 70 takes two seconds on an idle machine, and took more than ten on a busy one. */
const WAIT_MS = 30_000;
const RETRY_AFTER_SECONDS = 3;

const gate = new Turns({ ofOne: AT_ONCE, waitingOfOne: WAITING, waitMs: WAIT_MS });

/**
 * Passwords and second steps have separate counters, because whoever knows the password must not get more tries of the
 * code.
 */
export const passwordKey = (login: string, directory: boolean) =>
  `login:${directory ? 'directory' : 'account'}:${login.toLowerCase()}`;
export const secondStepKey = (userId: number) => `login:second:${userId}`;
/** Signed-in users have counters of their own, so that strangers cannot use them up. */
export const ownPasswordKey = (userId: number) => `password:${userId}`;
export const ownCodeKey = (userId: number) => `code:${userId}`;

/** Counters of a browser in which its user has signed in before. */
export const browserKey = (account: string, browser: number) => `${account}:browser:${browser}`;

interface OnAccount {
  account: string;
  /** The browser, if its user has signed in with it before (known-browsers.ts). */
  browser?: number | null;
}

/**
 * Checks an attempt on an account and returns the result of `check`: undefined if it was wrong. Five failures lock the
 * account, except for a known browser, which has a counter of its own.
 */
export async function limitAttempt<Found>(
  context: Context,
  { account, browser = null }: OnAccount,
  check: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { db } = context;
  const now = context.now();
  const window = context.config.loginLockMinutes * 60;
  const own = browser === null ? null : browserKey(account, browser);
  const tried = await countHit(db, account, window, now);
  const counted = own === null ? tried : await countHit(db, own, window, now);
  if (counted > MAX_FAILURES) throw new ApiError('ReachedFailedLoginAttemptCount', { limit: 'accountFailures' });
  let found: Found | undefined;
  try {
    found = await check();
  } catch (error) {
    // An attempt that could not be checked does not count as a failure.
    await takeBackHits(db, account);
    if (own !== null) await takeBackHits(db, own);
    throw error;
  }
  // Deletes only the failures of this browser: others may have tried meanwhile.
  if (found !== undefined) await takeBackHits(db, account, own === null ? 1 : await takeHits(db, own, now));
  return found;
}

/**
 * The same for a password of a caller known only by address. Failures slow the address; a right password takes back the
 * failures of its user.
 */
export async function limitAttemptFrom<Found>(
  context: Context,
  { address, directory, ...attempt }: OnAccount & { address: string; directory: boolean },
  check: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  // A known browser does not wait in the queue of strangers.
  if (attempt.browser !== null && attempt.browser !== undefined) return limitAttempt(context, attempt, check);
  const place = networkOf(address);
  // Users with a password of this system do not wait for the directory.
  const leave = await gate.enter(`${directory} ${place}`).catch((error: unknown) => {
    throw error instanceof TurnRefused
      ? new ApiError('SignInSlowed', { retryAfter: RETRY_AFTER_SECONDS, limit: 'signInTurns' })
      : error;
  });
  try {
    return await slowed(context, { place, address, account: attempt.account }, () =>
      limitAttempt(context, attempt, check),
    );
  } finally {
    leave();
  }
}

const boundOfAll = ({ config }: Context): BucketLimit => ({ most: config.loginAllFailures });

/** How many failures an address may have in an hour. */
async function boundOf(context: Context, address: string): Promise<BucketLimit> {
  const { loginAddressFailures, loginTrustedFailures } = context.config;
  if (isTrusted(context.config, address)) return { most: loginTrustedFailures };
  const many = await isOverLimit(context.db, EVERYWHERE, boundOfAll(context), context.now());
  return { most: Math.max(1, Math.ceil(loginAddressFailures * (many ? TIGHTENED : 1))) };
}

async function slowed<Found>(
  context: Context,
  { place, address, account }: { place: string; address: string; account: string },
  work: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { db } = context;
  const now = context.now();
  const key = `login:address:${place}`;
  const ownFailures = `${account} at ${place}`;
  const tried = await takeAttempt(db, key, await boundOf(context, address), now);
  if (!tried.through) throw new ApiError('SignInSlowed', { retryAfter: tried.retryAfter, limit: 'signInFailures' });
  const back = (tries: number) => returnAttempts(db, key, { tries, slowed: tried.slowed, now });
  let found: Found | undefined;
  try {
    found = await work();
  } catch (error) {
    await back(1);
    throw error;
  }
  if (found === undefined) {
    await countHit(db, ownFailures, HOUR_SECONDS, now);
    if (!isTrusted(context.config, address)) await addToBucket(db, EVERYWHERE, boundOfAll(context), now);
    return undefined;
  }
  const mistyped = await takeHits(db, ownFailures, now);
  await back(1 + mistyped);
  if (mistyped > 0) await returnAttempts(db, EVERYWHERE, { tries: mistyped, slowed: false, now });
  return found;
}

/** Counts anonymous requests of an address in the same way as failed sign-ins. Errors: RequestLimitReached. */
export async function countRequest(context: Context, what: string, address: string): Promise<void> {
  const { loginAddressFailures, loginTrustedFailures } = context.config;
  const most = isTrusted(context.config, address) ? loginTrustedFailures : loginAddressFailures;
  const tried = await takeAttempt(context.db, `${what}:${networkOf(address)}`, { most }, context.now());
  if (!tried.through)
    throw new ApiError('RequestLimitReached', { retryAfter: tried.retryAfter, limit: 'requestsOfAddress' });
}
