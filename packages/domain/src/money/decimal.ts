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
 * Whether files show an amount (hundredths) exactly: JSON and workbooks hold binary numbers, which keep the decimals of
 * amounts below 2^46 and only whole amounts above it.
 */
export function isShownExactly(value: bigint): boolean {
  const size = value < 0n ? -value : value;
  return size <= MAX_HUNDREDTHS && (size < HUNDREDTHS_KEPT || size % 100n === 0n);
}

/** Totals may be beyond what any amount in them may be. */
const TOTAL = /^(-?)(\d{1,30})(?:\.(\d{1,2}))?$/;
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
  // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
  const value = BigInt(match[2] ?? '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -value : value;
}

/** Amount text with two decimals. */
export function fromHundredths(value: bigint): string {
  // Stryker disable next-line EqualityOperator: zero has no sign.
  const sign = value < 0n ? '-' : '';
  // Stryker disable next-line EqualityOperator: zero has no sign.
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** numerator ÷ denominator, rounded half away from zero; null when the denominator is 0. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint | null {
  if (denominator === 0n) return null;
  // Stryker disable next-line EqualityOperator: zero has no sign.
  const negative = numerator < 0n !== denominator < 0n;
  // Stryker disable next-line EqualityOperator: zero has no sign.
  const top = numerator < 0n ? -numerator : numerator;
  // Stryker disable next-line EqualityOperator: zero has no sign.
  const bottom = denominator < 0n ? -denominator : denominator;
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return negative ? -rounded : rounded;
}

/** Ten-thousandths of a rate such as "117.2000"; null when it is none. */
export function toRate(text: unknown): bigint | null {
  if (typeof text !== 'string') return null;
  const match = RATE.exec(text);
  // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
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

/** Sum; values that are not amounts are skipped. */
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

/** One step up or down from an amount, within bounds; all in hundredths. */
export function stepAmount(amount: unknown, by: bigint, { min = 0n, max = MAX_HUNDREDTHS } = {}): string {
  const next = (toHundredths(amount) ?? 0n) + by;
  // Stryker disable next-line EqualityOperator: equal sides give the same either way.
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

/** "1234567.89" → "1.234.567,89"; any other text is returned unchanged. */
export function formatAmount(amount: string, [thousands, point]: Marks = SERBIAN_MARKS): string {
  const value = totalHundredths(amount);
  if (value === null) return amount;
  // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
  const [whole = '0', decimals = '00'] = fromHundredths(value < 0n ? -value : value).split('.');
  return `${value < 0n ? '−' : ''}${groupThousands(whole, thousands)}${point}${decimals}`;
}
