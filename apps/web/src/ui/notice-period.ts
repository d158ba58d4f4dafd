import type { Notice } from '@pimis/contract/notices';
import type { Text } from '../i18n/use-text.ts';

/** The days of a notice, and the hours that it speaks of. */
export function noticePeriod(notice: Notice, { date }: Pick<Text, 'date'>): string {
  const { startDate, endDate, timeFrom, timeTo } = notice;
  const days = startDate === endDate ? date(startDate) : `${date(startDate)} – ${date(endDate)}`;
  if (timeFrom && timeTo) return `${days} ${timeFrom}–${timeTo}`;
  return [days, timeFrom ? `${timeFrom}–` : timeTo ? `–${timeTo}` : ''].filter(Boolean).join(' ');
}

/** What a notice says to a reader of English, or to everybody when nobody has written that. */
export function noticeTexts({ title, text, titleEn, textEn }: Notice, { pair }: Pick<Text, 'pair'>) {
  return { title: pair({ sr: title, en: titleEn ?? title }), text: pair({ sr: text, en: textEn ?? text }) };
}
