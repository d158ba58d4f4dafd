/**
 * Exact decimal arithmetic on text, through whole hundredths (bigint). Never a binary float: an amount of money is
 * what its digits say (docs/forms.md, A2).
 */

const AMOUNT = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/;
const RATE = /^(\d{1,10})\.(\d{1,4})$/;
/** The largest amount, in hundredths. */
export const MAX_HUNDREDTHS = 99_999_999_999_999_900n;
/** Below 2^46 (70 million millions) neighbouring binary numbers are less than a hundredth apart. */
const HUNDREDTHS_KEPT = 2n ** 46n * 100n;

/**
 * Whether files show an amount (hundredths) as it is: JSON and workbooks hold binary numbers, which keep the decimals of
 * amounts below 2^46 and only whole amounts above it.
 */
export function isShownExactly(value: bigint): boolean {
  const size = value < 0n ? -value : value;
  return size <= MAX_HUNDREDTHS && (size < HUNDREDTHS_KEPT || size % 100n === 0n);
}

/** Totals may be beyond what any amount in them may be. */
const TOTAL = /^(-?)(\d{1,30})(?:\.(\d{1,2}))?$/;
/** Digits with the marks and spaces that people write in amounts. */
const FIGURE = /^-?[\d.,\s]*\d[\d.,\s]*$/;
const GROUPED_BY_SPACES = /^\d{1,3}(\s\d{3})+(?=[.,]|$)/;
const TOLERANCE = 1n;

/** Hundredths of an amount such as "1234.50"; null when the text is no amount. */
export function toHundredths(text: unknown): bigint | null {
  return hundredths(AMOUNT, text);
}

/** Hundredths of a computed total, which may be above what an amount may be. */
export function totalHundredths(text: unknown): bigint | null {
  return hundredths(TOTAL, text);
}

function hundredths(form: RegExp, text: unknown): bigint | null {
  if (typeof text !== 'string') return null;
  const match = form.exec(text);
  if (!match) return null;
  const value = BigInt(match[2] ?? '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -value : value;
}

/** Amount text with two decimals. */
export function fromHundredths(value: bigint): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** numerator ÷ denominator, rounded half away from zero; null when the denominator is 0. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint | null {
  if (denominator === 0n) return null;
  const negative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return negative ? -rounded : rounded;
}

/** Ten-thousandths of a rate such as "117.2000"; null when it is none. */
export function toRate(text: unknown): bigint | null {
  if (typeof text !== 'string') return null;
  const match = RATE.exec(text);
  return match ? BigInt(match[1] ?? '0') * 10_000n + BigInt((match[2] ?? '').padEnd(4, '0')) : null;
}

/** An amount in another currency: amount ÷ rate, to hundredths; null without amount or rate. */
export function convert(amount: unknown, rate: unknown): string | null {
  const hundredths = toHundredths(amount);
  const per = toRate(rate);
  if (hundredths === null || per === null) return null;
  const result = divideRounded(hundredths * 10_000n, per);
  return result === null ? null : fromHundredths(result);
}

/** part ÷ whole × 100, to hundredths of a per cent; null when the whole is 0 or either is absent. */
export function percentOf(part: bigint | null, whole: bigint | null): string | null {
  if (part === null || whole === null) return null;
  const result = divideRounded(part * 10_000n, whole);
  return result === null ? null : fromHundredths(result);
}

/** Sum; what is no amount is skipped. */
export function sumHundredths(values: Iterable<unknown>): bigint {
  let sum = 0n;
  for (const value of values) sum += toHundredths(value) ?? 0n;
  return sum;
}

/** Different by more than one hundredth: 0.01 passes, 0.02 does not. */
export function differs(a: bigint, b: bigint): boolean {
  const difference = a - b;
  return difference > TOLERANCE || difference < -TOLERANCE;
}

/** `nothing`: no figure at all. `unclear`: a figure that may mean several amounts. */
export type AmountReading = { hundredths: bigint } | 'nothing' | 'unclear' | 'tooLarge';

/**
 * The parts of a figure with commas or dots; null if it may mean several amounts. A mark that repeats, or precedes the other
 * mark, separates thousands. A single dot before three digits separates thousands, as is usual in Serbian; a single comma
 * there is a decimal sign in Serbian and a mark of thousands in English, so it is unclear.
 */
function partsOf(figure: string): { whole: string; decimals: string } | null {
  const comma = figure.lastIndexOf(',');
  const dot = figure.lastIndexOf('.');
  const last = Math.max(comma, dot);
  if (last < 0) return { whole: figure, decimals: '' };
  const mark = figure.charAt(last);
  const other = mark === ',' ? '.' : ',';
  const before = figure.slice(0, last);
  const decimals = figure.slice(last + 1);
  if (before.includes(mark)) {
    if (figure.includes(other)) return null;
    // A thousands mark at the end: the next group is still being typed.
    const groups = decimals === '' ? before : figure;
    return isGrouped(groups, mark) ? { whole: groups.replaceAll(mark, ''), decimals: '' } : null;
  }
  if (before.includes(other)) return { whole: before.replaceAll(other, ''), decimals };
  const mayBeThousands = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (mark === '.' && mayBeThousands) return { whole: before + decimals, decimals: '' };
  if (mark === ',') return mayBeThousands ? null : { whole: before, decimals };
  // Below 1 only decimals follow the dot; otherwise a longer part may be thousands in wrong groups.
  return decimals.length <= 2 || /^0*$/.test(before) ? { whole: before, decimals } : null;
}

function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...groups] = text.split(mark);
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

