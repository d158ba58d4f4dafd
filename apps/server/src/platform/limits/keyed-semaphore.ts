/** The queue of a key is full, or the wait was too long. Nothing was started. */
export class SemaphoreFull extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`Too much of „${key}“ at once`);
    this.name = 'SemaphoreFull';
    this.key = key;
  }
}

export interface SemaphoreLimits {
  /** How many of one key run at once. */
  atOnce: number;
  /** How many more wait, in order of arrival. */
  waiting: number;
  /** The longest wait, in ms. */
  waitMs: number;
}

interface Place {
  inside: number;
  queue: Set<() => void>;
}

/** A semaphore for each key. Keys do not wait for each other. */
export class KeyedSemaphore {
  readonly #places = new Map<string, Place>();
  readonly #limitsOf: (key: string) => SemaphoreLimits;

  constructor(limitsOf: (key: string) => SemaphoreLimits) {
    this.#limitsOf = limitsOf;
  }

  /**
   * Waits for a place and returns a function that frees it; further calls of that function do nothing. Error: SemaphoreFull
   * when too many wait or the wait is too long. A waiting caller holds nothing.
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
    // The one who left has already passed the place on.
    return this.#leaving(key, place);
  }

  /** Takes a place beyond the limit: for a caller who already holds one and would otherwise wait for itself. */
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
      // The caller beyond the limit took the place, so there is none to pass on.
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
