import { MAX_ID } from '../constants.ts';
import { isDay, isMonth } from '../dates/dates.ts';
import { EMAIL_PATTERN } from '../text/email.ts';
import { fromHundredths, isShownExactly, MAX_HUNDREDTHS, toHundredths, totalHundredths } from '../money/decimal.ts';
import { isUnreadAmount } from './amount-or-remark.ts';
import { isObject } from './paths.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import type { Field, Kind } from './types.ts';
import { textOf } from '../text/text-of.ts';
import { cleanLine } from '../text/unseen.ts';
import { isBlank, lettersOf, trimmed } from '../text/blank.ts';
import { NO, NOT_NEEDED, YES } from './answers.ts';
import { WORDS } from '../text/words.ts';

export const DATE_MIN = '2019-02-01';
export const DATE_MAX = '2030-02-01';
export const MONTH_MIN = '2019-02';
export const MONTH_MAX = '2030-02';
export const PERCENT_MAX = 10_000n;
const YEAR_MIN = 1990;
const YEAR_MAX = 2100;
const EMAIL = new RegExp(EMAIL_PATTERN);
const RATE = /^\d{1,10}\.\d{4}$/;
export const DOCUMENT_STATES = [YES, NO, NOT_NEEDED] as const;
export type Answer = (typeof DOCUMENT_STATES)[number];
/** The month field that belongs to each state of a planned document; the other one is hidden. */
export const MONTH_OF_STATE: Readonly<Record<string, 'documentDate' | 'completionDate'>> = {
  [YES]: 'documentDate',
  [NO]: 'completionDate',
};
export const YES_NO = [YES, NO] as const;
/** How answers read; forms store the Serbian word. */
export const CHOICE_TEXTS: Readonly<Record<Answer, BilingualText>> = {
  [YES]: WORDS.yes,
  [NO]: WORDS.no,
  [NOT_NEEDED]: WORDS.notNeeded,
};

export const AMOUNT_KINDS: readonly Kind[] = ['rsd', 'eur', 'foreign', 'percent'];
export const LIST_KINDS: readonly Kind[] = ['textList', 'locationList', 'fileList', 'table'];

/** Parts of the kinds that are small objects, and the kind of each part. */
export const PARTS: Readonly<Partial<Record<Kind, Readonly<Record<string, 'text' | 'choice' | 'month' | 'rate'>>>>> = {
  // Stryker disable next-line StringLiteral: any other name does the same.
  yesNoComment: { choice: 'choice', comment: 'text' },
  // Stryker disable next-line StringLiteral: any other name does the same.
  planDoc: { choice: 'choice', comment: 'text', completionDate: 'month', documentDate: 'month' },
  // Stryker disable next-line StringLiteral: any other name does the same.
  org: { id: 'text', name: 'text' },
  // Stryker disable next-line StringLiteral: any other name does the same.
  location: { id: 'text', name: 'text' },
  // Stryker disable next-line StringLiteral: any other name does the same.
  currency: { id: 'text', name: 'text', exchangeCode: 'text', exchangeRate: 'rate' },
};

/** Whether the value is the id of a document, as stored in forms. */
export function isDocumentId(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) && Number(value) <= MAX_ID;
}

/** Text that the database can hold: whole characters, no NUL. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Is a value of the right JSON shape for the kind? Anything else is refused and never stored. */
export function hasShape(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case 'int':
    case 'year':
      // Stryker disable next-line ConditionalExpression: another condition refuses it too.
      return typeof value === 'number' && Number.isSafeInteger(value);
    case 'rsd':
    case 'eur':
    case 'foreign':
    case 'percent':
      return toHundredths(value) !== null;
    case 'date':
      return isDay(value);
    case 'month':
      return isMonth(value);
    case 'select':
      // Stryker disable next-line ConditionalExpression: another condition refuses it too.
      return typeof value === 'string' ? isStorable(value) : typeof value === 'number' && Number.isFinite(value);
    case 'text':
    case 'markdown':
    case 'yesNo':
    case 'file':
      return typeof value === 'string' && isStorable(value);
    default: {
      const parts = PARTS[field.kind];
      if (!parts || !isObject(value)) return false;
      return Object.entries(value).every(([key, part]) => {
        const kind = Object.hasOwn(parts, key) ? parts[key] : undefined;
        if (kind === undefined || typeof part !== 'string' || !isStorable(part)) return false;
        return kind !== 'month' || part === '' || isMonth(part);
      });
    }
  }
}

/** A line of text is cleaned; an address with a character that nobody sees is refused instead. */
const isName = ({ kind, format }: Field) => kind === 'text' && format !== 'email';

