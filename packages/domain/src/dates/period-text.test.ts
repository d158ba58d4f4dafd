import { expect, it } from 'vitest';
import { SHORT_MONTHS, SHORT_QUARTERS } from './month-text.ts';
import { quarterText, shortQuarterText } from './quarter-text.ts';

it('names quarters as official texts do, and shorter where there is little room', () => {
  expect(quarterText({ year: 2027, quarter: 1 })).toEqual({ sr: '1. квартал 2027', en: 'Q1 2027' });
  expect(shortQuarterText({ year: 2027, quarter: 4 })).toEqual({ sr: '4. кв. 2027.', en: 'Q4 2027' });
  expect(SHORT_QUARTERS.map(({ sr, en }) => [sr, en])).toEqual([
    ['1. квартал', 'Q1'],
    ['2. квартал', 'Q2'],
    ['3. квартал', 'Q3'],
    ['4. квартал', 'Q4'],
  ]);
});

it('has a short name of its own for each month', () => {
  expect(SHORT_MONTHS).toHaveLength(12);
  expect(SHORT_MONTHS[0]).toEqual({ sr: 'јан', en: 'Jan' });
  expect(SHORT_MONTHS[11]).toEqual({ sr: 'дец', en: 'Dec' });
  expect(new Set(SHORT_MONTHS.map(({ sr }) => sr)).size).toBe(12);
});
