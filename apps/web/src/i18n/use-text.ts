import i18next from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import { chartFormats } from '@pimis/charts/format';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { type Conjunction, joined } from '@pimis/domain/text/joined';
import type { Written } from '@pimis/domain/text/wording';
import { compareNames } from '@pimis/domain/text/order';
import { fundingSourceName } from '@pimis/domain/text/state-names';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import { answerText } from './answers.ts';
import { formatsOf } from './format.ts';
import type { Language } from './i18n.ts';

const PAPER: Readonly<Record<Language, Written>> = {
  'sr-Cyrl': { script: 'cyrillic' },
  'sr-Latn': { script: 'latin' },
  en: { language: 'en' },
};

const shownLanguage = () => i18next.language as Language;

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** Messages, texts of the domain, texts of the data, and formats for a screen. */
export function useText() {
  const language = useSyncExternalStore(subscribe, shownLanguage);
  return useMemo(() => {
    const t = i18next.getFixedT(language);
    const script = (text: string) => (language === 'sr-Cyrl' ? text : cyrillicToLatin(text));
    return {
      t,
      language,
      /** The script and language of papers and workbooks that this screen requests. */
      paper: PAPER[language],
      /** Text of the domain in both languages. */
      pair: (text: BilingualText) => (language === 'en' ? text.en : script(text.sr)),
      /** Names as a sentence lists them; they are in the chosen script already. */
      list: (items: readonly string[], conjunction: Conjunction) => {
        const { sr, en } = joined(items, conjunction);
        return language === 'en' ? en : script(sr);
      },
      /** In the order of their names in the alphabet of the reader. */
      inOrder: <T extends { name: string }>(items: readonly T[]): T[] =>
        items.toSorted((one, other) =>
          compareNames(language === 'sr-Cyrl' ? 'cyrillic' : 'latin')(one.name, other.name),
        ),
      /** Text of the data in the chosen script; Latin in English. */
      data: (text: string | null | undefined) => script(text ?? ''),
      /** The name of a stored source of funding. */
      source: (stored: string) => {
        const { sr, en } = fundingSourceName(stored);
        return script(language === 'en' ? en : sr);
      },
      /** The text of a catalogue name. */
      status: (name: string) => {
        const text = answerText(name, language === 'en' ? 'en' : 'sr') ?? name;
        return language === 'en' ? text : script(text);
      },
      /** The stored text, if it is shown in another script; a tooltip then shows the whole name. */
      original: (text: string) => (script(text) === text ? undefined : text),
      /** Formats of the values of charts. */
      charts: chartFormats(PAPER[language]),
      ...formatsOf(language),
    };
  }, [language]);
}

export type Text = ReturnType<typeof useText>;
