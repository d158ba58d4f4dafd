import { isDay } from '../dates/dates.ts';
import { toHundredths } from '../money/decimal.ts';
import { AMOUNT_KINDS, CHOICE_TEXTS } from './kinds.ts';
import { getPath, isObject } from './paths.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import type { Field, FormValues, Kind } from './types.ts';
import { textOf } from '../text/text-of.ts';
import { type Language, type Wording, wordingOf } from '../text/wording.ts';
import { WORDS } from '../text/words.ts';

/** How values of forms read in documents and differences, as officials write them. */

const DATE_LENGTH = 10;
const INFINITY = '∞';

/** "2026-05" → "5.2026.", as a day is D.M.YYYY. */
export const formatMonth = wordingOf('sr').month;

/** The unit of an amount by kind. */
const UNITS: Readonly<Partial<Record<Kind, BilingualText>>> = {
  rsd: WORDS.rsd,
  eur: { sr: 'EUR', en: 'EUR' },
  percent: { sr: '%', en: '%' },
};

/** The unit of a field if its label does not contain it, otherwise null. */
export function unsaidUnit(field: Field, language: Language): string | null {
  const unit = UNITS[field.kind]?.[language];
  return unit === undefined || field.label[language].includes(unit) ? null : unit;
}

/** ∞ if the dividend of a computed share is positive and its divisor 0; null for an ordinary number. */
export function endlessShare(field: Field, row: FormValues): string | null {
  if (!field.ratioOf) return null;
  const [above, below] = field.ratioOf.map((path) => toHundredths(getPath(row, path)) ?? 0n);
  return below === 0n && above !== 0n ? INFINITY : null;
}

const CHOICES: Readonly<Partial<Record<string, BilingualText>>> = CHOICE_TEXTS;

const choiceText = (choice: unknown, language: Language): string =>
  CHOICES[textOf(choice)]?.[language] ?? textOf(choice);

function partsText(value: Record<string, unknown>, language: Language, { month: shown }: Wording): string {
  const { choice, comment, completionDate, documentDate } = value;
  const months = [documentDate, completionDate].flatMap((month) =>
    typeof month === 'string' && month !== '' ? [shown(month)] : [],
  );
  return [choiceText(choice, language), ...months, comment]
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(' – ');
}

/**
 * One value as text; empty if there is none. `documents` has the titles of documents by id. Tables have no text here;
 * the caller shows their rows.
 */
export function displayValue(
  field: Field,
  value: unknown,
  language: Language,
  options: { row?: FormValues; documents?: ReadonlyMap<string, string>; wording?: Wording } = {},
): string {
  const wording = options.wording ?? wordingOf('sr');
  const endless = options.row ? endlessShare(field, options.row) : null;
  if (endless !== null) return endless;
  if (value === undefined || value === null) return '';
  if (AMOUNT_KINDS.includes(field.kind)) return wording.amount(textOf(value));
  if (field.amountOrRemark) return wording.amount(textOf(value).trim());
  switch (field.kind) {
    case 'date': {
      const day = textOf(value).slice(0, DATE_LENGTH);
      return isDay(day) ? wording.day(day) : textOf(value);
    }
    case 'month':
      return wording.month(textOf(value));
    case 'select':
      return field.options?.find((option) => option.value === value)?.label[language] ?? textOf(value);
    case 'yesNo':
      return choiceText(value, language);
    case 'file':
      return options.documents?.get(textOf(value)) ?? textOf(value);
    case 'currency':
      return isObject(value) ? wording.decimal([value.id, value.exchangeRate].filter(Boolean).join(' · ')) : '';
    case 'org':
    case 'location':
      return isObject(value) ? textOf(value.name ?? value.id) : '';
    case 'yesNoComment':
    case 'planDoc':
      return isObject(value) ? partsText(value, language, wording) : '';
    case 'textList':
    case 'locationList':
    case 'fileList':
      return Array.isArray(value) ? value.map((item) => itemText(field, item, options.documents)).join(', ') : '';
    default:
      return textOf(value).trim();
  }
}

function itemText(field: Field, item: unknown, documents: ReadonlyMap<string, string> | undefined): string {
  if (isObject(item)) return textOf(item.name);
  return field.kind === 'fileList' ? (documents?.get(textOf(item)) ?? textOf(item)) : textOf(item);
}
