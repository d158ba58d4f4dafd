import highsModule, { type ModelData } from 'highs';
import {
  fitsAlone,
  isWithin,
  type Prices,
  type Problem,
  quickChoice,
  roomLeft,
  valueOfChoice,
} from '@pimis/domain/portfolio/scenario/problem';
import { searchLocally } from './local-search.ts';

/**
 * The best choice of a problem: a greedy one, a local search that improves it, then HiGHS (WebAssembly, one thread),
 * which starts from that choice and computes an upper bound of the value of any choice. HiGHS uses binary floats and
 * tolerances; therefore every answer is checked here in whole hundredths. An answer that exceeds a ceiling by a
 * hundredth is excluded by a cut, and the problem is solved again (docs/decisions/0280-proposals.md).
 */

/** The best choice so far, as indexes of items, and the upper bound of the value of any choice, in hundredths. */
export interface Found {
  taken: number[];
  value: bigint;
  bound: bigint;
}

/** `proven`: no choice is worth more. */
export interface Solved extends Found {
  proven: boolean;
}

export interface SolveOptions {
  /** The longest time of the search. */
  seconds: number;
  /** Called for each better choice and each better bound. */
  onFound: (found: Found) => void;
  /** Called often while the solver works. */
  onStep?: () => void;
}

/** The types describe the CommonJS module; Node loads the ES module, whose default export is the function itself. */
const loadHighs = highsModule as unknown as typeof highsModule.default;
type Highs = Awaited<ReturnType<typeof loadHighs>>;

/** The local search ends after this many steps per item, or after this share of the time. */
const LOCAL = { stepsOfItem: 200, share: 0.2 };
/** Each row's room and the largest value are scaled to these, so the solver's tolerance is far below a dinar. */
const ROW_SCALE = 10_000;
const LARGEST_VALUE = 1_000_000n;
const MOST_CUTS = 50;
const SAME = 1e-6;

/** Finds the best choice of a problem, or the best so far when the time is over. Error: that of the solver. */
export async function solve(problem: Problem, { seconds, onFound, onStep }: SolveOptions): Promise<Solved> {
  const ms = seconds * 1_000;
  const ends = performance.now() + ms;
  const best = trackBest(problem, onFound);
  if (!best.isProven()) {
    const highs = await loadHighs();
    const steps = LOCAL.stepsOfItem * problem.items.length;
    const restAt = (step: number) => 1 - Math.max(step / steps, (1 - (ends - performance.now()) / ms) / LOCAL.share);
    searchLocally(problem, dualPrices(highs, problem), restAt, best.offer);
    improveWith(highs, problem, best, ends, onStep);
  }
  return { ...best.found(), proven: best.isProven() };
}

/** Keeps the best choice that is offered and is within every ceiling to the hundredth, with the lowest bound. */
function trackBest(problem: Problem, onFound: (found: Found) => void) {
  const fitting = problem.items.flatMap(({ needs }, item) => (fitsAlone(problem, needs) ? [item] : []));
  const taken = [...quickChoice(problem)];
  // The total value of the items that fit alone is a first bound.
  let best = { taken, value: valueOfChoice(problem, taken), bound: valueOfChoice(problem, fitting) };
  const improve = (better: Partial<Found>) => {
    best = { ...best, ...better };
    onFound(best);
  };
  improve({});
  return {
    found: (): Found => best,
    isProven: () => best.bound <= best.value,
    offer: (choice: number[]) => {
      const value = valueOfChoice(problem, choice);
      if (value > best.value && isWithin(problem, new Set(choice))) improve({ taken: choice, value });
    },
    boundedBy: (bound: bigint) => {
      if (bound < best.bound) improve({ bound });
    },
  };
}

