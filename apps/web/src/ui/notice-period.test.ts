import { expect, it } from 'vitest';
import type { Notice } from '@pimis/contract/notices';
import { plainText } from '../testing/plain-text.ts';
import { noticePeriod, noticeTexts } from './notice-period.ts';

const period = (endDate: string, timeFrom: string | null, timeTo: string | null) =>
  noticePeriod({ startDate: '2026-03-01', endDate, timeFrom, timeTo } as Notice, plainText);

it('the period of a notice is a day or two, with the hours that are given', () => {
  expect(period('2026-03-01', null, null)).toBe('1.3.2026.');
  expect(period('2026-03-02', null, null)).toBe('1.3.2026. – 2.3.2026.');
  expect(period('2026-03-01', '08:00', '10:00')).toBe('1.3.2026. 08:00–10:00');
  expect(period('2026-03-01', '08:00', null)).toBe('1.3.2026. 08:00–');
  expect(period('2026-03-01', null, '10:00')).toBe('1.3.2026. –10:00');
});

it('English readers read the English text, and the Serbian one where there is none', () => {
  const pair = ({ sr, en }: { sr: string; en: string }) => `${sr} / ${en}`;
  const notice = { title: 'Прекид', text: 'Радови.' };
  expect(noticeTexts({ ...notice, titleEn: 'Outage', textEn: 'Works.' } as Notice, { pair })).toEqual({
    title: 'Прекид / Outage',
    text: 'Радови. / Works.',
  });
  expect(noticeTexts({ ...notice, titleEn: null, textEn: null } as Notice, { pair })).toEqual({
    title: 'Прекид / Прекид',
    text: 'Радови. / Радови.',
  });
});
