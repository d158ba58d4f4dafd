import { expect, it } from 'vitest';
import type { ValidationItem } from '@pimis/domain/forms/types';
import { byPlace, placesOtherThan } from './messages-by-place.ts';

const item = (path: string, code: ValidationItem['code'] = 'FluentEmptyField'): ValidationItem => ({
  code,
  path,
  index: 0,
  label: { sr: path, en: path },
});

it('the items of a place are together, in their order', () => {
  const [first, other, second] = [item('a'), item('b'), item('a', 'FluentInvalidField')];
  expect([...byPlace([first, other, second], new Map())]).toEqual([
    ['a', [first, second]],
    ['b', [other]],
  ]);
});

it('a place keeps its list while it has the same items, so that its field is not drawn again', () => {
  const before = byPlace([item('a'), item('b')], new Map());
  const after = byPlace([item('a'), item('b', 'FluentInvalidField')], before);
  expect(after.get('a')).toBe(before.get('a'));
  expect(after.get('b')).not.toBe(before.get('b'));
  expect(placesOtherThan(before, after)).toEqual(['b']);
  const more = byPlace([item('a'), item('a', 'FluentInvalidField')], before);
  expect(more.get('a')).toHaveLength(2);
});

it('places whose items come or go are changed', () => {
  const [a, ab] = [byPlace([item('a')], new Map()), byPlace([item('a'), item('b')], new Map())];
  expect(placesOtherThan(new Map(), ab)).toEqual(['a', 'b']);
  expect(placesOtherThan(ab, new Map())).toEqual(['a', 'b']);
  expect(placesOtherThan(a, a)).toEqual([]);
});
