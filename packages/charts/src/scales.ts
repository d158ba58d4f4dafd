import { scaleLinear } from 'd3-scale';

/** From a value to its place. */
export interface Scale {
  (value: number): number;
  ticks: readonly number[];
}

const TICKS = 4;
/** A scale whose values span less than this ends at 1. */
const LEAST = 0.001;

/**
 * A scale with zero between round bounds around all values; places run from `from` to `to`. Whole values, as of
 * projects, have whole ticks.
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

/** The distance between written labels, so that none touches the next: every label, every second, and so on. */
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
 * First days of years between two days; of round years if there are many, for example because of a mistyped year in a
 * plan.
 */
export function yearTicks(first: string, last: string): { day: string; label: string }[] {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  const step = yearStep(to - from);
  const start = Math.ceil(from / step) * step;
  const years = Array.from(
    { length: Math.max(0, Math.floor((to - start) / step) + 1) },
    (_, index) => start + index * step,
  );
  return years
    .map((year) => ({ day: `${String(year).padStart(4, '0')}-01-01`, label: String(year) }))
    .filter(({ day }) => day >= first && day <= last);
}

/** First days of months between two days, every `step` months from January, with the month (1 to 12). */
export function monthTicks(first: string, last: string, step: 1 | 3): { day: string; month: number }[] {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  return Array.from({ length: ((to - from + 1) * 12) / step }, (_, index) => {
    const month = ((index * step) % 12) + 1;
    const year = from + Math.floor((index * step) / 12);
    return { day: `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`, month };
  }).filter(({ day }) => day >= first && day <= last);
}
