/** The queue of a gate is full, or its time is over: nothing has been begun. */
export class SemaphoreFull extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`Too much of „${key}“ at once`);
    this.name = 'GateFull';
    this.key = key;
  }
}

export interface SemaphoreLimits {
  /** So many of one key are inside at once. */
  atOnce: number;
  /** So many more of it wait, in their order. */
  waiting: number;
  /** Nobody waits longer, in ms. */
  waitMs: number;
}

interface Place {
  inside: number;
  queue: Set<() => void>;
}

/** Lets a bounded number of each key in at once. Other keys do not wait for it. */
export class KeyedSemaphore {
  readonly #places = new Map<string, Place>();
  readonly #limitsOf: (key: string) => SemaphoreLimits;

  constructor(limitsOf: (key: string) => SemaphoreLimits) {
    this.#limitsOf = limitsOf;
  }

  /**
   * Waits for room and answers how to leave: once, and always. Throws GateFull where too many wait already, or the wait
   * is too long. Waiting holds nothing but the caller itself.
   */
  async enter(key: string): Promise<() => void> {
    const place = this.#placeOf(key);
    const limits = this.#limitsOf(key);
    if (place.inside < limits.atOnce) return this.#in(key, place);
    if (place.queue.size >= limits.waiting) throw new SemaphoreFull(key);
    await new Promise<void>((resolve, reject) => {
      const come = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        place.queue.delete(come);
        reject(new SemaphoreFull(key));
      }, limits.waitMs);
      place.queue.add(come);
    });
    // Whoever left has handed its room on.
    return this.#leaving(key, place);
  }

  /** Enters though there may be no room: for who holds a part already, and would wait for itself. */
  pass(key: string): () => void {
    return this.#in(key, this.#placeOf(key));
  }

  #placeOf(key: string): Place {
    const place = this.#places.get(key) ?? { inside: 0, queue: new Set() };
    this.#places.set(key, place);
    return place;
  }

  #in(key: string, place: Place): () => void {
    place.inside += 1;
    return this.#leaving(key, place);
  }

  #leaving(key: string, place: Place): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = place.queue;
      // Where somebody has passed, the room is not there yet.
      if (next && place.inside <= this.#limitsOf(key).atOnce) {
        place.queue.delete(next);
        next();
        return;
      }
      place.inside -= 1;
      if (place.inside === 0) this.#places.delete(key);
    };
  }
}
