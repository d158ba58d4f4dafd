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

/** Lists of amounts, one after the other: list `n` from `starts[n]` to before `starts[n + 1]`. `at` is what an amount belongs to. */
interface Amounts {
  starts: Int32Array;
  at: Int32Array;
  amounts: Float64Array;
}

function amountsOf(lists: readonly (readonly { at: number; amount: number }[])[]): Amounts {
  const starts = [0];
  for (const list of lists) starts.push((starts.at(-1) ?? 0) + list.length);
  const all = lists.flat();
  return {
    starts: Int32Array.from(starts),
    at: Int32Array.from(all, ({ at }) => at),
    amounts: Float64Array.from(all, ({ amount }) => amount),
  };
}

/** What a step changes. */
interface State {
  /** 1 where the item is taken. */
  taken: Uint8Array;
  left: Float64Array;
  value: number;
}

/**
 * The choice in plain numbers. A search makes thousands of steps a second, and each reads most needs: they stand in arrays of
 * numbers, and a step makes no objects.
 */
class Choice {
  readonly values: Float64Array;
  readonly densities: Float64Array;
  /** Items that fit alone and are worth something, those of the most value for their price first. */
  readonly order: Int32Array;
  /** The same, the most valuable first. */
  readonly byValue: Int32Array;
  readonly state: State;
  readonly #before: State;
  /** By item: what it needs of which row. */
  readonly #needs: Amounts;
  /** By row: which item needs how much of it. */
  readonly #needed: Amounts;
  /** By item: the share of the lacking room that dropping it would give, summed over the rows. */
  readonly #frees: Float64Array;
  readonly #random: () => number;
  /** By item: the last step that dropped it and does not take it back. */
  readonly #goneIn: Int32Array;
  #step = 0;

