import { type Prices, type Problem, valueOfChoice } from '@pimis/domain/portfolio/scenario/problem';
import { searchedChoice } from '@pimis/domain/portfolio/scenario/search';

/** One search can stay where a large candidate is wrong: several short ones find more in the same time. */
export const SEARCHES = 8;
/** So many of them begin anew; those after them go on from the best choice so far. */
const ANEW = SEARCHES / 2;
/** The temperature at which a search that goes on begins: warm enough to leave a choice, too cold to forget it. */
const REHEATED = 0.3;
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
  let best: { taken: ReadonlySet<number>; value: bigint } | null = null;
  for (let number = 0; number < count; number += 1) {
    const start: ReadonlySet<number> | undefined = number % SEARCHES >= ANEW ? best?.taken : undefined;
    const began = performance.now();
    const temperatureAt = (step: number) =>
      (start ? REHEATED : 1) * (1 - Math.max(step / steps, (performance.now() - began) / span));
    const taken = searchedChoice(problem, temperatureAt, prices, first + number, start);
    const value = valueOfChoice(problem, taken);
    if (!best || value > best.value) best = { taken, value };
    yield taken;
  }
}
