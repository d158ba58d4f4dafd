import { totalHundredths } from '../money/decimal.ts';
import { sourceOrder } from './scenario/calendar.ts';
import { SOURCE_NAMES } from './source-text.ts';

/** Input of needsAgainstCeilings; amounts are decimal strings. */
export interface CalendarData {
  rows: readonly { year: number; source: string; sector: number; amount: string; projects: number }[];
  ceilings: readonly { year: number; source: string; sector: number | null; amount: string | null }[];
}

/** A need and its ceiling, in whole hundredths; without a sector, for all sectors. */
export interface NeedLine {
  year: number;
  source: string;
  sector: number | null;
  need: bigint;
  /** Null where none was entered. */
  ceiling: bigint | null;
  /** The amount by which the need exceeds the ceiling. */
  over: bigint;
  /** Null without a need. */
  projects: number | null;
}

/**
 * Needs by year and source against ceilings: a line for all sectors, then one for each sector with a need or a ceiling.
 * In the order of years, sources as forms name them, and sectors.
 */
export function needsAgainstCeilings({ rows, ceilings }: CalendarData): NeedLine[] {
  const lines = new Map<string, NeedLine>();
  const lineOf = (year: number, source: string, sector: number | null): NeedLine => {
    // Stryker disable next-line StringLiteral: any other name does the same.
    const key = `${year} ${sector ?? ''} ${source}`;
    const known = lines.get(key);
    if (known) return known;
    const made: NeedLine = { year, source, sector, need: 0n, ceiling: null, over: 0n, projects: null };
    lines.set(key, made);
    return made;
  };
  for (const { year, source, sector, amount, projects } of rows) {
    const need = totalHundredths(amount) ?? 0n;
    const all = lineOf(year, source, null);
    all.need += need;
    all.projects = (all.projects ?? 0) + projects;
    const own = lineOf(year, source, sector);
    own.need += need;
    own.projects = (own.projects ?? 0) + projects;
  }
  for (const { year, source, sector, amount } of ceilings) {
    if (amount !== null) lineOf(year, source, sector).ceiling = totalHundredths(amount);
  }
  for (const line of lines.values()) {
    // Stryker disable next-line EqualityOperator: equal sides give the same either way.
    if (line.ceiling !== null && line.need > line.ceiling) line.over = line.need - line.ceiling;
  }
  const order = sourceOrder(
    [...lines.values()].map(({ source }) => source),
    SOURCE_NAMES,
  );
  return [...lines.values()].toSorted(
    (a, b) => a.year - b.year || order.indexOf(a.source) - order.indexOf(b.source) || (a.sector ?? 0) - (b.sector ?? 0),
  );
}

/** The first year in which a need exceeds its ceiling; null if none does. */
export const overshootBegins = (lines: readonly NeedLine[]): number | null =>
  lines.reduce<number | null>(
    // Stryker disable next-line EqualityOperator: equal sides give the same either way.
    (first, { year, over }) => (over > 0n && (first === null || year < first) ? year : first),
    null,
  );
