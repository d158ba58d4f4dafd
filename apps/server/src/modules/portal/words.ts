import { chartFormats } from '@pimis/charts/format';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import { wordingOf } from '@pimis/domain/text/wording';
import { en } from './messages/en.ts';
import { type Messages, sr } from './messages/sr.ts';

/** Languages of the portal by their address: Serbian in both scripts, and English. */
export const LANGUAGES = ['sr-Cyrl', 'sr-Latn', 'en'] as const;
export type PortalLanguage = (typeof LANGUAGES)[number];

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<PortalLanguage, string>> = {
  'sr-Cyrl': 'Ћирилица',
  'sr-Latn': 'Latinica',
  en: 'English',
};

const WRITTEN = {
  'sr-Cyrl': { script: 'cyrillic' },
  'sr-Latn': { script: 'latin' },
  en: { language: 'en' },
} as const;

/** A tree with all its texts in Latin. */
function inLatin<Tree>(tree: Tree): Tree {
  if (typeof tree === 'string') return cyrillicToLatin(tree) as Tree;
  if (Array.isArray(tree)) return tree.map(inLatin) as Tree;
  return Object.fromEntries(Object.entries(tree as object).map(([key, value]) => [key, inLatin(value)])) as Tree;
}

function makeWords(language: PortalLanguage) {
  const texts: Messages = language === 'en' ? en : language === 'sr-Latn' ? inLatin(sr) : sr;
  const formats = chartFormats(WRITTEN[language]);
  const { day, amount } = wordingOf(language === 'en' ? 'en' : 'sr');
  const script = (text: string) => (language === 'sr-Cyrl' ? text : cyrillicToLatin(text));
  const plural = new Intl.PluralRules(language === 'en' ? 'en' : 'sr');
  return {
    language,
    texts,
    formats,
    /** Formats YYYY-MM-DD. */
    day,
    /** Formats a decimal string in RSD, without the currency. */
    amount,
    /** Returns a text of the data in the script of the page; English pages use Latin. */
    data: script,
    /** A text of the domain. */
    pair: (text: BilingualText) => (language === 'en' ? text.en : script(text.sr)),
    /** For example 21 пројекат, 22 пројекта. */
    projects: (count: number) => {
      const form = plural.select(count);
      return `${formats.count.full(count)} ${texts.projects[form === 'one' || form === 'few' ? form : 'other']}`;
    },
  };
}

/** Texts and formats of the portal in a language. */
export type Words = ReturnType<typeof makeWords>;

const WORDS = new Map(LANGUAGES.map((language) => [language, makeWords(language)]));

export function wordsOf(language: PortalLanguage): Words {
  return WORDS.get(language) ?? makeWords(language);
}

/** The text with its {names} replaced. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
