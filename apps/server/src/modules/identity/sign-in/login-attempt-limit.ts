import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { KeyedSemaphore, SemaphoreFull } from '../../../platform/keyed-semaphore.ts';
import {
  isOverLimit,
  type BucketLimit,
  addToBucket,
  returnAttempts,
  takeAttempt,
} from '../../../platform/leaky-bucket.ts';
import { isTrusted, networkOf } from '../../../platform/networks.ts';
import { countHit, takeBackHits, takeHits } from '../../../platform/rate-limits.ts';
import { MAX_FAILURES } from './passwords.ts';

/**
 * How often somebody may try to be somebody (docs/decisions/0140-slowed-addresses.md): an account is locked by five
 * failures, an address is slowed by many. Whatever is tried counts as failed before it is judged, and what was right is
 * taken back: of any number of attempts at once no more are judged than one after the other would be.
 */

const EVERYWHERE = 'login:everywhere';
const HOUR_SECONDS = 3600;
/** Where failures come from everywhere, an address has this part of its bound. */
const TIGHTENED = 0.1;
/** Attempts of one address that are judged at once, and wait for it: colleagues who sign in together. */
const AT_ONCE = 4;
const WAITING = 100;
/** A line of 70 takes two seconds on an idle machine, and must not be refused on a busy one. */
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 3;

const gate = new KeyedSemaphore(() => ({ atOnce: AT_ONCE, waiting: WAITING, waitMs: WAIT_MS }));

/** Attempts on a password, and on what is asked for after it, are counted apart: who knows one may not try the other. */
export const passwordKey = (login: string, directory: boolean) =>
  `login:${directory ? 'directory' : 'account'}:${login.toLowerCase()}`;
export const secondStepKey = (userId: number) => `login:second:${userId}`;
/** Those of who has signed in are counted apart from those of who has not: nobody outside can use them up. */
export const ownPasswordKey = (userId: number) => `password:${userId}`;
export const ownCodeKey = (userId: number) => `code:${userId}`;

/** Those of a browser that its user has signed in by before. */
export const browserKey = (account: string, browser: number) => `${account}:browser:${browser}`;

interface OnAccount {
  account: string;
  /** The browser, where its user has signed in by it before (known-browsers.ts). */
  browser?: number | null;
}

/**
 * Judges an attempt on an account, and answers what `check` does: undefined when it was wrong. Five that were wrong lock
 * the account, except for a browser that its user has signed in by before: that has five of its own.
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
  if (counted > MAX_FAILURES) throw new ApiError('ReachedFailedLoginAttemptCount');
  let found: Found | undefined;
  try {
    found = await check();
  } catch (error) {
    // What could not be judged is no failure.
    await takeBackHits(db, account);
    if (own !== null) await takeBackHits(db, own);
    throw error;
  }
  // What the browser's user has mistyped in it is forgotten, and no more than that: others may have tried meanwhile.
  if (found !== undefined) await takeBackHits(db, account, own === null ? 1 : await takeHits(db, own, now));
  return found;
}

/**
 * The same for a password, by somebody whom the address alone tells. Failures slow the address and everything else that
 * it tries, and those that its user has made are taken back when it is right.
 */
export async function limitAttemptFrom<Found>(
  context: Context,
  { address, directory, ...attempt }: OnAccount & { address: string; directory: boolean },
  check: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  // Who is known does not stand in the line of strangers.
  if (attempt.browser !== null && attempt.browser !== undefined) return limitAttempt(context, attempt, check);
  const place = networkOf(address);
  // Nobody with a password of this system waits for the directory.
  const leave = await gate.enter(`${directory} ${place}`).catch((error: unknown) => {
    throw error instanceof SemaphoreFull ? new ApiError('SignInSlowed', { retryAfter: RETRY_AFTER_SECONDS }) : error;
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

/** How many failures an address has within an hour. */
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
  if (!tried.through) throw new ApiError('SignInSlowed', { retryAfter: tried.retryAfter });
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

/** Counts what anybody may ask for from an address, as failures to sign in are. Errors: RequestLimitReached. */
export async function countRequest(context: Context, what: string, address: string): Promise<void> {
  const { loginAddressFailures, loginTrustedFailures } = context.config;
  const most = isTrusted(context.config, address) ? loginTrustedFailures : loginAddressFailures;
  const tried = await takeAttempt(context.db, `${what}:${networkOf(address)}`, { most }, context.now());
  if (!tried.through) throw new ApiError('RequestLimitReached', { retryAfter: tried.retryAfter });
}
