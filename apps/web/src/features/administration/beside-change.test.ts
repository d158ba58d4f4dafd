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
  const { values, changes } = ontoTheirs(BASE, { ...BASE, claims: ['A'] }, { ...BASE, claims: ['A', 'B', 'C'] });
  expect(values.claims).toEqual(['A', 'B', 'C']);
  expect(changes).toEqual([{ field: 'claims', kept: true }]);
});

test('the same change of both is no contradiction, in whatever order its parts stand', () => {
  const { changes } = ontoTheirs(BASE, { ...BASE, claims: ['A', 'C'] }, { ...BASE, claims: ['C', 'A'] });
  expect(changes).toEqual([{ field: 'claims', kept: false }]);
});

test('parts in another order are no change', () => {
  expect(ontoTheirs(BASE, { ...BASE, claims: ['B', 'A'] }, BASE).changes).toEqual([]);
});
