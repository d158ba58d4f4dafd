/** The number format of a cell style (ECMA-376, 18.8.30). */
export interface NumberFormat {
  /** The format code; if empty, the number is shown as stored. */
  code: string;
  /** The number is shown as a day. */
  isDay: boolean;
}

/** Formats below this number are built in: a workbook refers to them without a code. */
export const FIRST_OWN_FORMAT = 164;
const DAY_FORMATS = /^(1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[5-7]|5[0-8])$/;
const BUILT_IN: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  48: '##0.0E+0',
};

export const builtInFormat = (id: string): NumberFormat => ({ code: BUILT_IN[id] ?? '', isDay: DAY_FORMATS.test(id) });

/** Quoted words, escaped characters, colours, currencies and padding: whatever is not the number itself. */
const LITERALS = /"[^"]*"|\\.|\[[^\]]*\]|[_*]./g;
const AS_IT_IS = /^(?:|general|@)$/i;

/**
 * Whether a person who sees the formatted cell sees the number that it holds. A leading zero, a separator of thousands,
 * a currency and brackets around a negative number change nothing. `format` writes a number by an English format code.
 */
export function showsNumber(number: number, code: string, format: (value: number, code: string) => string): boolean {
  const plain = code.replaceAll(LITERALS, '').trim();
  if (AS_IT_IS.test(plain)) return plain !== '' || code.trim() === '';
  const shown = format(number, plain).trim();
  // Accounting formats show zero as a dash.
  if (number === 0) return /^-|0/.test(shown);
  if (/[%/]/.test(shown)) return false;
  const digits = shown.replaceAll(/[^\d.E+]/gi, '');
  return digits !== '' && Number(digits) === Math.abs(number);
}