/** Solves with HiGHS from the best choice so far, until it is proven or the time is over. */
function improveWith(
  highs: Highs,
  problem: Problem,
  best: ReturnType<typeof trackBest>,
  ends: number,
  onStep?: () => void,
): void {
  const { callbackType, modelStatus } = highs.constants;
  const { unit, values } = scaledValues(problem);
  /** Values are whole numbers, so the bound is rounded down. */
  const boundedBy = (bound: number | undefined): undefined => {
    onStep?.();
    if (bound !== undefined && Number.isFinite(bound)) {
      best.boundedBy(BigInt(Math.floor(bound * unit + SAME * Math.max(1, unit))));
    }
  };
  highs.withModel(modelOf(highs, problem, values), (model) => {
    model.options.set({
      output_flag: false,
      mip_rel_gap: 0,
      // Values are whole numbers, so a gap below one leaves no room for a better choice.
      mip_abs_gap: unit === 1 ? 1 - SAME : SAME,
    });
    const start = new Set(best.found().taken);
    model.setSolution({ colValue: Float64Array.from(problem.items, (_, item) => Number(start.has(item))) });
    for (let cuts = 0; cuts <= MOST_CUTS && !best.isProven(); cuts += 1) {
      const left = (ends - performance.now()) / 1000;
      if (left <= 0) break;
      model.options.set({ time_limit: left });
      model.zeroAllClocks();
      model.run({
        [callbackType.mipImprovingSolution]: ({ data: { mip_solution: solution } }) => {
          if (solution) best.offer(takenOf(solution));
        },
        [callbackType.mipLogging]: ({ data }) => boundedBy(data.mip_dual_bound),
        [callbackType.mipInterrupt]: ({ data }) => boundedBy(data.mip_dual_bound),
      });
      if (model.getModelStatus() !== modelStatus.optimal) break;
      const taken = takenOf(model.getSolution().colValue);
      if (isWithin(problem, new Set(taken))) {
        best.offer(taken);
        best.boundedBy(valueOfChoice(problem, taken));
        break;
      }
      cutOff(highs, model, problem, taken);
    }
  });
}

/**
 * The price of a hundredth of each room in the relaxed problem, in which candidates may be taken in part; in the units
 * of the model's values.
 */
function dualPrices(highs: Highs, problem: Problem): Prices {
  return highs.withModel(modelOf(highs, problem, scaledValues(problem).values), (model) => {
    model.clearIntegrality();
    model.options.set({ output_flag: false });
    model.run();
    const { rowDual } = model.getSolution();
    return problem.rows.map(({ room }, row) =>
      room === 0n ? 0 : (Math.abs(rowDual[row] ?? 0) * ROW_SCALE) / Number(room),
    );
  });
}

/** The solver treats a variable as whole within its tolerance. */
const takenOf = (solution: ArrayLike<number>): number[] =>
  [...Array.from(solution).entries()].flatMap(([item, value]) => (Math.round(value) === 1 ? [item] : []));

/** Values for the solver: whole numbers if that is exact, and the number of hundredths per unit. */
function scaledValues({ items }: Problem): { unit: number; values: number[] } {
  const largest = items.reduce((most, { value }) => (value > most ? value : most), 0n);
  const unit = largest <= LARGEST_VALUE ? 1 : Number(largest) / Number(LARGEST_VALUE);
  return { unit, values: items.map(({ value }) => Number(value) / unit) };
}

/** The problem as columns of items and rows of years and sources. */
function modelOf(highs: Highs, { items, rows }: Problem, values: readonly number[]): ModelData {
  const needs = items.map((item) => item.needs.filter(({ row, amount }) => amount <= (rows[row]?.room ?? 0n)));
  const starts = [0];
  for (const { length } of needs) starts.push((starts.at(-1) ?? 0) + length);
  return {
    numCols: items.length,
    numRows: rows.length,
    sense: highs.constants.objectiveSense.maximize,
    colCost: Float64Array.from(values),
    colLower: new Float64Array(items.length),
    // The solver's tolerance could accept an item that alone exceeds a ceiling.
    colUpper: Float64Array.from(items, ({ needs }) => (fitsAlone({ rows }, needs) ? 1 : 0)),
    rowLower: new Float64Array(rows.length),
    rowUpper: new Float64Array(rows.length).fill(ROW_SCALE),
    matrix: {
      format: 'csc',
      numCols: items.length,
      numRows: rows.length,
      starts: Int32Array.from(starts),
      indices: Int32Array.from(needs.flat(), ({ row }) => row),
      values: Float64Array.from(
        needs.flat(),
        ({ row, amount }) => (Number(amount) / Number(rows[row]?.room)) * ROW_SCALE,
      ),
    },
    integrality: new Int32Array(items.length).fill(highs.constants.variableType.integer),
  };
}

/** Adds a cut: not all chosen items that need the exceeded row may be chosen together. */
function cutOff(highs: Highs, model: ReturnType<Highs['createModel']>, problem: Problem, taken: readonly number[]) {
  for (const [broken, left] of roomLeft(problem, new Set(taken)).entries()) {
    if (left >= 0n) continue;
    const users = taken.filter((index) => problem.items[index]?.needs.some(({ row }) => row === broken));
    model.addRow(-highs.infinity, users.length - 1, {
      indices: Int32Array.from(users),
      values: new Float64Array(users.length).fill(1),
    });
  }
}