/** Reads an amount in Serbian (1.234,56) or English (1,234.56) notation, with or without marks between thousands. */
export function readAmount(text: string): AmountReading {
  const written = text.trim();
  if (!FIGURE.test(written)) return 'nothing';
  const negative = written.startsWith('-');
  const spaced = written.slice(negative ? 1 : 0).trim();
  if (/\s/.test(spaced) && !GROUPED_BY_SPACES.test(spaced)) return 'unclear';
  const parts = partsOf(spaced.replaceAll(/\s/g, ''));
  if (!parts) return 'unclear';
  const decimals = parts.decimals.padEnd(3, '0');
  let value = BigInt(parts.whole) * 100n + BigInt(decimals.slice(0, 2));
  if (decimals.charAt(2) >= '5') value += 1n;
  if (value > MAX_HUNDREDTHS) return 'tooLarge';
  return { hundredths: negative ? -value : value };
}

/**
 * The stored form of a typed amount. Text without a figure gives 0.00, and so does an amount below 0 unless signed. null: above
 * the maximum, or unclear.
 */
export function parseAmountInput(typed: string, options: { signed?: boolean } = {}): string | null {
  const read = readAmount(typed);
  if (read === 'nothing') return '0.00';
  return typeof read === 'string' ? null : signedOrZero(fromHundredths(read.hundredths), options.signed === true);
}

/** The amount that the whole text says, such as "1.000" or "1.000,50"; null if it says anything else. */
export function readWrittenAmount(text: string): string | null {
  const read = readAmount(text);
  return typeof read === 'string' ? null : fromHundredths(read.hundredths);
}

/** An amount where none below 0 is taken: that counts as 0. */
export function signedOrZero(amount: string | null, signed: boolean): string | null {
  return amount !== null && amount.startsWith('-') && !signed ? '0.00' : amount;
}

/** One step up or down from an amount, within bounds; all in hundredths. */
export function stepAmount(amount: unknown, by: bigint, { min = 0n, max = MAX_HUNDREDTHS } = {}): string {
  const next = (toHundredths(amount) ?? 0n) + by;
  return fromHundredths(next < min ? min : next > max ? max : next);
}

/** The marks of a language between thousands and before decimals. */
export type Marks = readonly [thousands: string, point: string];

export const SERBIAN_MARKS: Marks = ['.', ','];
export const ENGLISH_MARKS: Marks = [',', '.'];

/** Digits of a whole number with the mark between thousands. */
export function groupThousands(digits: string, mark: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, mark);
}

/** "1234567.89" → "1.234.567,89"; a text that is no amount stays as it is. */
export function formatAmount(amount: string, [thousands, point]: Marks = SERBIAN_MARKS): string {
  const value = totalHundredths(amount);
  if (value === null) return amount;
  const [whole = '0', decimals = '00'] = fromHundredths(value < 0n ? -value : value).split('.');
  return `${value < 0n ? '-' : ''}${groupThousands(whole, thousands)}${point}${decimals}`;
}
