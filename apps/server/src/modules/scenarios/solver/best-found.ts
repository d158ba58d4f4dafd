import type { Found, Solved } from './model.ts';

export interface Searched {
  /** Places of items. */
  taken: number[];
  /** In hundredths. */
  value: bigint;
}

/** What the solver and the searches beside it have found: the better choice, with the bound of the solver. */
export class BestFound {
  #best: Found | null = null;

  /** What the solver has found; its bound only falls. */
  found(found: Found): Found {
    this.#best = this.#best && this.#best.value > found.value ? { ...this.#best, bound: found.bound } : found;
    return this.#best;
  }

  /** What a search has found, or null where the solver's choice is as good or none is known yet. */
  searched({ taken, value }: Searched): Found | null {
    if (!this.#best || value <= this.#best.value) return null;
    this.#best = { taken, value, bound: this.#best.bound };
    return this.#best;
  }

  /** The end of the solver's work. A bound that the choice reaches is its proof. */
  solved(solved: Solved): Solved {
    const best = this.found(solved);
    return { ...best, proven: best.bound !== null && best.bound <= best.value };
  }
}
