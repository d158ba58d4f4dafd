import { expect, test } from 'vitest';
import { answerCalls, ownCache, readAfter, shownMeanwhile } from '../../../testing/queries.ts';
import { calendarQuery, ceilingHistoryQuery, numberQuery } from './api.ts';

const CHANGED = ['portfolio'];

test('the calendar is read, stays while another one is read, and is read again after a change', async () => {
  answerCalls();
  const read = ['/api/portfolio/calendar?status=pending'];
  expect(await readAfter(calendarQuery('status=pending'), CHANGED)).toEqual({ read, again: true });
  expect(await shownMeanwhile(calendarQuery('status=pending'), calendarQuery('status=finished'))).toEqual(read);
});

test('the projects behind a number are read with their number, none of them before', async () => {
  answerCalls();
  const read = { rows: ['/api/portfolio/calendar/projects?year=2027'], totalRows: 7 };
  expect(await readAfter(numberQuery('year=2027'), ['portfolio', 'calendar'])).toEqual({ read, again: true });
  expect(await shownMeanwhile(numberQuery('year=2027'), numberQuery('year=2028'))).toBeUndefined();
});

test('the history of a ceiling is that of its year, its source and its sector, each kept by itself', async () => {
  const { asked } = answerCalls();
  const client = ownCache();
  const ceilings = [
    [2027, '', null],
    [2028, '', null],
    [2027, 'Буџет', null],
    [2027, '', 3],
    [2027, 'Буџет', 0],
  ] as const;
  for (const [year, source, sector] of ceilings) {
    await client.fetchQuery({ ...ceilingHistoryQuery(year, source, sector), staleTime: Infinity });
  }
  const queries = asked().map((call) => Object.fromEntries(new URL(call.slice(4), 'http://a').searchParams));
  expect(asked().every((call) => call.startsWith('GET /api/portfolio/ceilings/history?'))).toBe(true);
  expect(queries).toEqual([
    { year: '2027' },
    { year: '2028' },
    { year: '2027', source: 'Буџет' },
    { year: '2027', sector: '3' },
    { year: '2027', source: 'Буџет', sector: '0' },
  ]);
  const { read, again } = await readAfter(ceilingHistoryQuery(2027, '', null), ['portfolio', 'ceilings']);
  expect([read, again]).toEqual([['/api/portfolio/ceilings/history?year=2027'], true]);
});
