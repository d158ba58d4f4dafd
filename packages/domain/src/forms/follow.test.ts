import { describe, expect, it } from 'vitest';
import { followByNameOrPlace, followNames } from './definitions/follow.ts';

const row = (name: string | undefined, mark: number) => ({ activity: { name }, mark });
const make = () => ({ mark: 0 });

describe('rows that follow a list of names', () => {
  const marks = (names: readonly unknown[], rows: ReturnType<typeof row>[]) =>
    followByNameOrPlace(names, rows, 'activity.name', make).map(({ mark }) => mark);

  it.each([
    ['stay with their names when those move', ['б', 'а'], [row('а', 1), row('б', 2)], [2, 1]],
    ['are told apart without case and outer spaces', [' А '], [row('а', 1)], [1]],
    ['stay in their places when a name is changed', ['а', 'в'], [row('а', 1), row('б', 2)], [1, 2]],
    ['go with a name that was removed', ['б'], [row('а', 1), row('б', 2)], [2]],
    ['are made for names that came', ['а', 'б'], [row('а', 1)], [1, 0]],
    ['without a name belong to their places', ['', 'а'], [row('', 1), row('а', 2)], [1, 2]],
    ['without a name are not taken for one another', ['', 'а', ''], [row('а', 1), row('', 2), row('', 3)], [0, 1, 3]],
    ['with one name twice belong to it once', ['а', 'а'], [row('а', 1), row('а', 2)], [1, 2]],
    ['are each given once', ['в', 'а'], [row('а', 1)], [0, 1]],
    ['of a place are not given again to a later name', ['в', 'б'], [row('г', 1), row('в', 2)], [2, 0]],
  ])('%s', (_, names, rows, expected) => {
    expect(marks(names, rows)).toEqual(expected);
  });
});

describe('rows of a report for given names', () => {
  it('stay in their places, and missing ones are appended with their names', () => {
    const rows = [row('Радови', 1), row('Непозната', 2), row('радови', 3)];
    expect(followNames(['Надзор', 'РАДОВИ'], rows, 'activity.name')).toEqual({
      rows: [...rows, { activity: { name: 'Надзор' } }],
      known: ['РАДОВИ', null, null, 'Надзор'],
    });
    expect(followNames([], [], 'activity.name')).toEqual({ rows: [], known: [] });
  });
});
