import { describe, expect, it } from 'vitest';
import type { Field, Kind } from '@pimis/domain/forms/types';
import { cellPlaces, columnWidths, gridPlace, isCards, shareColumns, sumPlace } from './tables.ts';

const column = (path: string, kind: Kind): Field => ({ path, kind, label: { sr: path, en: path } });
const table = (...kinds: Kind[]): Field => ({
  ...column('rows', 'table'),
  columns: kinds.map((kind, at) => column(`c${at}`, kind)),
});
const YEAR = [
  column('year', 'year'),
  column('q1.percent', 'percent'),
  column('q1.amount', 'rsd'),
  column('q2.percent', 'percent'),
  column('q2.amount', 'rsd'),
];

it('a table has cards if one of its columns does not fit a cell', () => {
  for (const kind of ['markdown', 'yesNoComment', 'planDoc', 'table', 'textList'] as const) {
    expect(isCards(table('text', kind)), kind).toBe(true);
  }
  expect(isCards(table('text', 'rsd', 'org'))).toBe(false);
  expect(isCards(column('rows', 'table'))).toBe(false);
});

describe('a share and its amount', () => {
  it('stand one below the other, and other columns beside them', () => {
    expect(cellPlaces(YEAR)).toEqual({
      stacked: true,
      places: [
        { track: 0 },
        { track: 1, line: 1 },
        { track: 1, line: 2 },
        { track: 2, line: 1 },
        { track: 2, line: 2 },
      ],
    });
    const { percents, amounts } = shareColumns(YEAR);
    expect([percents, amounts].map((list) => list.map(({ path }) => path))).toEqual([
      ['q1.percent', 'q2.percent'],
      ['q1.amount', 'q2.amount'],
    ]);
  });

  it.each([
    [[column('percent', 'percent'), column('amount', 'rsd')]],
    [[column('q1.percent', 'percent'), column('q2.amount', 'rsd')]],
    [[column('q1.amount', 'rsd'), column('q1.percent', 'percent')]],
    [[column('q1.percent', 'percent'), column('q1.amount', 'eur')]],
    [[column('q1.rate', 'rsd'), column('q1.amount', 'rsd')]],
  ])('are only those of one group, the share first: %j', (columns) => {
    expect(cellPlaces(columns)).toEqual({ stacked: false, places: [{ track: 0 }, { track: 1 }] });
    expect(shareColumns(columns)).toEqual({ percents: [], amounts: [] });
  });
});

it('cells are placed behind the row number, over both lines if they are not stacked', () => {
  expect(gridPlace({ track: 1, line: 2 }, true)).toEqual({ gridColumn: 3, gridRow: 2 });
  expect(gridPlace({ track: 0 }, true)).toEqual({ gridColumn: 2, gridRow: '1 / span 2' });
  expect(gridPlace({ track: 0 }, false)).toBeUndefined();
});

it('the sum of a row begins below the first share, and ends before the button that removes the row', () => {
  const { places } = cellPlaces(YEAR);
  expect(sumPlace(places, false)).toEqual({ gridColumn: '3 / -1', gridRow: 3 });
  expect(sumPlace(places, true).gridColumn).toBe('3 / -2');
  expect(sumPlace([{ track: 0 }], false).gridColumn).toBe('2 / -1');
});

it('a table is as wide as its row number, its columns and its button together', () => {
  const columns = [column('a', 'text'), column('b', 'fileList')];
  expect(columnWidths(columns, false)).toEqual({
    template: '44px minmax(160px, 160fr) minmax(140px, 140fr)',
    least: 344,
  });
  expect(columnWidths(columns, true)).toEqual({
    template: '44px minmax(160px, 160fr) minmax(140px, 140fr) 40px',
    least: 384,
  });
  expect(columnWidths(YEAR, false)).toEqual({
    template: '44px minmax(92px, 92fr) minmax(126px, 126fr) minmax(126px, 126fr)',
    least: 388,
  });
});
