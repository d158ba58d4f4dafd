import { withoutUnseen } from './unseen.ts';

/** A stored phone: digits and the signs between them. */
export const PHONE_PATTERN = '^[0-9+()/\\\\ -]{6,30}$';
/** Longest phone that a person may type or paste; the stored form is shorter. */
export const PHONE_LENGTH = 40;

export const PHONE_PREFIX = '+381';
const COUNTRY = '381';
const AREA_DIGITS = 2;
const FIRST_DIGITS = 3;
/** Digits of a number in Serbia, without the leading zero; numbers of smaller places have a digit less. */
const MAX_DIGITS = 9;
const MIN_DIGITS = 8;
/** Digits of a number of any country, with the country's code (E.164); the least is a bound against mistyped ones. */
const FOREIGN = { least: 8, most: 15 } as const;

/** Signs between digits, as people, browsers and word processors write them. */
const BETWEEN = /[\s()./\\\-\u2010-\u2015\u2212\u202a-\u202e\u2066-\u2069]+/gu;
const DIGITS_ALONE = /^\+?\d*$/;

/** The plus and digits of a typed number; null if there is something else in it. */
function digitsOf(typed: string): string | null {
  const plain = withoutUnseen(typed).replaceAll(BETWEEN, '').replace(/^00/, '+');
  return DIGITS_ALONE.test(plain) ? plain : null;
}

/** Digits within Serbia: without the country's code and the leading zero, which some write as (0) behind the code. */
function nationalOf(digits: string): string | null {
  if (digits.startsWith(PHONE_PREFIX)) return digits.slice(PHONE_PREFIX.length).replace(/^0/, '');
  if (digits.startsWith('+')) return null;
  const isWithCode = digits.startsWith(COUNTRY) && digits.length >= COUNTRY.length + MIN_DIGITS;
  return (isWithCode ? digits.slice(COUNTRY.length) : digits).replace(/^0/, '');
}

function masked(digits: string): string {
  if (digits.length <= AREA_DIGITS) return digits === '' ? '' : `(${digits}`;
  const first = digits.slice(AREA_DIGITS, AREA_DIGITS + FIRST_DIGITS);
  const rest = digits.slice(AREA_DIGITS + FIRST_DIGITS);
  return `(${digits.slice(0, AREA_DIGITS)}) ${first}${rest === '' ? '' : ` ${rest}`}`;
}

/** A foreign number as it was grouped, with spaces alone between the groups. */
const foreign = (typed: string): string =>
  withoutUnseen(typed).trim().replace(/^00/, '+').replaceAll(BETWEEN, ' ').replace('+ ', '+').trim();

/**
 * A number as the mask (##) ### #### shows it while it is typed, pasted or filled in by the browser. A foreign number,
 * or text that is not a number, is shown as typed: cutting it could produce a different number.
 */
export function maskPhone(typed: string): string {
  const digits = digitsOf(typed);
  if (digits === null) return typed;
  // It may be the beginning of 00, so it is not yet the zero before an area code.
  if (digits === '0') return digits;
  const national = nationalOf(digits);
  return national === null ? foreign(typed) : masked(national);
}

/** Is the number behind the mask a whole one? */
export function isMaskedPhone(shown: string): boolean {
  return readPhone(shown) !== null;
}

/**
 * The stored form of a number, however it is written: +381 (64) 123 4567, or + and the groups of a foreign number. Null
 * if the text is not a complete number.
 */
export function readPhone(typed: string): string | null {
  const digits = digitsOf(typed);
  if (digits === null) return null;
  const national = nationalOf(digits);
  if (national !== null) {
    const isWhole = national.length >= MIN_DIGITS && national.length <= MAX_DIGITS && !national.startsWith('0');
    return isWhole ? `${PHONE_PREFIX} ${masked(national)}` : null;
  }
  const count = digits.length - 1;
  if (count < FOREIGN.least || count > FOREIGN.most || digits.startsWith('+0')) return null;
  const grouped = foreign(typed);
  return new RegExp(PHONE_PATTERN).test(grouped) ? grouped : digits;
}

/** A stored number in the mask. */
export function shownPhone(stored: string): string {
  return maskPhone(stored);
}
