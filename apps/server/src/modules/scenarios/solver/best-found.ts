import { isWithin, type Problem, valueOfChoice } from '@pimis/domain/portfolio/scenario/problem';

/** The best choice so far, by places of items, and how much at most any choice could be worth, in hundredths. */
export interface Found {
  taken: number[];
  value: bigint;
  bound: bigint;
}

/** `proven`: no choice is worth more. */
export interface Solved extends Found {
  proven: boolean;
}

export interface Searched {
  /** Places of items. */
  taken: number[];
  /** In hundredths. */
  value: bigint;
}

/** A choice of a problem with its value. */
export function foundOf(problem: Problem, taken: readonly number[], bound: bigint): Found {
  return { taken: [...taken], value: valueOfChoice(problem, taken), bound };
}

/** What is best with a further choice and bound; the same object where neither is better. */
export function improved(problem: Problem, best: Found, taken: readonly number[], bound: bigint): Found {
  const found = foundOf(problem, taken, bound);
  const isBetter = found.value > best.value && isWithin(problem, new Set(taken));
  if (!isBetter && bound >= best.bound) return best;
  return { ...(isBetter ? found : best), bound: bound < best.bound ? bound : best.bound };
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
    return { ...best, proven: best.bound <= best.value };
  }
}
