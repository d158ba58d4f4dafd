import { ApiError } from '../errors.ts';
import { KeyedSemaphore, SemaphoreFull, type SemaphoreLimits } from './keyed-semaphore.ts';
import { callerKey } from './pool-quota.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * A queue for work that all callers share, such as decoding pictures. Of one caller one piece at a time is in it, and the
 * next ones wait beside it: a crowd of one account fills only its own queue. Work without an open call has no limit of its
 * own.
 */
export class CallerTurns {
  readonly #shared: KeyedSemaphore;
  readonly #own: KeyedSemaphore;

  constructor(limits: SemaphoreLimits) {
    this.#shared = new KeyedSemaphore(() => limits);
    this.#own = new KeyedSemaphore(() => ({ ...limits, atOnce: 1 }));
  }

  /**
   * Waits for a place of this kind, in each queue as long as the limits say, and returns a function that frees it. Errors: RequestLimitReached when the caller has
   * too many waiting; SemaphoreFull when all together have.
   */
  async enter(kind: string): Promise<() => void> {
    const caller = callerKey();
    if (caller === undefined) return this.#shared.enter(kind);
    const leaveOwn = await this.#own.enter(`${kind} ${caller}`).catch((error: unknown) => {
      throw error instanceof SemaphoreFull
        ? new ApiError('RequestLimitReached', { retryAfter: RETRY_AFTER_SECONDS, cause: error })
        : error;
    });
    try {
      const leave = await this.#shared.enter(kind);
      return () => {
        leave();
        leaveOwn();
      };
    } catch (error) {
      leaveOwn();
      throw error;
    }
  }
}
