import { expect, test } from 'vitest';
import { ontoTheirs } from './beside-change.ts';

const BASE = { name: 'Уредник', description: 'Уређује', claims: ['A', 'B'] };

test('a field that only somebody else has changed takes the saved value', () => {
  const theirs = { ...BASE, description: 'Уређује пројекте' };
  expect(ontoTheirs(BASE, theirs, { ...BASE, name: 'Уредница' })).toEqual({
    values: { name: 'Уредница', description: 'Уређује пројекте', claims: ['A', 'B'] },
    changes: [{ field: 'description', kept: false }],
  });
});

test('what both have changed stays as the user has typed it', () => {
  const { values, changes } = ontoTheirs(BASE, { ...BASE, name: 'Туђа' }, { ...BASE, name: 'Моја' });
  expect(values.name).toBe('Моја');
  expect(changes).toEqual([{ field: 'name', kept: true }]);
});

test('a part of a list that somebody else has taken away does not come back with what the user adds', () => {
  const { values, changes } = ontoTheirs(BASE, { ...BASE, claims: ['A'] }, { ...BASE, claims: ['A', 'B', 'C'] });
  expect(values.claims).toEqual(['A', 'C']);
  expect(changes).toMatchObject([{ field: 'claims', kept: true }]);
});

test('of a list that both have changed each part is told from whom it is', () => {
  const { changes } = ontoTheirs(BASE, { ...BASE, claims: ['A', 'T'] }, { ...BASE, claims: ['B', 'M'] });
  const lists = { theirs: { added: ['T'], removed: ['B'] }, mine: { added: ['M'], removed: ['A'] } };
  expect(changes).toEqual([{ field: 'claims', kept: true, lists }]);
});

test('the same change of both is no contradiction, in whatever order its parts stand', () => {
  const { changes } = ontoTheirs(BASE, { ...BASE, claims: ['A', 'C'] }, { ...BASE, claims: ['C', 'A'] });
  const lists = { theirs: { added: ['C'], removed: ['B'] }, mine: { added: [], removed: [] } };
  expect(changes).toEqual([{ field: 'claims', kept: false, lists }]);
});

test('parts in another order are no change', () => {
  expect(ontoTheirs(BASE, { ...BASE, claims: ['B', 'A'] }, BASE).changes).toEqual([]);
});

test('after a further change, what stays otherwise than somebody else has saved is told again', () => {
  const first = { ...BASE, name: 'Туђа', description: 'Туђи опис' };
  const once = ontoTheirs(BASE, first, { ...BASE, name: 'Моја' });
  const second = { ...first, claims: ['A'] };
  expect(ontoTheirs(first, second, once.values, once.changes)).toMatchObject({
    values: { name: 'Моја', description: 'Туђи опис', claims: ['A'] },
    changes: [
      { field: 'name', kept: true },
      { field: 'claims', kept: false },
    ],
  });
});

test('a conflict of another field, or one that was settled, is not shown again', () => {
  const mine = { ...BASE, description: 'Моја' };
  expect(ontoTheirs(BASE, BASE, mine, [{ field: 'name', kept: true }]).changes).toEqual([]);
  expect(ontoTheirs(BASE, BASE, mine, [{ field: 'description', kept: false }]).changes).toEqual([]);
});

test('a list that nobody else has changed stays in the order of the user', () => {
  const { values } = ontoTheirs(BASE, { ...BASE, claims: ['B', 'A'] }, { ...BASE, claims: ['C', 'A', 'B'] });
  expect(values.claims).toEqual(['C', 'A', 'B']);
});

test.each<[string, string[] | null, string[] | null, string[] | null]>([
  ['before', null, ['A'], ['B']],
  ['saved by somebody else', ['A'], null, ['A', 'B']],
  ['of the user', ['A'], ['A', 'B'], null],
])('without a list %s the value of the user stays whole', (_, base, theirs, mine) => {
  const changed = ontoTheirs({ claims: base }, { claims: theirs }, { claims: mine });
  expect(changed).toEqual({ values: { claims: mine }, changes: [{ field: 'claims', kept: true }] });
});
