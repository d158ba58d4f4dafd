import { partsOf } from '@pimis/domain/portfolio/scenario/parts';
import { type Prices, type Problem, quickChoice, valueOfChoice } from '@pimis/domain/portfolio/scenario/problem';
import { type Found, foundOf, improved, type Solved } from './best-found.ts';
import { dualPrices, improveWith, loadHighs } from './model.ts';
import { SEARCHES, searches } from './searches.ts';

export interface SolveOptions {
  /** The longest time of the search. */
  seconds: number;
  /** Called with the prices of the rooms, by which searches go. */
  onPrices?: (prices: Prices) => void;
  /** Called for each better choice and each better bound. */
  onFound: (found: Found) => void;
}

/**
 * Finds the best choice of a problem: a first one by searches, then that of each part by HiGHS, the smallest part first. It
 * is proven where the choices of all parts are (docs/decisions/0206-proposals.md). Error: that of the solver.
 */
export async function solve(problem: Problem, { seconds, onPrices, onFound }: SolveOptions): Promise<Solved> {
  const ends = performance.now() + seconds * 1000;
  const parts = partsOf(problem).map((places) => {
    const items = places.flatMap((place) => problem.items[place] ?? []);
    return { places, problem: { ...problem, items } };
  });
  // The values of all that fit alone are a first bound.
  let best = foundOf(
    problem,
    [...quickChoice(problem)],
    valueOfChoice(
      problem,
      parts.flatMap(({ places }) => places),
    ),
  );
  const better = (taken: readonly number[], bound: bigint) => {
    const next = improved(problem, best, taken, bound);
    if (next !== best) onFound(next);
    best = next;
  };
  onFound(best);
  if (best.value === best.bound) return { ...best, proven: true };
  const highs = await loadHighs();
  const prices = dualPrices(highs, problem);
  onPrices?.(prices);
  for (const taken of searches(problem, prices, { seconds, first: 1, count: SEARCHES })) better([...taken], best.bound);
  const chosen = new Set(best.taken);
  const found = parts.map((part) => {
    const taken = part.places.flatMap((place, index) => (chosen.has(place) ? [index] : []));
    return foundOf(part.problem, taken, valueOfChoice(part.problem, part.places.keys()));
  });
  for (const [index, part] of parts.entries()) {
    const start = found[index];
    if (!start) continue;
    // What a part leaves of its share of the time is for those after it.
    const ms = (ends - performance.now()) / (parts.length - index);
    improveWith(highs, part.problem, start, ms, (one) => {
      found[index] = one;
      better(
        parts.flatMap(({ places }, which) => found[which]?.taken.flatMap((item) => places[item] ?? []) ?? []),
        found.reduce((sum, { bound }) => sum + bound, 0n),
      );
    });
  }
  return { ...best, proven: best.bound <= best.value };
}
