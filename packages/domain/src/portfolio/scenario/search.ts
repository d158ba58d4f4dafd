import { filledUp, isWithin, type Problem, quickChoice } from './problem.ts';

/**
 * Improves a first choice: a project that is out comes in, those that are worth least for the room that it needs give
 * way, and what fits beside is taken again. A choice that is a little worse is gone on from, ever less so (simulated
 * annealing). It finds a good choice long before a solver proves how good it is. Sums of hundredths are exact in a
 * double up to 2^53; the result is checked without them.
 */

/** At the start a choice may be worse by this part of the best. */
const WORSE = 0.02;
/** Of those that just gave way this part is not taken back at once. */
const STAYS_OUT = 0.5;
const NOISE = 0.5;

/** mulberry32: the same choice for the same problem. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The choice in plain numbers, with moves that can be taken back. */
class Choice {
  readonly needs: readonly { row: number; amount: number }[][];
  readonly values: number[];
  /** Items that fit alone and are worth something, the most valuable for their room first. */
  readonly order: number[];
  readonly #random = randomOf(1);
  readonly #rooms: number[];
  taken: Uint8Array;
  left: Float64Array;
  value = 0;

  constructor({ items, rows }: Problem, start: ReadonlySet<number>) {
    this.#rooms = rows.map(({ room }) => Number(room));
    this.values = items.map(({ value }) => Number(value));
    this.needs = items.map((item) => item.needs.map(({ row, amount }) => ({ row, amount: Number(amount) })));
    this.taken = new Uint8Array(items.length);
    this.left = Float64Array.from(this.#rooms);
    const densities = this.needs.map((own, index) => {
      const share = own.reduce((sum, { row, amount }) => sum + amount / Math.max(this.#rooms[row] ?? 0, 1), 0);
      return (this.values[index] ?? 0) / (share + Number.EPSILON);
    });
    this.order = items
      .map((_, index) => index)
      .filter((index) => (this.values[index] ?? 0) > 0 && this.#fits(index))
      .toSorted((a, b) => (densities[b] ?? 0) - (densities[a] ?? 0));
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

  /** The item that is worth least for what it frees of the rows that are short. */
  #cheapest(kept: number): number {
    let cheapest = -1;
    let price = Number.POSITIVE_INFINITY;
    for (const index of this.order) {
      if (this.taken[index] !== 1 || index === kept) continue;
      let frees = 0;
      for (const { row, amount } of this.needs[index] ?? []) {
        const short = -(this.left[row] ?? 0);
        if (short > 0) frees += Math.min(1, amount / short);
      }
      if (frees === 0) continue;
      const own = ((this.values[index] ?? 0) / frees) * (1 - NOISE * this.#random());
      if (own < price) {
        price = own;
        cheapest = index;
      }
    }
    return cheapest;
  }

  /** One item comes in, others give way, and what fits is taken again. */
  move(): void {
    const outside = this.order.filter((index) => this.taken[index] === 0);
    const entering = outside[Math.floor(this.#random() * outside.length)];
    if (entering === undefined) return;
    this.#take(entering);
    const gone = new Set<number>();
    while (this.left.some((room) => room < 0)) {
      const index = this.#cheapest(entering);
      // Only what fits alone enters, so somebody can always give way.
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

  /** Whether a choice that is worse than the present one is gone on from. */
  isGoneOnFrom(before: number, best: number, heat: number): boolean {
    return this.value >= before || this.value >= best * (1 - WORSE * heat * this.#random());
  }
}

/**
 * A choice within every ceiling, by places of items. `heat` is asked before each step: from 1 at the start down to 0; a
 * negative one ends the search.
 */
export function searchedChoice(problem: Problem, heat: (step: number) => number): Set<number> {
  const start = quickChoice(problem);
  const choice = new Choice(problem, start);
  let best = choice.taken.slice();
  let bestValue = choice.value;
  if (choice.order.every((index) => choice.taken[index] === 1)) return start;
  for (let step = 0; ; step += 1) {
    const warmth = heat(step);
    if (warmth < 0) break;
    const before = { taken: choice.taken.slice(), left: choice.left.slice(), value: choice.value };
    choice.move();
    if (choice.value > bestValue) {
      best = choice.taken.slice();
      bestValue = choice.value;
    }
    if (!choice.isGoneOnFrom(before.value, bestValue, warmth)) Object.assign(choice, before);
  }
  const found = filledUp(problem, new Set([...best.keys()].filter((index) => best[index] === 1)));
  return isWithin(problem, found) ? found : start;
}
