import { reaches, type Segment } from './segments.ts';

/** The state of the database at a moment. */
export interface Moment {
  /** By the clock of the database. */
  at: string;
  /** The end of the log. */
  position: string;
  /** Transactions before it have ended. */
  oldest: bigint;
  /** The first that has not ended. */
  next: bigint;
}

/** So many moments are remembered while nothing is sent; then only every other. */
const MOST = 1_000;

/**
 * Up to which moment everything that was committed is in segments that were sent. A database in which nothing is
 * committed ends no segment: then no transaction has ended since the last moment that was sent.
 */
export class SentTime {
  #waiting: Moment[] = [];
  #sent: Moment | undefined;

  /** Returns the moment, or null as long as none was sent since the start. */
  reach(now: Moment, segment: Segment | null): string | null {
    this.#waiting.push(now);
    if (this.#waiting.length > MOST) this.#waiting = this.#waiting.filter((_, index) => index % 2 === 0);
    if (segment === null) return null;
    const sent = this.#waiting.filter(({ position }) => reaches(segment, position)).at(-1);
    if (sent) {
      this.#sent = sent;
      this.#waiting = this.#waiting.filter(({ position }) => !reaches(segment, position));
    }
    const last = this.#sent;
    if (last === undefined) return null;
    return last.oldest === last.next && last.next === now.next ? now.at : last.at;
  }
}
