import { type BilingualText, pair } from '../text/bilingual-text.ts';

/** Short names of the months, from January, for axes. */
export const SHORT_MONTHS: readonly BilingualText[] = [
  pair('јан', 'Jan'),
  pair('феб', 'Feb'),
  pair('мар', 'Mar'),
  pair('апр', 'Apr'),
  pair('мај', 'May'),
  pair('јун', 'Jun'),
  pair('јул', 'Jul'),
  pair('авг', 'Aug'),
  pair('сеп', 'Sep'),
  pair('окт', 'Oct'),
  pair('нов', 'Nov'),
  pair('дец', 'Dec'),
];

/** The quarters of a year, where the year is named beside them. */
export const SHORT_QUARTERS: readonly BilingualText[] = [1, 2, 3, 4].map((quarter) =>
  pair(`${quarter}. квартал`, `Q${quarter}`),
);
