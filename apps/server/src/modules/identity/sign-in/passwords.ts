import { channel } from 'node:diagnostics_channel';
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../../../platform/errors.ts';
import { TurnRefused, Turns } from '../../../platform/limits/turns.ts';

// OWASP's second recommended setting for Argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The number of hashes that a process computes at once. Together they leave one of the four threads of Node's pool for
 * files and DNS. Checking and setting passwords have separate shares, so that many calls of one kind do not block the
 * other (docs/decisions/0230-cost-of-anonymous-calls.md).
 */
const SHARES = {
  check: new Turns({ atOnce: 2, waiting: 500, waitMs: 30_000 }),
  set: new Turns({ atOnce: 1, waiting: 50, waitMs: 10_000 }),
} as const;
type Share = keyof typeof SHARES;
const RETRY_AFTER_SECONDS = 5;

/** Publishes the share of each hash, so that tests can count the cost of a call. */
export const HASHES = channel('pimis:hash');

/** Error: ServiceUnavailable when the share of this kind has too many waiting. */
async function within<Done>(share: Share, work: () => Promise<Done>): Promise<Done> {
  const leave = await SHARES[share].enter(share).catch((cause: unknown) => {
    throw cause instanceof TurnRefused
      ? new ApiError('ServiceUnavailable', { retryAfter: RETRY_AFTER_SECONDS, limit: 'passwords', cause })
      : cause;
  });
  try {
    HASHES.publish(share);
    return await work();
  } finally {
    leave();
  }
}

/** How many wrong passwords in a row lock an account (specification, section 5). */
export const MAX_FAILURES = 5;

/** Error: ServiceUnavailable when too many passwords are being set. */
export function hashPassword(password: string): Promise<string> {
  return within('set', () => hash(password, OPTIONS));
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. A missing hash takes the same time, so that timing reveals no logins. Error: ServiceUnavailable
 * when too many passwords wait for their check.
 */
export function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  return within('check', async () => {
    if (stored !== null) return verify(stored, password);
    decoy ??= hash('no account has this password', OPTIONS);
    await verify(await decoy, password);
    return false;
  });
}

/** Names of the broken rules for activation and reset: at least 8 characters with digit, upper case and symbol. */
export function linkPasswordProblems(password: string): string[] {
  return problems(password, 8);
}

/** The same for the profile change, where 12 characters are required (specification, section 5). */
export function profilePasswordProblems(password: string): string[] {
  return problems(password, 12);
}

function problems(password: string, minimum: number): string[] {
  const found: string[] = [];
  if (password.length < minimum) found.push(`PasswordLength${minimum}`);
  if (!/\p{Nd}/u.test(password)) found.push('PasswordDigit');
  if (!/\p{Lu}/u.test(password)) found.push('PasswordUpperCase');
  if (!/[^\p{L}\p{N}\s]/u.test(password)) found.push('PasswordSymbol');
  return found;
}
