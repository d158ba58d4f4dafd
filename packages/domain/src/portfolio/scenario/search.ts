import {
  densityOf,
  filledUp,
  isWithin,
  itemsBy,
  type Prices,
  type Problem,
  quickChoice,
  sharePrices,
} from './problem.ts';

/**
 * Improves a first choice by simulated annealing. Each step takes a candidate that is out, drops others until all fit, and
 * fills up again. A slightly worse choice is accepted, less and less often as the search cools. It finds a good choice
 * long before a solver proves how good it is. Sums of hundredths are exact in a double up to 2^53; the result is checked
 * with bigints.
 *
 * Most steps go by prices: they prefer candidates of much value for the price of their needs, and drop those of little.
 * Where a few candidates are worth as much as all others this leads nowhere; the other steps prefer valuable ones, and drop
 * what has the least value for the room that is lacking.
 */

/** The largest accepted loss at the start, as a share of the best value. */
const ACCEPTED_LOSS = 0.02;
/** The share of dropped items that the same step does not take back. */
const STAYS_OUT = 0.5;
/** How much chance changes what is dropped, and how often filling up begins at the best item. */
const NOISE = 0.5;
/** The share of steps that go by value and the room that is lacking. */
const BY_VALUE = 0.3;

/** mulberry32: numbers from 0 to below 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The choice in plain numbers; a step is undone by restoring `taken`, `left` and `value`. */
class Choice {
  readonly needs: readonly { row: number; amount: number }[][];
  readonly values: number[];
  readonly densities: number[];
  /** Items that fit alone and are worth something, those of the most value for their price first. */
  readonly order: number[];
  /** The same, the most valuable first. */
  readonly byValue: number[];
  readonly #random: () => number;
  taken: Uint8Array;
  left: Float64Array;
  value = 0;

  constructor({ items, rows }: Problem, prices: Prices, start: ReadonlySet<number>, seed: number) {
    this.#random = randomOf(seed);
    this.values = items.map(({ value }) => Number(value));
    this.needs = items.map((item) => item.needs.map(({ row, amount }) => ({ row, amount: Number(amount) })));
    this.taken = new Uint8Array(items.length);
    this.left = Float64Array.from(rows, ({ room }) => Number(room));
    this.densities = items.map((item) => densityOf(item, prices));
    const isUseful = (index: number) => (this.values[index] ?? 0) > 0 && this.#fits(index);
    this.order = itemsBy(items, (item) => densityOf(item, prices)).filter(isUseful);
    this.byValue = itemsBy(items, ({ value }) => Number(value)).filter(isUseful);
    for (const index of start) this.#take(index);
  }

  #fits(index: number): boolean {
    for (const { row, amount } of this.needs[index] ?? []) if ((this.left[row] ?? 0) < amount) return false;
    return true;
  }

  #take(index: number): void {
    this.taken[index] = 1;
    this.value += this.values[index] ?? 0;
    for (const { row, amount } of this.needs[index] ?? []) this.left[row] = (this.left[row] ?? 0) - amount;
  }

  #drop(index: number): void {
    this.taken[index] = 0;
    this.value -= this.values[index] ?? 0;
    for (const { row, amount } of this.needs[index] ?? []) this.left[row] = (this.left[row] ?? 0) + amount;
  }

  /** The share of the lacking room that dropping an item would give, summed over the rows. */
  #frees(index: number): number {
    let frees = 0;
    for (const { row, amount } of this.needs[index] ?? []) {
      const short = -(this.left[row] ?? 0);
      if (short > 0) frees += Math.min(1, amount / short);
    }
    return frees;
  }

  /** The item with the least value for what it frees, or for its price, among those that free what is lacking. */
  #cheapest(kept: number, byValue: boolean): number {
    let cheapest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const index of this.order) {
      if (this.taken[index] !== 1 || index === kept) continue;
      const frees = this.#frees(index);
      if (frees === 0) continue;
      const worth = byValue ? (this.values[index] ?? 0) / frees : (this.densities[index] ?? 0);
      const own = worth * (1 - NOISE * this.#random());
      if (own < least) {
        least = own;
        cheapest = index;
      }
    }
    return cheapest;
  }

  /** One step: takes an item that is out, drops others until all fit, and fills up. */
  move(): void {
    const byValue = this.#random() < BY_VALUE;
    const outside = (byValue ? this.byValue : this.order).filter((index) => this.taken[index] === 0);
    // The first ones more often.
    const place = this.#random() ** (byValue ? 3 : 2);
    const entering = outside[Math.floor(place * outside.length)];
    if (entering === undefined) return;
    this.#take(entering);
    const gone = new Set<number>();
    while (this.left.some((room) => room < 0)) {
      const index = this.#cheapest(entering, byValue);
      // The entering item fits alone, so dropping the others always makes room.
      if (index < 0) break;
      this.#drop(index);
      if (this.#random() < STAYS_OUT) gone.add(index);
    }
    const begin = this.#random() < NOISE ? 0 : Math.floor(this.#random() * this.order.length);
    for (let step = 0; step < this.order.length; step += 1) {
      const index = this.order[(begin + step) % this.order.length] ?? 0;
      if (this.taken[index] === 0 && !gone.has(index) && this.#fits(index)) this.#take(index);
    }
  }

  /** Whether the search continues from this choice; a worse one by chance. */
  isAccepted(before: number, best: number, temperature: number): boolean {
    return this.value >= before || this.value >= best * (1 - ACCEPTED_LOSS * temperature * this.#random());
  }
}

/**
 * A choice within every ceiling, as indexes of items. `temperatureAt` gives the temperature of each step, from 1 at the start down
 * to 0; a negative one ends the search. `prices`: best the dual ones of the relaxed problem. Another `seed` takes another
 * way.
 */
export function searchedChoice(
  problem: Problem,
  temperatureAt: (step: number) => number,
  prices: Prices = sharePrices(problem.rows),
  seed = 1,
): Set<number> {
  const start = quickChoice(problem, prices);
  const choice = new Choice(problem, prices, start, seed);
  let best = choice.taken.slice();
  let bestValue = choice.value;
  if (choice.order.every((index) => choice.taken[index] === 1)) return start;
  for (let step = 0; ; step += 1) {
    const temperature = temperatureAt(step);
    if (temperature < 0) break;
    const before = { taken: choice.taken.slice(), left: choice.left.slice(), value: choice.value };
    choice.move();
    if (choice.value > bestValue) {
      best = choice.taken.slice();
      bestValue = choice.value;
    }
    if (!choice.isAccepted(before.value, bestValue, temperature)) Object.assign(choice, before);
  }
  const found = filledUp(problem, new Set([...best.keys()].filter((index) => best[index] === 1)));
  return isWithin(problem, found) ? found : start;
}
