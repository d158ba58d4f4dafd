import { expect, it } from 'vitest';
import { pathName, pathOf, placesAround, stepsOf, valueAt, withValue } from './value-paths.ts';

it.each([
  ['a', ['a']],
  ['a.b[1].c', ['a', 'b', 0, 'c']],
  ['rows[10].x2', ['rows', 9, 'x2']],
  ['rows[123][4]', ['rows', 122, 3]],
  ['group.2nd', ['group', '2nd']],
])('%s is the name of %j, and is read as that', (name, path) => {
  expect(pathName(path)).toBe(name);
  expect(stepsOf(name)).toEqual(path);
});

it('places around one begin with the outermost and end with the place itself', () => {
  expect(placesAround(['a', 'rows', 1, 'x'])).toEqual(['a', 'a.rows', 'a.rows[2]', 'a.rows[2].x']);
  expect(pathOf(['rows', 0], 'plan.year')).toEqual(['rows', 0, 'plan', 'year']);
});

it('a value below a missing or a plain one is none', () => {
  expect(valueAt({ a: [{ b: 5 }] }, ['a', 0, 'b'])).toBe(5);
  for (const values of [null, undefined, {}, { a: null }, { a: 'текст' }]) {
    expect(valueAt(values, ['a', 'length'])).toBeUndefined();
  }
});

it('a value is set in a copy that shares everything else', () => {
  const values = { a: { x: 1 }, rows: [{ x: 1 }, { x: 2 }] };
  const set = withValue(values, ['rows', 1, 'x'], 3) as typeof values;
  expect(set).toEqual({ a: { x: 1 }, rows: [{ x: 1 }, { x: 3 }] });
  expect([set.a === values.a, set.rows[0] === values.rows[0]]).toEqual([true, true]);
  expect(values.rows[1]).toEqual({ x: 2 });
});

it('what is missing around a value is made: groups for names, lists for rows', () => {
  expect(withValue({}, ['a', 'rows', 0, 'x'], 1)).toEqual({ a: { rows: [{ x: 1 }] } });
  for (const old of [null, undefined, 'текст', 5]) {
    expect(withValue({ a: old }, ['a', 'b'], 1)).toEqual({ a: { b: 1 } });
    expect(withValue({ a: old }, ['a', 0], 1)).toEqual({ a: [1] });
  }
});

it('an undefined value leaves its group, and empties its row', () => {
  expect(withValue({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
  expect(Object.keys(withValue({ a: 1, b: 2 }, ['a'], undefined) as object)).toEqual(['b']);
  expect(withValue({ rows: [1, 2] }, ['rows', 0], undefined)).toEqual({ rows: [undefined, 2] });
});
