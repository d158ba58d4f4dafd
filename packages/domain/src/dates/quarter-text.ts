import { type BilingualText, pair } from '../text/bilingual-text.ts';
import type { Quarter } from './dates.ts';

type OfYear = Pick<Quarter, 'year' | 'quarter'>;

/** A quarter in a sentence or a name: "1. квартал 2027". */
export const quarterText = ({ year, quarter }: OfYear): BilingualText =>
  pair(`${quarter}. квартал ${year}`, `Q${quarter} ${year}`);

/** A quarter where there is little room, as on an axis or in a table: "1. кв. 2027." */
export const shortQuarterText = ({ year, quarter }: OfYear): BilingualText =>
  pair(`${quarter}. кв. ${year}.`, `Q${quarter} ${year}`);