/**
 * The stored form of a well-shaped value: names without characters that nobody sees, trimmed text, two decimals;
 * undefined when nothing is left.
 */
export function tidy(field: Field, value: unknown): unknown {
  if (AMOUNT_KINDS.includes(field.kind)) {
    const hundredths = toHundredths(value);
    return hundredths === null ? undefined : fromHundredths(hundredths);
  }
  if (typeof value === 'string') {
    const written = field.kind === 'markdown' ? value.replaceAll('\r\n', '\n') : value;
    const text = trimmed(isName(field) ? cleanLine(written) : written);
    return text === '' ? undefined : text;
  }
  if (isObject(value)) {
    const parts: Record<string, unknown> = {};
    for (const [key, part] of Object.entries(value)) {
      const text = typeof part === 'string' ? trimmed(part) : part;
      if (text !== '') parts[key] = text;
    }
    return Object.keys(parts).length === 0 ? undefined : parts;
  }
  return value;
}

export function isEmptyValue(field: Field, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value === 'string') return isBlank(value);
  if (Array.isArray(value)) return value.length === 0;
  if (field.kind === 'org' || field.kind === 'location' || field.kind === 'currency') {
    return !isObject(value) || !value.id;
  }
  if (field.kind === 'yesNoComment' || field.kind === 'planDoc') return !isObject(value) || !value.choice;
  return false;
}

function amountInBounds(field: Field, value: unknown): boolean {
  const amount = toHundredths(value);
  if (amount === null) return false;
  if (!field.signed && amount < 0n) return false;
  if (field.kind === 'percent' && !field.unbounded && (amount > PERCENT_MAX || amount < 0n)) return false;
  if (field.aboveZero && amount <= 0n) return false;
  return isShownExactly(amount);
}

/** Is a computed total more than any amount may be? */
export function isBeyondTotal(field: Field, value: unknown): boolean {
  const total = AMOUNT_KINDS.includes(field.kind) ? totalHundredths(value) : null;
  // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
  return total !== null && (total > MAX_HUNDREDTHS || total < -MAX_HUNDREDTHS);
}

/** Whether an existing, well-formed value is within the bounds of its field. */
export function inBounds(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case 'text':
    case 'markdown': {
      const text = String(value);
      // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
      if (field.maxLength !== undefined && text.length > field.maxLength) return false;
      if (field.amountOrRemark && isUnreadAmount(text)) return false;
      // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
      if (field.minLetters !== undefined && lettersOf(text) < field.minLetters) return false;
      return field.format !== 'email' || EMAIL.test(text);
    }
    case 'rsd':
    case 'eur':
    case 'foreign':
    case 'percent':
      return amountInBounds(field, value);
    case 'int':
      // Other text is also checked here: if it is not a whole number, it stays as typed.
      return (
        hasShape(field, value) &&
        Number(value) >= (field.min ?? 0) &&
        Number(value) <= (field.max ?? Number.MAX_SAFE_INTEGER)
      );
    case 'year':
      // Any plausible year: a stored one outside the list stays valid (docs/forms.md, A1).
      return Number(value) >= YEAR_MIN && Number(value) <= YEAR_MAX;
    case 'date':
      return isDay(value) && value >= DATE_MIN && value <= DATE_MAX;
    case 'month':
      return isMonth(value) && value >= MONTH_MIN && value <= MONTH_MAX;
    case 'yesNo':
      return YES_NO.some((choice) => choice === value);
    case 'select':
      return field.options?.some((option) => option.value === value) ?? false;
    case 'yesNoComment':
      return partsInBounds(field, value, YES_NO);
    case 'planDoc':
      return partsInBounds(field, value, DOCUMENT_STATES);
    case 'currency':
      return isObject(value) && RATE.test(textOf(value.exchangeRate));
    case 'file':
      return isDocumentId(value);
    default:
      return true;
  }
}

/** Comments of answers and of marks. */
export const COMMENT_MAX = 2000;

function partsInBounds(field: Field, value: unknown, choices: readonly string[]): boolean {
  if (!isObject(value)) return false;
  if (value.choice !== undefined && !choices.some((choice) => choice === value.choice)) return false;
  return partsOutOfBounds(field, value).length === 0;
}

/** Parts of an answer besides its value. */
export function partsOutOfBounds(field: Field, value: Record<string, unknown>): string[] {
  const { comment } = value;
  const long = typeof comment === 'string' && comment.length > (field.maxLength ?? COMMENT_MAX);
  const months = ['completionDate', 'documentDate'].filter((part) => {
    const month = value[part];
    return month !== undefined && !(isMonth(month) && month >= MONTH_MIN && month <= MONTH_MAX);
  });
  return [...(long ? ['comment'] : []), ...months];
}
