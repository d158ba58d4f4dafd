import { formatDay } from '../dates/dates.ts';
import { ENGLISH_MARKS, formatAmount } from '../money/decimal.ts';
import type { BilingualText } from './bilingual-text.ts';
import type { Script } from './transliterate.ts';

export type Language = 'sr' | 'en';

/** How somebody wants a paper or a workbook written. */
export interface Written {
  language?: Language | undefined;
  /** The script of Serbian, names in an English text included; Cyrillic when none is named. */
  script?: Script | undefined;
}

/** The language of a paper or a workbook: its texts, numbers and days. */
export interface Wording {
  language: Language;
  say: (text: BilingualText) => string;
  /** Formats a decimal string; any other text is returned unchanged. */
  amount: (amount: string) => string;
  /** Formats a decimal string with the decimals that it has, as a rate or an index. */
  decimal: (text: string) => string;
  /** Formats YYYY-MM-DD. */
  day: (day: string) => string;
  /** Formats YYYY-MM. */
  month: (month: string) => string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
// Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
const monthName = (text: string) => MONTHS[Number(text.slice(5, 7)) - 1] ?? '';

const WORDINGS: Readonly<Record<Language, Wording>> = {
  sr: {
    language: 'sr',
    say: ({ sr }) => sr,
    amount: (amount) => formatAmount(amount),
    decimal: (text) => text.replace('.', ','),
    day: formatDay,
    month: (month) => `${Number(month.slice(5, 7))}.${month.slice(0, 4)}.`,
  },
  en: {
    language: 'en',
    say: ({ en }) => en,
    amount: (amount) => formatAmount(amount, ENGLISH_MARKS),
    decimal: (text) => text,
    day: (day) => `${Number(day.slice(8, 10))} ${monthName(day)} ${day.slice(0, 4)}`,
    month: (month) => `${monthName(month)} ${month.slice(0, 4)}`,
  },
};

/** The wording of a language; Serbian when none is named. */
export function wordingOf(language: Language = 'sr'): Wording {
  return WORDINGS[language];
}

/**
 * Only the parameters of language and script of a query. English texts have names of the data in Latin, as screens do.
 */
export function writtenAs({ language, script }: Written): Written {
  return { language, script: language === 'en' ? 'latin' : script };
}
