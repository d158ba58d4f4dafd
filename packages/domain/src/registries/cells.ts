import { isDay } from '../dates/dates.ts';
import { isShownExactly, toHundredths } from '../money/decimal.ts';
import { readFigure } from '../money/read-amount.ts';
import { normalText } from '../text/normal.ts';
import { isOneLine } from '../text/one-line.ts';
import { registryOf } from './catalogue.ts';
import type { RegistryColumn } from './types.ts';
import { trimmed } from '../text/blank.ts';
import { cleanLine, withoutUnseen } from '../text/unseen.ts';

/** Why a cell is refused: names of the catalogue of answers (specification, "Data-table import errors"). */
export type CellProblem = 'MandatoryFieldNotSet' | 'InvalidDataType' | 'InvalidFieldValue';

/** The stored form of a cell: text of its kind (amounts with their decimals, days YYYY-MM-DD), or null when empty. */
export type Cell = { value: string | null } | { problem: CellProblem };

const MAX_WHOLE_DIGITS = 15;
const MAX_TEXT = 1000;
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

function wrongType(): Cell {
  return { problem: 'InvalidDataType' };
}

function inBounds(column: RegistryColumn, value: number): boolean {
  return value >= (column.min ?? Number.NEGATIVE_INFINITY) && value <= (column.max ?? Number.POSITIVE_INFINITY);
}

function whole(column: RegistryColumn, text: string): Cell {
  if (!/^-?\d{1,15}$/.test(text)) return wrongType();
  const value = Number(text);
  return inBounds(column, value) ? { value: String(value) } : { problem: 'InvalidFieldValue' };
}

/** Amounts of files and calls in Serbian or English notation; those that may be two amounts are of a wrong type. */
function amount(column: RegistryColumn, text: string): Cell {
  const scale = column.scale ?? 2;
  const figure = readFigure(text, scale);
  if (!figure) return wrongType();
  const { sign, whole: digits, decimals } = figure;
  const leading = digits.replace(/^0+(?=\d)/, '');
  if (leading.length > MAX_WHOLE_DIGITS || /[1-9]/.test(decimals.slice(scale))) return wrongType();
  const fraction = decimals.slice(0, scale).padEnd(scale, '0');
  const value = scale > 0 ? `${leading}.${fraction}` : leading;
  const whole = scale === 2 ? toHundredths(value) : null;
  const isExact = whole === null || isShownExactly(whole);
  if (!isExact || !inBounds(column, Number(`${sign}${value}`))) return { problem: 'InvalidFieldValue' };
  return { value: /[1-9]/.test(value) ? `${sign}${value}` : value };
}

/** YYYY-MM-DD, or D.M.YYYY. as officials write it. */
function day(text: string): Cell {
  const local = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\.?$/.exec(text);
  const iso = local
    ? // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
      `${local[3] ?? ''}-${(local[2] ?? '').padStart(2, '0')}-${(local[1] ?? '').padStart(2, '0')}`
    : text;
  return isDay(iso) && iso >= '1900-01-01' ? { value: iso } : wrongType();
}

/** Code points of a letter with its marks before they are composed. */
const MAX_PARTS_OF_LETTER = 4;

function words(column: RegistryColumn, text: string): Cell {
  const most = column.maxLength ?? MAX_TEXT;
  // Stryker disable next-line ConditionalExpression: it only saves time.
  if (text.length > most * MAX_PARTS_OF_LETTER) return { problem: 'InvalidFieldValue' };
  const normal = normalText(text);
  if (normal === null) return { problem: 'InvalidFieldValue' };
  const value = cleanLine(normal);
  if (UNPRINTABLE.test(value) || !isOneLine(value)) return { problem: 'InvalidFieldValue' };
  if ([...value].length > most) return { problem: 'InvalidFieldValue' };
  if (column.pattern && !new RegExp(`^(?:${column.pattern})$`, 'u').test(value))
    return { problem: 'InvalidFieldValue' };
  return { value };
}

/** The number of digits of a code, if it has only digits and always as many; for a reference, that of its registry. */
export function digitsOf(column: RegistryColumn): number | undefined {
  const target = column.references ? registryOf(column.references) : undefined;
  // Stryker disable next-line OptionalChaining,ConditionalExpression: no definition has such a case.
  const pattern = column.pattern ?? target?.columns.find(({ name }) => name === target.key[0])?.pattern;
  // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
  const digits = /^\\d\{(\d+)\}$/.exec(pattern ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The code with the leading zeros that a spreadsheet takes from a number; undefined when none can be missing. */
export function withZeros(column: RegistryColumn, text: string): string | undefined {
  const digits = digitsOf(column);
  // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
  return digits !== undefined && /^\d+$/.test(text) && text.length < digits ? text.padStart(digits, '0') : undefined;
}

/**
 * Parses a value for a column from a person, a file or a call. Leading, trailing and double spaces and invisible
 * characters are ignored.
 */
export function parseCell(column: RegistryColumn, given: string | null | undefined): Cell {
  // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
  const text = trimmed(withoutUnseen(given ?? ''));
  if (text === '') return column.required ? { problem: 'MandatoryFieldNotSet' } : { value: null };
  switch (column.kind) {
    case 'int':
      return whole(column, text);
    case 'amount':
      return amount(column, text);
    case 'date':
      return day(text);
    default:
      return words(column, text);
  }
}
