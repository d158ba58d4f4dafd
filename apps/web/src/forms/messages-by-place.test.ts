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

it('a place gets a new list when the gap of its sum changes, since its message says the gap', () => {
  const sum = (percent: string) => ({
    ...item('a', 'FluentSourcePercentSum'),
    gap: { sum: percent, due: '100.00', unit: 'percent' as const },
  });
  const before = byPlace([sum('60.00')], new Map());
  expect(byPlace([sum('60.00')], before).get('a')).toBe(before.get('a'));
  const after = byPlace([sum('70.00')], before);
  expect(after.get('a')).toEqual([sum('70.00')]);
  expect(placesOtherThan(before, after)).toEqual(['a']);
});

it('places whose items come or go are changed', () => {
  const [a, ab] = [byPlace([item('a')], new Map()), byPlace([item('a'), item('b')], new Map())];
  expect(placesOtherThan(new Map(), ab)).toEqual(['a', 'b']);
  expect(placesOtherThan(ab, new Map())).toEqual(['a', 'b']);
  expect(placesOtherThan(a, a)).toEqual([]);
});
