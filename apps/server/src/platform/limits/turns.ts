/** Nothing was started: too many wait, or the wait was too long. */
export class TurnRefused extends Error {
  readonly key: string;
  /** Whether the caller's own work was ahead of it, and not only that of others. */
  readonly isOwn: boolean;

  constructor(key: string, isOwn: boolean) {
    super(`Too much of „${key}“ at once`);
    this.name = 'TurnRefused';
    this.key = key;
    this.isOwn = isOwn;
  }
}

export interface TurnLimits {
  /** The number that may run at once, for all keys together and per key; unlimited if omitted. */
  atOnce?: number;
  ofOne?: number;
  /** The number that may wait in addition. */
  waiting?: number;
  waitingOfOne?: number;
  /** The longest wait, in ms. */
  waitMs: number;
}

interface Waiter {
  come: () => void;
  refuse: () => void;
}

/**
 * Places for which callers wait by key: different keys take turns, calls of one key keep their order. A caller with
 * many calls therefore mostly waits for its own, and delays others by one call at a time. If the queue is full, a call
 * of a key with few calls replaces the last call of the key with the most.
 */
export class Turns {
  readonly #limits: Required<TurnLimits>;
  readonly #inside = new Map<string, number>();
  /** The key whose turn is next comes first. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #insideOfAll = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    const endless = Number.POSITIVE_INFINITY;
    this.#limits = { atOnce: endless, ofOne: endless, waiting: endless, waitingOfOne: endless, ...limits };
  }

  /**
   * Waits for a place and returns a function that frees it; further calls of that function do nothing. Error:
   * TurnRefused.
   */
  async enter(key: string): Promise<() => void> {
    // The caller who left has already passed its place on.
    if (!this.#isFree(key)) await this.#wait(key);
    else this.#count(key, 1);
    return this.#leaving(key);
  }

  /** Takes a place beyond the limits: for a caller who already holds one and would otherwise wait for itself. */
  pass(key: string): () => void {
    this.#count(key, 1);
    return this.#leaving(key);
  }

  /** The number that run now, and that wait. */
  get state(): { inside: number; waiting: number } {
    return { inside: this.#insideOfAll, waiting: this.#waiting };
  }

  #isFree(key: string): boolean {
    return this.#insideOfAll < this.#limits.atOnce && (this.#inside.get(key) ?? 0) < this.#limits.ofOne;
  }

  #count(key: string, by: 1 | -1): void {
    this.#insideOfAll += by;
    const inside = (this.#inside.get(key) ?? 0) + by;
    // Stryker disable next-line ConditionalExpression: it only saves memory.
    if (inside === 0) this.#inside.delete(key);
    else this.#inside.set(key, inside);
  }

  #wait(key: string): Promise<void> {
    const own = this.#queues.get(key)?.size ?? 0;
    if (own >= this.#limits.waitingOfOne) return Promise.reject(this.#refusal(key));
    if (this.#waiting >= this.#limits.waiting && !this.#displace(own)) return Promise.reject(this.#refusal(key));
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.#remove(key, waiter);
      };
      const waiter: Waiter = {
        come: () => {
          settle();
          this.#count(key, 1);
          resolve();
        },
        refuse: () => {
          settle();
          reject(this.#refusal(key));
        },
      };
      const timer = setTimeout(waiter.refuse, this.#limits.waitMs);
      const queue = this.#queues.get(key) ?? new Set();
      this.#queues.set(key, queue.add(waiter));
      this.#waiting += 1;
    });
  }

  #refusal(key: string): TurnRefused {
    const isOwn = (this.#inside.get(key) ?? 0) > 0 || (this.#queues.get(key)?.size ?? 0) > 0;
    return new TurnRefused(key, isOwn);
  }

  /** Refuses the last call of the key with the most, if it has more than the newcomer would have. */
  #displace(own: number): boolean {
    let most = new Set<Waiter>();
    for (const queue of this.#queues.values()) if (queue.size > most.size) most = queue;
    if (most.size <= own + 1) return false;
    // Stryker disable next-line OptionalChaining: it has two or more; the type asks for it.
    [...most].at(-1)?.refuse();
    return true;
  }

  #remove(key: string, waiter: Waiter): void {
    const queue = this.#queues.get(key);
    // Stryker disable next-line OptionalChaining: one who waits has a queue; the type asks for it.
    if (!queue?.delete(waiter)) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(key);
  }

  #leaving(key: string): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#count(key, -1);
      this.#next();
    };
  }

  /** Admits the first caller that may run; its key then moves behind the others. */
  #next(): void {
    for (const [key, queue] of this.#queues) {
      if (!this.#isFree(key)) continue;
      const [waiter] = queue;
      this.#queues.delete(key);
      this.#queues.set(key, queue);
      // Stryker disable next-line OptionalChaining: no queue is empty; the type asks for it.
      return waiter?.come();
    }
  }
}
