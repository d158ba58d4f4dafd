import type { Notice } from '@pimis/contract/notices';
import type { Text } from '../i18n/use-text.ts';

/** The period of a notice, with its hours. */
export function noticePeriod(notice: Notice, { date }: Pick<Text, 'date'>): string {
  const { startDate, endDate, timeFrom, timeTo } = notice;
  const days = startDate === endDate ? date(startDate) : `${date(startDate)} – ${date(endDate)}`;
  if (timeFrom && timeTo) return `${days} ${timeFrom}–${timeTo}`;
  return [days, timeFrom ? `${timeFrom}–` : timeTo ? `–${timeTo}` : ''].filter(Boolean).join(' ');
}

/** The text of a notice in English, or the Serbian one if there is none. */
export function noticeTexts({ title, text, titleEn, textEn }: Notice, { pair }: Pick<Text, 'pair'>) {
  return { title: pair({ sr: title, en: titleEn ?? title }), text: pair({ sr: text, en: textEn ?? text }) };
}
