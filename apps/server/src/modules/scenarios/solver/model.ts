import highsModule, { type ModelData } from 'highs';
import {
  isWithin,
  type Prices,
  type Problem,
  quickChoice,
  valueOfChoice,
} from '@pimis/domain/portfolio/scenario/problem';
import { SEARCHES, searches } from './searches.ts';

/**
 * A problem solved with HiGHS (WebAssembly, one thread). The solver reckons with binary floats and tolerances; every
 * answer is therefore checked here in whole hundredths, and one that breaks a ceiling by a hundredth is cut off and the
 * problem solved again (docs/decisions/0206-proposals.md).
 */

/** The best choice so far, by places of items, and how much at most any choice could be worth, in hundredths. */
export interface Found {
  taken: number[];
  value: bigint;
  bound: bigint | null;
}

/** `proven`: no choice is worth more. */
export interface Solved extends Found {
  proven: boolean;
}

export interface SolveOptions {
  /** The longest time of the search. */
  seconds: number;
  /** Called with the prices of the rooms, by which searches go. */
  onPrices?: (prices: Prices) => void;
  /** Called for each better choice and each better bound. */
  onFound: (found: Found) => void;
}

/** Its types are those of a CommonJS module; Node loads the other one, whose default is the function itself. */
const loadHighs = highsModule as unknown as typeof highsModule.default;
type Highs = Awaited<ReturnType<typeof loadHighs>>;

/** A row's room as the solver reads it: large enough for its tolerance to be far below a dinar. */
const ROW_SCALE = 10_000;
/** The largest value as the solver reads it. */
const LARGEST_VALUE = 1_000_000n;
/** Solvers call a variable whole within this; more than half is taken. */
const HALF = 0.5;
const MOST_CUTS = 50;
const SAME = 1e-6;

/** Finds the best choice of the problem. Error: that of the solver. */
export async function solve(problem: Problem, { seconds, onPrices, onFound }: SolveOptions): Promise<Solved> {
  // A candidate that alone exceeds a ceiling is in no choice; the values of the others add up to a first bound.
  const most = problem.items.filter(fitsIn(problem)).reduce((sum, { value }) => sum + value, 0n);
  const quick = foundOf(problem, quickChoice(problem), most);
  onFound(quick);
  if (quick.value === most) return { ...quick, proven: true };
  const highs = await loadHighs();
  const { unit, values } = scaledValues(problem);
  const data = modelOf(highs, problem, values);
  const prices = dualPrices(highs, data, problem);
  onPrices?.(prices);
  let best = quick;
  const ends = performance.now() + seconds * 1000;
  const better = (taken: Set<number>, bound: bigint | null) => {
    const value = valueOfChoice(problem, taken);
    const isBetter = value > best.value && isWithin(problem, taken);
    const isTighter = bound !== null && (best.bound === null || bound < best.bound);
    if (!isBetter && !isTighter) return;
    best = {
      taken: isBetter ? [...taken] : best.taken,
      value: isBetter ? value : best.value,
      bound: isTighter ? bound : best.bound,
    };
    onFound(best);
  };
  for (const taken of searches(problem, prices, { seconds, first: 1, count: SEARCHES })) better(taken, null);
  /** The values are whole: a bound between two of them is the lower one. */
  const wholeBound = (bound: number | undefined) =>
    bound === undefined || !Number.isFinite(bound) ? null : BigInt(Math.floor(bound * unit + SAME * Math.max(1, unit)));
  return highs.withModel(data, (model): Solved => {
    model.options.set({
      output_flag: false,
      mip_rel_gap: 0,
      // One hundredth less than a whole point: a smaller gap has no better choice in it.
      mip_abs_gap: unit === 1 ? 1 - SAME : SAME,
    });
    if (best.taken.length > 0) model.setSolution({ colValue: columnsOf(problem, best.taken) });
    for (let cuts = 0; cuts <= MOST_CUTS; cuts += 1) {
      const left = (ends - performance.now()) / 1000;
      if (left <= 0) break;
      model.options.set({ time_limit: left });
      model.zeroAllClocks();
      model.run({
        [highs.constants.callbackType.mipImprovingSolution]: ({ data: { mip_solution: solution } }) => {
          if (solution) better(takenOf(solution), null);
        },
        [highs.constants.callbackType.mipLogging]: ({ data: { mip_dual_bound: bound } }) => {
          better(new Set(), wholeBound(bound));
        },
        [highs.constants.callbackType.mipInterrupt]: ({ data: { mip_dual_bound: bound } }) => {
          better(new Set(), wholeBound(bound));
        },
      });
      const isOptimal = model.getModelStatus() === highs.constants.modelStatus.optimal;
      const taken = takenOf(model.getSolution().colValue);
      if (!isOptimal) break;
      if (isWithin(problem, taken)) {
        better(taken, valueOfChoice(problem, taken));
        return { ...best, bound: best.value, proven: true };
      }
      cutOff(highs, model, problem, taken);
    }
    return { ...best, proven: best.bound !== null && best.bound <= best.value };
  });
}

