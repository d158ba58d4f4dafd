import { expect, it } from 'vitest';
import { changesBetween } from './changes.ts';

const between = (before: unknown, after: unknown) => changesBetween([[before, after]]);
const leaf = (...leaves: string[]) => ({ leaves, wholes: [] });
const whole = (...wholes: string[]) => ({ leaves: [], wholes });

it('equal values have no changes, whether they are the same objects or not', () => {
  const values = { a: { b: 1 }, rows: [{ c: null }] };
  expect(between(values, values)).toEqual(leaf());
  expect(between({ a: [undefined, null] }, { a: [undefined, null] })).toEqual(leaf());
});

it('a changed value is named with the groups and the row around it', () => {
  const before = { group: { name: 'а', same: 1 }, rows: [{ x: 1 }, { x: 2, y: 3 }] };
  expect(between(before, { ...before, group: { name: 'б', same: 1 } })).toEqual(leaf('group.name'));
  expect(between(before, { ...before, rows: [{ x: 1 }, { x: 5, y: null }] })).toEqual(leaf('rows[2].x', 'rows[2].y'));
});

it('a value that comes or goes is a change of its place', () => {
  expect(between({ a: 1 }, { a: 1, b: 2 })).toEqual(leaf('b'));
  expect(between({ a: 1, b: 2 }, { a: 1 })).toEqual(leaf('b'));
  expect(between({ a: undefined }, { a: 1 })).toEqual(leaf('a'));
});

it('a list is changed as a whole if its length is, and a group if it comes, goes or becomes a value', () => {
  expect(between({ rows: [1, 2] }, { rows: [1] })).toEqual(whole('rows'));
  expect(between({ rows: [1] }, { rows: [1, 2] })).toEqual(whole('rows'));
  for (const holder of [{ b: 1 }, []]) {
    for (const other of [undefined, null, 'а']) {
      expect(between({ a: holder }, { a: other })).toEqual(whole('a'));
      expect(between({ a: other }, { a: holder })).toEqual(whole('a'));
    }
  }
  expect(between({ a: [1] }, { a: { 0: 1 } })).toEqual(whole('a'));
});

it('changes of several pairs come together, and a changed root has no place', () => {
  expect(
    changesBetween([
      [{ a: 1 }, { a: 2 }],
      [{ b: [] }, { b: [1] }],
    ]),
  ).toEqual({ leaves: ['a'], wholes: ['b'] });
  expect(between(1, 2)).toEqual(leaf());
});
