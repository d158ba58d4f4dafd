import { totalHundredths, toHundredths } from '../../money/decimal.ts';
import { compareNames } from '../../text/order.ts';
import { type Candidate, cellKey, isChosen, type ScenarioData } from './types.ts';

/** A year and source of the calendar. Amounts are whole hundredths of RSD. */
export interface Cell {
  year: number;
  source: string;
  /** Needs of approved projects, and of the plans in force of candidates that are left out. */
  committed: bigint;
  /** Needs of the chosen candidates. */
  chosen: bigint;
  /** Null without a ceiling: needs are not bounded. */
  ceiling: bigint | null;
  /** The amount by which the needs exceed the ceiling, or 0. */
  over: bigint;
}

/** A scenario's sums; amounts are whole hundredths. */
export interface ScenarioCalendar {
  years: readonly number[];
  sources: readonly string[];
  cells: ReadonlyMap<string, Cell>;
  chosenCount: number;
  /** Σ marks of the chosen candidates, in hundredths; those without a mark count as 0. */
  marks: bigint;
  worth: bigint;
  /** Chosen candidates without a mark, and those without needs by year. */
  withoutMark: number;
  withoutNeeds: number;
  over: bigint;
  /** Is there a ceiling at all? */
  isBounded: boolean;
  /** The first year with needs above a ceiling; null if there is none. */
  overFrom: number | null;
}

/** A candidate's needs in hundredths, in the years to which it is moved. */
export function shiftedNeeds({ needs, shift }: Pick<Candidate, 'needs' | 'shift'>) {
  return needs.map(({ year, source, amount }) => ({
    year: year + shift,
    source,
    amount: totalHundredths(amount) ?? 0n,
  }));
}

/** A candidate's needs of all sources by year, in hundredths, in the years to which it is moved; in order. */
export function needsByYear(candidate: Pick<Candidate, 'needs' | 'shift'>): { year: number; amount: bigint }[] {
  const sums = new Map<number, bigint>();
  for (const { year, amount } of shiftedNeeds(candidate)) sums.set(year, (sums.get(year) ?? 0n) + amount);
  return [...sums].map(([year, amount]) => ({ year, amount })).toSorted((a, b) => a.year - b.year);
}

const markOf = ({ mark }: Pick<Candidate, 'mark'>) => toHundredths(mark) ?? 0n;
const worthOf = ({ worth }: Pick<Candidate, 'worth'>) => totalHundredths(worth) ?? 0n;

/** The value of a candidate for a goal, in hundredths of points or of RSD. */
export const valueOf = (candidate: Pick<Candidate, 'mark' | 'worth'>, goal: 'marks' | 'worth'): bigint =>
  goal === 'marks' ? markOf(candidate) : worthOf(candidate);

/** Order of sources: as given, then others, the unnamed one last. */
export function sourceOrder(sources: Iterable<string>, known: readonly string[]): string[] {
  const place = (source: string) => {
    if (source === '') return known.length + 1;
    const at = known.indexOf(source);
    return at < 0 ? known.length : at;
  };
  return [...new Set(sources)].toSorted((a, b) => place(a) - place(b) || compareNames()(a, b));
}

/**
 * The calendar of a scenario: approved and chosen needs by year and source, compared with the ceilings. It includes all
 * years from the first to the last.
 */
export function calendarOf(
  { candidates, ceilings, committed }: ScenarioData,
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  knownSources: readonly string[] = [],
): ScenarioCalendar {
  const cells = new Map<string, Cell>();
  const cellOf = (year: number, source: string): Cell => {
    const key = cellKey(year, source);
    const known = cells.get(key);
    if (known) return known;
    const made: Cell = { year, source, committed: 0n, chosen: 0n, ceiling: null, over: 0n };
    cells.set(key, made);
    return made;
  };
  const chosen = candidates.filter(isChosen);
  for (const { year, source, amount } of committed) cellOf(year, source).committed += totalHundredths(amount) ?? 0n;
  for (const { year, source, amount } of ceilings) cellOf(year, source).ceiling = totalHundredths(amount) ?? 0n;
  for (const candidate of chosen) {
    for (const { year, source, amount } of shiftedNeeds(candidate)) cellOf(year, source).chosen += amount;
  }
  for (const { inForce = [] } of candidates.filter((candidate) => !isChosen(candidate))) {
    for (const { year, source, amount } of inForce) cellOf(year, source).committed += totalHundredths(amount) ?? 0n;
  }
  // A candidate that is out still shows its source and years, so that the table does not jump at a switch.
  for (const candidate of candidates) {
    for (const { year, source } of candidate.needs) cellOf(year + candidate.shift, source);
    for (const { year, source } of candidate.inForce ?? []) cellOf(year, source);
  }
  let over = 0n;
  let overFrom: number | null = null;
  for (const cell of cells.values()) {
    const need = cell.committed + cell.chosen;
    // Stryker disable next-line EqualityOperator: equal sides give the same either way.
    cell.over = cell.ceiling !== null && need > cell.ceiling ? need - cell.ceiling : 0n;
    if (cell.over === 0n) continue;
    over += cell.over;
    // Stryker disable next-line EqualityOperator: equal sides give the same either way.
    if (overFrom === null || cell.year < overFrom) overFrom = cell.year;
  }
  return {
    years: yearsOf([...cells.values()].map(({ year }) => year)),
    sources: sourceOrder(
      [...cells.values()].map(({ source }) => source),
      knownSources,
    ),
    cells,
    chosenCount: chosen.length,
    marks: chosen.reduce((sum, candidate) => sum + markOf(candidate), 0n),
    worth: chosen.reduce((sum, candidate) => sum + worthOf(candidate), 0n),
    withoutMark: chosen.filter(({ mark }) => mark === null).length,
    withoutNeeds: chosen.filter(({ needs }) => needs.length === 0).length,
    over,
    isBounded: ceilings.length > 0,
    overFrom,
  };
}

/** All years from the first to the last. */
export function yearsOf(years: readonly number[]): number[] {
  // Stryker disable next-line ConditionalExpression: it only saves time.
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
