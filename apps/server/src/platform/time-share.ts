import { ApiError } from './errors.ts';
import { KeyedSemaphore, SemaphoreFull } from './keyed-semaphore.ts';

interface TimeShareLimits {
  /** The share of the time of the process, from 0 to 1. */
  share: number;
  /** Work that may be saved up in quiet times, in ms. */
  savedMs: number;
  /** How many wait, and how long. */
  waiting: number;
  waitMs: number;
}

const RETRY_AFTER_SECONDS = 5;
const ONE = 'one';

/**
 * Lets work take only a share of a process's time, one piece after the other: what it took beyond the share is waited off before
 * the next piece. So a crowd of callers delays itself and leaves the event loop to others. Error: ServiceUnavailable when
 * too many wait, or one waits too long.
 */
export class TimeShare {
  readonly #limits: TimeShareLimits;
  readonly #now: () => number;
  readonly #gate: KeyedSemaphore;
  #savedMs: number;
  #at: number;

  constructor(limits: TimeShareLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#gate = new KeyedSemaphore(() => ({ atOnce: 1, waiting: limits.waiting, waitMs: limits.waitMs }));
    this.#savedMs = limits.savedMs;
    this.#at = now();
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await this.#gate.enter(ONE).catch((error: unknown) => {
      throw error instanceof SemaphoreFull
        ? new ApiError('ServiceUnavailable', { retryAfter: RETRY_AFTER_SECONDS, cause: error })
        : error;
    });
    const started = this.#now();
    try {
      return await work();
    } finally {
      this.#spend(this.#now() - started, leave);
    }
  }

  /** Frees the place when the time that was taken has been earned. */
  #spend(ms: number, leave: () => void): void {
    const { share, savedMs } = this.#limits;
    const now = this.#now();
    this.#savedMs = Math.min(savedMs, this.#savedMs + (now - this.#at) * share) - ms;
    this.#at = now;
    if (this.#savedMs >= 0) leave();
    else setTimeout(leave, -this.#savedMs / share).unref();
  }
}
