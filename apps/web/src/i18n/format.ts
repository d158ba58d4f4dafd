import { wordingOf } from '@pimis/domain/text/wording';
import type { Language } from './i18n.ts';
import { sizeText } from './size-text.ts';

/** Legal days and times are those of Belgrade, wherever the browser is. */
const ZONE = 'Europe/Belgrade';
const DAY_LENGTH = 'YYYY-MM-DD'.length;

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const dayOnly = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });

/** The day of an ISO instant in Belgrade, YYYY-MM-DD. */
export const dayOf = (instant: string): string => dayOnly.format(new Date(instant));

/** The year of an ISO instant in Belgrade. */
export const yearOf = (instant: string): number => Number(dayOf(instant).slice(0, 'YYYY'.length));

/** Formats of numbers and days by language: D.M.YYYY. and 1.000,00, or D Mon YYYY and 1,000.00. */
export function formatsOf(language: Language) {
  const { amount, decimal, day } = wordingOf(language === 'en' ? 'en' : 'sr');
  const date = (value: string) => day(value.length === DAY_LENGTH ? value : dayOf(value));
  /** HH:mm:ss of an ISO instant, in Belgrade. */
  const time = (instant: string) => clock.format(new Date(instant));
  return {
    amount,
    decimal,
    /** The day of an ISO instant, in Belgrade, or a calendar day. */
    date,
    time,
    /** A size in bytes. */
    size: (bytes: number) => sizeText(bytes, language),
    /** Day and time of an ISO instant, in Belgrade (specification, "Business constants"). */
    instant: (instant: string) => `${date(instant)} ${time(instant)}`,
  };
}
