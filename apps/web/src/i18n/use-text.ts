import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CATALOGUE, isStatusName } from '@pimis/contract/errors';
import { formatAmount } from '@pimis/domain/money/decimal';
import type { TextPair } from '@pimis/domain/text/pair';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import { formatDate, formatInstant } from './format.ts';
import type { Language } from './i18n.ts';

/** Everything a screen needs to speak: messages, texts of the domain, texts of the data, formats. */
export function useText() {
  const { t, i18n } = useTranslation();
  const language = i18n.language as Language;
  return useMemo(() => {
    const script = (text: string) => (language === 'sr-Latn' ? cyrillicToLatin(text) : text);
    return {
      t,
      language,
      /** Text of the domain in both languages. */
      pair: (text: TextPair) => (language === 'en' ? text.en : script(text.sr)),
      /** Text of the data, in the chosen script. */
      data: (text: string | null | undefined) => script(text ?? ''),
      /** Text of a catalogue name. */
      status: (name: string) => {
        if (!isStatusName(name)) return name;
        return language === 'en' ? CATALOGUE[name].en : script(CATALOGUE[name].sr);
      },
      amount: formatAmount,
      date: formatDate,
      instant: formatInstant,
    };
  }, [t, language]);
}

export type Text = ReturnType<typeof useText>;
