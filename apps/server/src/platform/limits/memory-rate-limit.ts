/** Networks that are counted at once; beyond, the windows that began first are forgotten. */
const MOST = 100_000;

interface Window {
  hits: number;
  endsAt: number;
}

/**
 * Counts hits by key in windows of time, in the memory of one process: for limits that may be as many times higher as
 * there are processes. Nothing of a caller is stored.
 */
export class MemoryRateLimit {
  readonly #windows = new Map<string, Window>();

  /** Counts a hit and returns how many there are in the present window of the key; times in ms. */
  hit(key: string, windowMs: number, now: number): number {
    const known = this.#windows.get(key);
    if (known && now < known.endsAt && now >= known.endsAt - windowMs) {
      known.hits += 1;
      return known.hits;
    }
    this.#windows.delete(key);
    this.#windows.set(key, { hits: 1, endsAt: now + windowMs });
    for (const [oldest, { endsAt }] of this.#windows) {
      // Stryker disable next-line ConditionalExpression,EqualityOperator: windows that have ended only take memory.
      if (endsAt > now && this.#windows.size <= MOST) break;
      this.#windows.delete(oldest);
    }
    return 1;
  }
}