  constructor({ items, rows }: Problem, prices: Prices, start: ReadonlySet<number>, seed: number) {
    this.#random = randomOf(seed);
    this.#needs = amountsOf(
      items.map(({ needs }) => needs.map(({ row, amount }) => ({ at: row, amount: Number(amount) }))),
    );
    const needed = rows.map((): { at: number; amount: number }[] => []);
    for (const [at, { needs }] of items.entries()) {
      for (const { row, amount } of needs) needed[row]?.push({ at, amount: Number(amount) });
    }
    this.#needed = amountsOf(needed);
    this.#frees = new Float64Array(items.length);
    this.#goneIn = new Int32Array(items.length);
    this.values = Float64Array.from(items, ({ value }) => Number(value));
    this.densities = Float64Array.from(items, (item) => densityOf(item, prices));
    this.state = {
      taken: new Uint8Array(items.length),
      left: Float64Array.from(rows, ({ room }) => Number(room)),
      value: 0,
    };
    this.#before = { taken: this.state.taken.slice(), left: this.state.left.slice(), value: 0 };
    const isUseful = (index: number) => (this.values[index] ?? 0) > 0 && this.#fits(index);
    this.order = Int32Array.from(itemsBy(items, (item) => densityOf(item, prices)).filter(isUseful));
    this.byValue = Int32Array.from(itemsBy(items, ({ value }) => Number(value)).filter(isUseful));
    // What is worth nothing would take room that no step makes free; the end fills up with it.
    for (const index of this.order) if (start.has(index)) this.#change(index, 1);
  }

  #fits(index: number): boolean {
    const { starts, at, amounts } = this.#needs;
    const end = starts[index + 1] ?? 0;
    for (let need = starts[index] ?? 0; need < end; need += 1) {
      if ((this.state.left[at[need] ?? 0] ?? 0) < (amounts[need] ?? 0)) return false;
    }
    return true;
  }

  /** Takes an item (1) or drops it (-1). */
  #change(index: number, by: 1 | -1): void {
    const { starts, at, amounts } = this.#needs;
    const { state } = this;
    state.taken[index] = by === 1 ? 1 : 0;
    state.value += by * (this.values[index] ?? 0);
    const end = starts[index + 1] ?? 0;
    for (let need = starts[index] ?? 0; need < end; need += 1) {
      const row = at[need] ?? 0;
      state.left[row] = (state.left[row] ?? 0) - by * (amounts[need] ?? 0);
    }
  }

  /** Finds what dropping each item would give of the lacking room, into `#frees`. Returns whether room is lacking. */
  #findShortage(): boolean {
    const { starts, at, amounts } = this.#needed;
    const { left } = this.state;
    let lacks = false;
    for (let row = 0; row < left.length; row += 1) {
      const short = -(left[row] ?? 0);
      if (short <= 0) continue;
      if (!lacks) this.#frees.fill(0);
      lacks = true;
      const end = starts[row + 1] ?? 0;
      for (let need = starts[row] ?? 0; need < end; need += 1) {
        const item = at[need] ?? 0;
        this.#frees[item] = (this.#frees[item] ?? 0) + Math.min(1, (amounts[need] ?? 0) / short);
      }
    }
    return lacks;
  }

  /** The item with the least value for what it frees, or for its price, among those that free what is lacking. */
  #cheapest(kept: number, byValue: boolean): number {
    let cheapest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let place = 0; place < this.order.length; place += 1) {
      const index = this.order[place] ?? 0;
      if (this.state.taken[index] !== 1 || index === kept) continue;
      const frees = this.#frees[index] ?? 0;
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

  /** The item that enters: one of those that are out, the first ones of the order more often; -1 where none is out. */
  #entering(byValue: boolean): number {
    const order = byValue ? this.byValue : this.order;
    const { taken } = this.state;
    let outside = 0;
    for (let place = 0; place < order.length; place += 1) outside += 1 - (taken[order[place] ?? 0] ?? 0);
    let skipped = Math.floor(this.#random() ** (byValue ? 3 : 2) * outside);
    for (let place = 0; place < order.length; place += 1) {
      const index = order[place] ?? 0;
      if (taken[index] === 0 && skipped-- === 0) return index;
    }
    return -1;
  }

  /** One step: takes an item that is out, drops others until all fit, and fills up. */
  move(): void {
    this.#step += 1;
    this.#keep();
    const byValue = this.#random() < BY_VALUE;
    const entering = this.#entering(byValue);
    if (entering < 0) return;
    this.#change(entering, 1);
    while (this.#findShortage()) {
      const index = this.#cheapest(entering, byValue);
      // The entering item fits alone, so dropping the others always makes room.
      if (index < 0) break;
      this.#change(index, -1);
      if (this.#random() < STAYS_OUT) this.#goneIn[index] = this.#step;
    }
    const count = this.order.length;
    const begin = this.#random() < NOISE ? 0 : Math.floor(this.#random() * count);
    for (let place = 0; place < count; place += 1) {
      const index = this.order[(begin + place) % count] ?? 0;
      if (this.state.taken[index] === 0 && this.#goneIn[index] !== this.#step && this.#fits(index)) {
        this.#change(index, 1);
      }
    }
  }

  #keep(): void {
    this.#before.taken.set(this.state.taken);
    this.#before.left.set(this.state.left);
    this.#before.value = this.state.value;
  }

  /** Goes back to before the last step, unless its choice is as good as that before; a worse one stays by chance. */
  settle(best: number, temperature: number): void {
    const { state } = this;
    if (state.value >= this.#before.value) return;
    if (state.value >= best * (1 - ACCEPTED_LOSS * temperature * this.#random())) return;
    state.taken.set(this.#before.taken);
    state.left.set(this.#before.left);
    state.value = this.#before.value;
  }
}

/**
 * A choice within every ceiling, as indexes of items. `temperatureAt` gives the temperature of each step, from at most 1 down to
 * 0; a negative one ends the search. `prices`: best the dual ones of the relaxed problem. Another `seed` takes another
 * way. `start`: the choice that is improved, within every ceiling.
 */
export function searchedChoice(
  problem: Problem,
  temperatureAt: (step: number) => number,
  prices: Prices = sharePrices(problem.rows),
  seed = 1,
  start: ReadonlySet<number> = quickChoice(problem, prices),
): Set<number> {
  const choice = new Choice(problem, prices, start, seed);
  const { state } = choice;
  if (choice.order.every((index) => state.taken[index] === 1)) return new Set(start);
  const best = state.taken.slice();
  let bestValue = state.value;
  for (let step = 0; ; step += 1) {
    const temperature = temperatureAt(step);
    if (temperature < 0) break;
    choice.move();
    if (state.value > bestValue) {
      best.set(state.taken);
      bestValue = state.value;
    }
    choice.settle(bestValue, temperature);
  }
  const found = filledUp(problem, new Set([...best.keys()].filter((index) => best[index] === 1)));
  return isWithin(problem, found) ? found : new Set(start);
}
