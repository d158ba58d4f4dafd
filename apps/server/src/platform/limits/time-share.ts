import { ApiError } from '../errors.ts';
import { type TurnLimits, TurnRefused, Turns } from './turns.ts';

interface TimeShareLimits extends Required<Omit<TurnLimits, 'atOnce' | 'ofOne'>> {
  /** The share of the time of the process, from 0 to 1. */
  share: number;
  /** Work that may be saved up in quiet times, in ms. */
  savedMs: number;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits work to a share of a process's time, one piece at a time: after a piece that exceeded the share, the next one
 * waits until the share is restored. So a crowd of callers only delays itself and leaves the event loop to others.
 * Callers of different keys take turns. Error: ServiceUnavailable when too many wait, or one waits too long.
 */
export class TimeShare {
  readonly #limits: TimeShareLimits;
  readonly #now: () => number;
  readonly #gate: Turns;
  #savedMs: number;
  #at: number;

  constructor(limits: TimeShareLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#gate = new Turns({ ...limits, atOnce: 1 });
    this.#savedMs = limits.savedMs;
    this.#at = now();
  }

  async run<Result>(work: () => Promise<Result>, key: string): Promise<Result> {
    const leave = await this.#gate.enter(key).catch((error: unknown) => {
      throw error instanceof TurnRefused
        ? new ApiError('ServiceUnavailable', { retryAfter: RETRY_AFTER_SECONDS, limit: 'publicTime', cause: error })
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
