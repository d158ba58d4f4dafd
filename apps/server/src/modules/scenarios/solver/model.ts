import highsModule, { type ModelData } from 'highs';
import {
  fitsAlone,
  isWithin,
  type Prices,
  type Problem,
  valueOfChoice,
} from '@pimis/domain/portfolio/scenario/problem';
import { type Found, improved } from './best-found.ts';

/**
 * A problem solved with HiGHS (WebAssembly, one thread). The solver reckons with binary floats and tolerances; every
 * answer is therefore checked here in whole hundredths, and one that breaks a ceiling by a hundredth is cut off and the
 * problem solved again (docs/decisions/0206-proposals.md).
 */

/** Its types are those of a CommonJS module; Node loads the other one, whose default is the function itself. */
export const loadHighs = highsModule as unknown as typeof highsModule.default;
export type Highs = Awaited<ReturnType<typeof loadHighs>>;

/** A row's room as the solver reads it: large enough for its tolerance to be far below a dinar. */
const ROW_SCALE = 10_000;
/** The largest value as the solver reads it. */
const LARGEST_VALUE = 1_000_000n;
/** Solvers call a variable whole within this; more than half is taken. */
const HALF = 0.5;
const MOST_CUTS = 50;
const SAME = 1e-6;

/**
 * Improves a choice of a problem and its bound until it is proven or the time is over. `onFound` is called for each better
 * choice and each better bound. Error: that of the solver.
 */
export function improveWith(
  highs: Highs,
  problem: Problem,
  start: Found,
  ms: number,
  onFound: (found: Found) => void,
): void {
  let best = start;
  if (best.value === best.bound) return;
  const ends = performance.now() + ms;
  const better = (taken: readonly number[], bound: bigint) => {
    const next = improved(problem, best, taken, bound);
    if (next !== best) onFound(next);
    best = next;
  };
  const { unit, values } = scaledValues(problem);
  /** The values are whole: a bound between two of them is the lower one. */
  const boundOf = (bound: number | undefined) =>
    bound === undefined || !Number.isFinite(bound)
      ? best.bound
      : BigInt(Math.floor(bound * unit + SAME * Math.max(1, unit)));
  highs.withModel(modelOf(highs, problem, values), (model) => {
    model.options.set({
      output_flag: false,
      mip_rel_gap: 0,
      // Values are whole: a gap below one has no better choice in it.
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
          if (solution) better(takenOf(solution), best.bound);
        },
        [highs.constants.callbackType.mipLogging]: ({ data: { mip_dual_bound: bound } }) => {
          better([], boundOf(bound));
        },
        [highs.constants.callbackType.mipInterrupt]: ({ data: { mip_dual_bound: bound } }) => {
          better([], boundOf(bound));
        },
      });
      if (model.getModelStatus() !== highs.constants.modelStatus.optimal) break;
      const taken = takenOf(model.getSolution().colValue);
      if (isWithin(problem, new Set(taken))) {
        better(taken, valueOfChoice(problem, taken));
        break;
      }
      cutOff(highs, model, problem, taken);
    }
  });
}

/**
 * What a hundredth of each room is worth where candidates may be taken in part: the dual values of the relaxed problem, in
 * the units of the model's values.
 */
export function dualPrices(highs: Highs, problem: Problem): Prices {
  const { values } = scaledValues(problem);
  return highs.withModel(modelOf(highs, problem, values), (model) => {
    model.clearIntegrality();
    model.options.set({ output_flag: false });
    model.run();
    const { rowDual } = model.getSolution();
    return problem.rows.map(({ room }, row) =>
      room === 0n ? 0 : (Math.abs(rowDual[row] ?? 0) * ROW_SCALE) / Number(room),
    );
  });
}

const columnsOf = ({ items }: Problem, taken: readonly number[]) => {
  const chosen = new Set(taken);
  return Float64Array.from(items, (_, index) => (chosen.has(index) ? 1 : 0));
};

const takenOf = (solution: ArrayLike<number>): number[] =>
  Array.from(solution, (value, index) => (value > HALF ? index : -1)).filter((index) => index >= 0);

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
  return {
    numCols: items.length,
    numRows: rows.length,
    sense: highs.constants.objectiveSense.maximize,
    colCost: Float64Array.from(values),
    colLower: new Float64Array(items.length),
    // The tolerance of the solver could let in what alone is above a ceiling.
    colUpper: Float64Array.from(items, ({ needs }) => (fitsAlone({ rows }, needs) ? 1 : 0)),
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
function cutOff(highs: Highs, model: ReturnType<Highs['createModel']>, { items, rows }: Problem, taken: number[]) {
  for (const [row, { room }] of rows.entries()) {
    const users = taken.filter((index) => items[index]?.needs.some((need) => need.row === row));
    const sum = users.reduce(
      (total, index) => total + (items[index]?.needs.find((need) => need.row === row)?.amount ?? 0n),
      0n,
    );
    if (sum <= room) continue;
    model.addRow(-highs.infinity, users.length - 1, {
      indices: Int32Array.from(users),
      values: new Float64Array(users.length).fill(1),
    });
  }
}
