import { densityOf, type Prices, type Problem } from '@pimis/domain/portfolio/scenario/problem';

/**
 * A local search: each step takes a candidate that is out, drops others until all fit, and fills up again. A step that
 * reduces the value a little is accepted, to leave local maxima; the accepted loss shrinks towards the end.
 */

/** The largest accepted loss at the beginning, as a share of the best value. */
const LARGEST_LOSS = 0.02;
/**
 * The share of steps that drop the items with the least value for the missing room; other steps drop those with the
 * least value for their price.
 */
const BY_ROOM = 0.3;
/** The amount of randomness in the choice of the dropped candidate. */
const NOISE = 0.5;
/** The share of dropped candidates that the same step does not take back. */
const STAYS_OUT = 0.5;

/**
 * Calls `onBetter` with each better choice, as indexes of items. `prices`: ideally the dual prices of the relaxed
 * problem. `restAt` returns before each step the share of the search that is left; 0 ends it.
 */
export function searchLocally(
  problem: Problem,
  prices: Prices,
  restAt: (step: number) => number,
  onBetter: (taken: number[]) => void,
): void {
  const { items, rows } = problem;
  let seed = 1;
  /** Pseudo-random numbers between 0 and 1 (Lehmer), the same for the same problem. */
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  // Sums of hundredths are exact in a double up to 2^53; the caller checks the choice in whole hundredths.
  const values = items.map(({ value }) => Number(value));
  const needs = items.map((item) => item.needs.map(({ row, amount }) => ({ row, amount: Number(amount) })));
  let left = rows.map(({ room }) => Number(room));
  let taken = items.map(() => false);
  let value = 0;
  const fits = (item: number) => (needs[item] ?? []).every(({ row, amount }) => amount <= (left[row] ?? 0));
  const densities = items.map((item) => densityOf(item, prices));
  /** Items that fit alone and have a value, those with the most value for their price first. */
  const order = [...items.keys()]
    .filter((item) => (values[item] ?? 0) > 0 && fits(item))
    .toSorted((a, b) => (densities[b] ?? 0) - (densities[a] ?? 0));
  const change = (item: number, by: 1 | -1) => {
    taken[item] = by === 1;
    value += by * (values[item] ?? 0);
    for (const { row, amount } of needs[item] ?? []) left[row] = (left[row] ?? 0) - by * amount;
  };
  for (const item of order) if (fits(item)) change(item, 1);
  /** The part of the missing room that dropping an item would free. */
  const freedBy = (item: number) => {
    let freed = 0;
    for (const { row, amount } of needs[item] ?? []) {
      const short = -(left[row] ?? 0);
      if (short > 0) freed += Math.min(1, amount / short);
    }
    return freed;
  };
  const cheapest = (kept: number, byRoom: boolean) => {
    let [found, least] = [-1, Number.POSITIVE_INFINITY];
    for (const item of order) {
      if (!taken[item] || item === kept) continue;
      const freed = freedBy(item);
      if (freed === 0) continue;
      const cost = (byRoom ? (values[item] ?? 0) / freed : (densities[item] ?? 0)) * (1 - NOISE * random());
      if (cost < least) [found, least] = [item, cost];
    }
    return found;
  };
  const step = () => {
    const outside = order.filter((item) => !taken[item]);
    const entering = outside[Math.floor(random() ** 2 * outside.length)];
    if (entering === undefined) return;
    const gone = new Set<number>();
    const byRoom = random() < BY_ROOM;
    change(entering, 1);
    while (left.some((room) => room < 0)) {
      const item = cheapest(entering, byRoom);
      if (item < 0) break;
      change(item, -1);
      if (random() < STAYS_OUT) gone.add(item);
    }
    const begin = random() < NOISE ? 0 : Math.floor(random() * order.length);
    for (let place = 0; place < order.length; place += 1) {
      const item = order[(begin + place) % order.length] ?? 0;
      if (!taken[item] && !gone.has(item) && fits(item)) change(item, 1);
    }
  };
  let best = 0;
  for (let at = 0; ; at += 1) {
    if (value > best) {
      best = value;
      onBetter(order.filter((item) => taken[item]));
    }
    const rest = restAt(at);
    if (!(rest > 0)) return;
    const before = { left: [...left], taken: [...taken], value };
    step();
    const least = Math.min(before.value, best * (1 - LARGEST_LOSS * rest * random()));
    if (value < least) ({ left, taken, value } = before);
  }
}
