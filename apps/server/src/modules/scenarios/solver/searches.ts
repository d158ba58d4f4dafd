import type { Prices, Problem } from '@pimis/domain/portfolio/scenario/problem';
import { searchedChoice } from '@pimis/domain/portfolio/scenario/search';

/** One search can stay where a large candidate is wrong: several short ones find more in the same time. */
export const SEARCHES = 4;
/** How long the searches before the solver take at most, together. */
const SEARCH_MS = 1_000;
/** The share of the time of a proposal that they take at most. */
const SEARCH_SHARE = 0.2;
/** With a quarter of these steps, as many searches end further from the best; a small problem needs no more. */
const STEPS_OF_ITEM = 80;

interface SearchOptions {
  /** The time of the whole proposal. */
  seconds: number;
  first: number;
  /** Left out: without end. */
  count?: number;
}

/** Good choices, one of each search, with the seeds from `first` on. */
export function* searches(
  problem: Problem,
  prices: Prices,
  { seconds, first, count = Number.POSITIVE_INFINITY }: SearchOptions,
): Generator<Set<number>> {
  const steps = STEPS_OF_ITEM * problem.items.length;
  const span = Math.min(SEARCH_MS, seconds * 1_000 * SEARCH_SHARE) / SEARCHES;
  for (let seed = first; seed < first + count; seed += 1) {
    const began = performance.now();
    const temperatureAt = (step: number) => 1 - Math.max(step / steps, (performance.now() - began) / span);
    yield searchedChoice(problem, temperatureAt, prices, seed);
  }
}
