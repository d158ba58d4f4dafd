/** Calendar days as text YYYY-MM-DD. Nothing here reads the clock: "today" comes from the caller. */

const DAY_MS = 86_400_000;

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** True for an existing day; the year 0 has no days. */
export function isDay(text: unknown): text is string {
  // Stryker disable next-line Regex,EqualityOperator: another condition refuses it too.
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const time = utc(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function isMonth(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

/** A day as people type it, "1.3.2027." or "01. 03. 2027", or as machines do; null when no such day exists. */
export function readDay(typed: string): string | null {
  const text = typed.trim();
  // Stryker disable next-line StringLiteral,ArrayDeclaration: a default for the type, which nothing reads.
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\.?$/.exec(text) ?? [];
  const made = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(made) ? made : null;
}

/** A month as people type it, "3.2027." or "03/2027", or in ISO form; null if it is not a month. */
export function readMonth(typed: string): string | null {
  const text = typed.trim();
  // Stryker disable next-line StringLiteral,ArrayDeclaration: a default for the type, which nothing reads.
  const [, month = '', year = ''] = /^(\d{1,2})[./]\s?(\d{4})\.?$/.exec(text) ?? [];
  const made = year === '' ? text : `${year}-${month.padStart(2, '0')}`;
  return isMonth(made) ? made : null;
}

/** Whole days from a to b; negative when b is earlier. */
export function days(a: string, b: string): number {
  return Math.round((utc(b) - utc(a)) / DAY_MS);
}

export function addDays(day: string, count: number): string {
  return new Date(utc(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of the next year; 29 February gives 28 February. */
export function addYear(day: string): string {
  const next = `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}${day.slice(4)}`;
  const exists: boolean = isDay(next);
  return exists ? next : `${next.slice(0, 4)}-02-28`;
}

/** Calendar months that the period touches, both ends included. */
export function months(a: string, b: string): number {
  const year = Number(b.slice(0, 4)) - Number(a.slice(0, 4));
  return year * 12 + Number(b.slice(5, 7)) - Number(a.slice(5, 7)) + 1;
}

export interface Quarter {
  year: number;
  quarter: number;
}

export function quarterOf(day: string): Quarter {
  return { year: Number(day.slice(0, 4)), quarter: Math.ceil(Number(day.slice(5, 7)) / 3) };
}

/** Years whose quarterly figures are stored: a mistyped year would stretch every chart over thousands of years. */
const KEPT_YEARS = { first: 1900, last: 2100 } as const;

export const isKeptYear = (year: number): boolean =>
  Number.isInteger(year) && year >= KEPT_YEARS.first && year <= KEPT_YEARS.last;

/**
 * The place of a quarter in time: of two quarters the later one has the greater number, neighbours differ by one.
 * Queries compute the same (`facts.year * 4 + facts.quarter`).
 */
export function quarterOrder({ year, quarter }: Quarter): number {
  return year * 4 + quarter;
}

/** The quarter at a place in time (quarterOrder). */
export function quarterAt(order: number): Quarter {
  return { year: Math.floor((order - 1) / 4), quarter: ((order - 1) % 4) + 1 };
}

export function nextQuarter({ year, quarter }: Quarter): Quarter {
  return quarter === 4 ? { year: year + 1, quarter: 1 } : { year, quarter: quarter + 1 };
}

/**
 * The year as the first part of a day. An impossible year, which a call or an old form may contain, becomes the nearest
 * valid one.
 */
const yearText = (year: number): string => String(Math.trunc(Math.min(9999, Math.max(1, year)))).padStart(4, '0');

export function quarterStart({ year, quarter }: Quarter): string {
  return `${yearText(year)}-${String(quarter * 3 - 2).padStart(2, '0')}-01`;
}

const LAST_DAYS = ['03-31', '06-30', '09-30', '12-31'];

export function quarterEnd({ year, quarter }: Quarter): string {
  return `${yearText(year)}-${LAST_DAYS[quarter - 1]}`;
}

/** D.M.YYYY. as pickers show it (specification, "Business constants"); everything else shows days in the same form. */
export function formatDay(day: string): string {
  return `${Number(day.slice(8, 10))}.${Number(day.slice(5, 7))}.${day.slice(0, 4)}.`;
}

/**
 * Rewrites the days in a text to the standard format. Published definitions keep their old format, because they never
 * change.
 */
export function withPlainDays(text: string): string {
  return text.replace(
    /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b\.?/g,
    (_, day, month, year) => `${Number(day)}.${Number(month)}.${year}.`,
  );
}
