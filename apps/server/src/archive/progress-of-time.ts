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

/** A reading of the clock, and one of a monotonic clock (milliseconds). */
export interface Tick {
  at: string;
  passed: number;
}

/** Smaller corrections of the clock are ignored. */
const LEAST_JUMP_MS = 10_000;

/** By how many milliseconds the clock was set forward, or back (negative), between two moments; 0 if it was not. */
export function jumpBetween(former: Tick, now: Tick): number {
  const jump = Date.parse(now.at) - Date.parse(former.at) - (now.passed - former.passed);
  return Math.abs(jump) < LEAST_JUMP_MS ? 0 : Math.round(jump);
}

export const movedBy = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** When more moments than this wait to be sent, every other one is dropped. */
const MOST = 1_000;

/**
 * The moment up to which everything committed is in sent segments. Without commits no segment ends: then it is the
 * present, if no transaction has begun since the last sent moment.
 */
export class SentTime {
  #waiting: Moment[] = [];
  #sent: Moment | undefined;

  /** Shifts the remembered moments after somebody has set the clock. */
  move(ms: number): void {
    const moved = (moment: Moment) => ({ ...moment, at: movedBy(moment.at, ms) });
    this.#waiting = this.#waiting.map(moved);
    this.#sent = this.#sent && moved(this.#sent);
  }

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
