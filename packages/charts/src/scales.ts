import { scaleLinear } from 'd3-scale';

/** From a value to its place. */
export interface Scale {
  (value: number): number;
  ticks: readonly number[];
}

const TICKS = 4;
/** Below a thousandth everything is nothing. */
const LEAST = 0.001;

/**
 * A scale with zero between round bounds around all values; places run from `from` to `to`. Whole values, as of projects,
 * have whole ticks.
 */
export function valueScale(values: readonly number[], from: number, to: number): Scale {
  const known = values.filter((value) => Number.isFinite(value));
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const scale = scaleLinear()
    .domain([least, most - least < LEAST ? 1 : most])
    .nice(TICKS)
    .range([from, to]);
  const isWhole = known.every((value) => Number.isInteger(value));
  const ticks = scale.ticks(TICKS).filter((tick) => !isWhole || Number.isInteger(tick));
  return Object.assign((value: number) => scale(value), { ticks });
}

/** Every how many labels one is written, so that none touches the next. */
export function labelStep(count: number, labelWidth: number, width: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)));
}

const DAY_MS = 86_400_000;
/** Days since 1970 of YYYY-MM-DD. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

const MOST_YEARS = 40;
/** Years between two ticks: 1, 5, 10, 50, 100, …, the smallest with few enough ticks. */
function yearStep(years: number): number {
  for (let ten = 1; ; ten *= 10) {
    const step = [ten, ten * 5].find((of) => years / of <= MOST_YEARS);
    if (step !== undefined) return step;
  }
}

/**
 * Ticks between two days: first days of years, of quarters if there are few years, or of round years if there are many
 * (for example because of a mistyped year in a plan). Labels as in 2026 or 2026-3.
 */
export function dayTicks(first: string, last: string): { day: string; label: string }[] {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  const step = yearStep(to - from);
  const start = Math.ceil(from / step) * step;
  const years = Array.from(
    { length: Math.max(0, Math.floor((to - start) / step) + 1) },
    (_, index) => start + index * step,
  );
  const quarters = to - from <= 1;
  const ticks = years.flatMap((year) =>
    (quarters ? [1, 2, 3, 4] : [1]).map((quarter) => ({
      day: `${String(year).padStart(4, '0')}-${String(quarter * 3 - 2).padStart(2, '0')}-01`,
      label: quarters ? `${year}-${quarter}` : String(year),
    })),
  );
  return ticks.filter(({ day }) => day >= first && day <= last);
}
