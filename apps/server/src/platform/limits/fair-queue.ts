/** Too many wait, or the wait was too long. Nothing was started. */
export class QueueFull extends Error {}

export interface FairQueueLimits {
  /** How many wait in all, and how many of one key. */
  waiting: number;
  waitingOfOne: number;
  /** The longest wait, in ms. */
  waitMs: number;
}

interface Waiter {
  come: () => void;
  refuse: () => void;
}

/**
 * One place, for which callers wait by key: those of different keys come in turn, those of one key in their order. So
 * somebody with many calls waits for the own ones, and holds up others by one call at a time. When the queue is full, one
 * with few calls takes the place of the last call of who has the most.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** The key whose turn is next stands first. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #taken = false;
  #waiting = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Waits for the place and returns a function that frees it. Error: QueueFull. */
  async enter(key: string): Promise<() => void> {
    if (this.#taken) await this.#wait(key);
    this.#taken = true;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#next();
    };
  }

  #wait(key: string): Promise<void> {
    const own = this.#queues.get(key)?.size ?? 0;
    if (own >= this.#limits.waitingOfOne) return Promise.reject(new QueueFull());
    if (this.#waiting >= this.#limits.waiting && !this.#displace(own)) return Promise.reject(new QueueFull());
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.#remove(key, waiter);
      };
      const waiter: Waiter = {
        come: () => {
          settle();
          resolve();
        },
        refuse: () => {
          settle();
          reject(new QueueFull());
        },
      };
      const timer = setTimeout(waiter.refuse, this.#limits.waitMs);
      const queue = this.#queues.get(key) ?? new Set();
      this.#queues.set(key, queue.add(waiter));
      this.#waiting += 1;
    });
  }

  /** Refuses the last call of the key with the most, if it has more than the newcomer would have. */
  #displace(own: number): boolean {
    let most = new Set<Waiter>();
    for (const queue of this.#queues.values()) if (queue.size > most.size) most = queue;
    if (most.size <= own + 1) return false;
    [...most].at(-1)?.refuse();
    return true;
  }

  #remove(key: string, waiter: Waiter): void {
    const queue = this.#queues.get(key);
    if (!queue?.delete(waiter)) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(key);
  }

  /** The place stays taken while it is passed on. */
  #next(): void {
    const [first] = this.#queues;
    if (!first) {
      this.#taken = false;
      return;
    }
    const [key, queue] = first;
    const [waiter] = queue;
    this.#queues.delete(key);
    this.#queues.set(key, queue);
    waiter?.come();
  }
}
