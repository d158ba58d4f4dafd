import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { countHit, hitsOf, takeBackHit } from '../../platform/rate-limits.ts';
import { MAX_FAILURES } from './passwords.ts';

const addressKey = (address: string) => `login:address:${address}`;
const attemptsInTurn = inTurn();

/** Attempts on a password, and on what is asked for after it, are counted apart: who knows one may not try the other. */
export const passwordKey = (login: string) => `login:account:${login}`;
export const secondStepKey = (userId: number) => `login:second:${userId}`;

/**
 * Judges an attempt, and answers what `check` does: undefined when it was wrong. It counts as failed before it is
 * judged, so that of any number of attempts at once no more are judged than one after the other would be; what was
 * right is taken back. Attempts of one address (or of the `turn`) wait for each other: colleagues who sign in together
 * are not taken for guesses.
 */
export function judged<Found>(
  context: Context,
  { account, address, turn = address }: { account: string; address: string; turn?: string },
  check: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const place = addressKey(address);
  return attemptsInTurn(turn, async () => {
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
      const found = await check();
      wrong = found === undefined;
      return found;
    } finally {
      // What could not be judged is no failure either.
      if (!wrong) for (const key of counted) await takeBackHit(context.db, key);
    }
  });
}
