import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CATALOGUE, isStatusName } from '@pimis/contract/errors';
import { formatAmount } from '@pimis/domain/money/decimal';
import { formatDay } from '@pimis/domain/dates/dates';
import type { TextPair } from '@pimis/domain/text/pair';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import type { Language } from './i18n.ts';

const dateTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Belgrade',
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const dayOnly = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Belgrade' });

/** D.M.YYYY. HH:mm of an instant, in Belgrade. */
export function formatInstant(instant: string): string {
  const parts = Object.fromEntries(dateTime.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  return `${Number(parts.day)}.${Number(parts.month)}.${parts.year}. ${parts.hour}:${parts.minute}`;
}

/** D.M.YYYY. of an instant, in Belgrade, or of a calendar day. */
export function formatDate(value: string): string {
  return formatDay(value.length === 10 ? value : dayOnly.format(new Date(value)));
}

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
