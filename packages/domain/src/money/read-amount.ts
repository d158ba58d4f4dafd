import { fromHundredths, MAX_HUNDREDTHS } from './decimal.ts';

/** Amounts as people type and paste them (docs/forms.md, A2). */

/** Digits with the marks and spaces that people write in amounts. */
const FIGURE = /^-?[\d.,\s]*\d[\d.,\s]*$/;
const GROUPED_BY_SPACES = /^\d{1,3}(\s\d{3})+(?=[.,]|$)/;

/** `nothing`: no figure at all. `unclear`: a figure that may mean several amounts. */
export type AmountReading = { hundredths: bigint } | 'nothing' | 'unclear' | 'tooLarge';

/**
 * The parts of a figure with commas or dots; null if it may mean several amounts. A mark that repeats, or precedes the
 * other mark, separates thousands. A single dot before three digits separates thousands, as is usual in Serbian; a
 * single comma there is a decimal sign in Serbian and a mark of thousands in English, so it is unclear.
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
  // People paste a minus as papers and screens write it.
  const written = text.trim().replace(/[−–]/, '-');
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

/** A mark before three digits: thousands in one notation, decimals in the other. */
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/;
const THOUSANDS = 3;
const FIGURES = [
  /^(\d+)(?:[.,](\d+))?$/,
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/,
  /^(\d{1,3}(?:\s\d{3})+)(?:[.,](\d+))?$/,
];

/**
 * The exact figure that a text of a file or a registry says in either notation, as whole part and decimals; null if it
 * says anything else. With less than three decimals a mark before three digits may mean thousands, so it is unclear.
 */
export function readFigure(text: string, scale: number): { sign: string; whole: string; decimals: string } | null {
  const sign = text.startsWith('-') ? '-' : '';
  const figure = text.slice(sign.length);
  if (scale < THOUSANDS && UNCLEAR.test(figure)) return null;
  for (const notation of FIGURES) {
    const [, whole, decimals = ''] = notation.exec(figure) ?? [];
    if (whole !== undefined) return { sign, whole: whole.replaceAll(/\D/g, ''), decimals };
  }
  return null;
}

/**
 * The stored form of a typed amount. Text without a figure gives 0.00, and so does an amount below 0 unless signed.
 * null: above the maximum, or unclear.
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

/** The amount; one below 0 counts as 0 unless `signed`. */
export function signedOrZero(amount: string | null, signed: boolean): string | null {
  return amount !== null && amount.startsWith('-') && !signed ? '0.00' : amount;
}