/**
 * What a hundredth of each room is worth where candidates may be taken in part: the dual values of the relaxed problem, in
 * the units of the model's values.
 */
function dualPrices(highs: Highs, data: ModelData, { rows }: Problem): Prices {
  return highs.withModel(data, (model) => {
    model.clearIntegrality();
    model.options.set({ output_flag: false });
    model.run();
    const { rowDual } = model.getSolution();
    return rows.map(({ room }, row) => (room === 0n ? 0 : (Math.abs(rowDual[row] ?? 0) * ROW_SCALE) / Number(room)));
  });
}

const foundOf = (problem: Problem, choice: ReadonlySet<number>, bound: bigint): Found => ({
  taken: [...choice],
  value: valueOfChoice(problem, choice),
  bound,
});

const columnsOf = ({ items }: Problem, taken: readonly number[]) => {
  const chosen = new Set(taken);
  return Float64Array.from(items, (_, index) => (chosen.has(index) ? 1 : 0));
};

const takenOf = (solution: ArrayLike<number>) =>
  new Set(Array.from(solution, (value, index) => (value > HALF ? index : -1)).filter((index) => index >= 0));

const fitsIn =
  ({ rows }: Pick<Problem, 'rows'>) =>
  ({ needs }: Problem['items'][number]): boolean =>
    needs.every(({ row, amount }) => amount <= (rows[row]?.room ?? 0n));

/** Values as the solver reads them: whole, if that is exact, and how many hundredths are one. */
function scaledValues({ items }: Problem): { unit: number; values: number[] } {
  const largest = items.reduce((most, { value }) => (value > most ? value : most), 0n);
  const unit = largest <= LARGEST_VALUE ? 1 : Number(largest) / Number(LARGEST_VALUE);
  return { unit, values: items.map(({ value }) => Number(value) / unit) };
}

/** The problem as columns of items and rows of years and sources. */
function modelOf(highs: Highs, { items, rows }: Problem, values: readonly number[]): ModelData {
  const starts = [0];
  const indices: number[] = [];
  const coefficients: number[] = [];
  for (const { needs } of items) {
    for (const { row, amount } of needs) {
      const room = rows[row]?.room ?? 0n;
      if (room === 0n || amount > room) continue;
      indices.push(row);
      coefficients.push((Number(amount) / Number(room)) * ROW_SCALE);
    }
    starts.push(indices.length);
  }
  // The tolerance of the solver could let in what alone is above a ceiling.
  const fits = fitsIn({ rows });
  return {
    numCols: items.length,
    numRows: rows.length,
    sense: highs.constants.objectiveSense.maximize,
    colCost: Float64Array.from(values),
    colLower: new Float64Array(items.length),
    colUpper: Float64Array.from(items, (item) => (fits(item) ? 1 : 0)),
    rowLower: new Float64Array(rows.length),
    rowUpper: new Float64Array(rows.length).fill(ROW_SCALE),
    matrix: {
      format: 'csc',
      numCols: items.length,
      numRows: rows.length,
      starts: Int32Array.from(starts),
      indices: Int32Array.from(indices),
      values: Float64Array.from(coefficients),
    },
    integrality: new Int32Array(items.length).fill(highs.constants.variableType.integer),
  };
}

/** Of the chosen items that need a broken row, not all may be chosen. */
function cutOff(highs: Highs, model: ReturnType<Highs['createModel']>, { items, rows }: Problem, taken: Set<number>) {
  for (const [row, { room }] of rows.entries()) {
    const users = [...taken].filter((index) => items[index]?.needs.some((need) => need.row === row));
    const sum = users.reduce(
      (total, index) => total + (items[index]?.needs.find((need) => need.row === row)?.amount ?? 0n),
      0n,
    );
    if (sum <= room) continue;
    model.addRow(-highs.infinity, users.length - 1, {
      indices: Int32Array.from(users.toSorted((a, b) => a - b)),
      values: new Float64Array(users.length).fill(1),
    });
  }
}
