/** A phone of a person: digits and the signs between them. */
export const PHONE_PATTERN = '^[0-9+()/\\\\ -]{6,30}$';

export const PHONE_PREFIX = '+381';
const AREA_DIGITS = 2;
const FIRST_DIGITS = 3;
const MAX_DIGITS = 9;
const MIN_DIGITS = 8;

/** Typed digits in the mask (##) ### ####, as far as they go. */
export function maskPhone(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').replace(/^0/, '').slice(0, MAX_DIGITS);
  if (digits.length <= AREA_DIGITS) return digits === '' ? '' : `(${digits}`;
  const first = digits.slice(AREA_DIGITS, AREA_DIGITS + FIRST_DIGITS);
  const rest = digits.slice(AREA_DIGITS + FIRST_DIGITS);
  return `(${digits.slice(0, AREA_DIGITS)}) ${first}${rest === '' ? '' : ` ${rest}`}`;
}

/** Is the mask filled? Numbers of smaller places have a digit less. */
export function isMaskedPhone(masked: string): boolean {
  const { length } = masked.replaceAll(/\D/g, '');
  return length >= MIN_DIGITS && length <= MAX_DIGITS;
}

/** The stored number with the country's prefix; empty stays empty. */
export function fullPhone(masked: string): string {
  return masked === '' ? '' : `${PHONE_PREFIX} ${masked}`;
}

/** A stored number in the mask. */
export function shownPhone(full: string): string {
  const own = full.startsWith(PHONE_PREFIX) ? full.slice(PHONE_PREFIX.length) : full;
  return maskPhone(own);
}
