import { expect, it } from 'vitest';
import { differingMarks, mergedMarks, sameMarks } from './marks-of-both.ts';

const BASE = { '1.mark': 3, '2.mark': 3, '3.mark': 3 };

it('marks are the same with the same answers, on either side', () => {
  expect(sameMarks(BASE, { ...BASE })).toBe(true);
  expect([sameMarks(BASE, {}), sameMarks({}, BASE), sameMarks(BASE, { ...BASE, '1.mark': 4 })]).toEqual([
    false,
    false,
    false,
  ]);
});

it('an answer differs if both changed it, each to another value', () => {
  const theirs = { ...BASE, '1.mark': 5, '2.mark': 5, '4.mark': 1 };
  expect(differingMarks(BASE, { ...BASE, '1.mark': 4 }, theirs)).toEqual(['1.mark']);
  expect(differingMarks(BASE, { ...BASE, '1.mark': 5 }, theirs)).toEqual([]);
  expect(differingMarks(BASE, { ...BASE, '3.mark': 5 }, theirs)).toEqual([]);
  expect(differingMarks(BASE, { ...BASE, '4.mark': 2 }, theirs)).toEqual(['4.mark']);
});

it('the answers of somebody else are taken over where the user changed nothing, also those that were removed', () => {
  const mine = { '1.mark': 4, '2.mark': 3, '3.mark': 3, '5.mark': 2 };
  const theirs = { '1.mark': 5, '2.mark': 5, '4.mark': 1 };
  expect(mergedMarks(BASE, mine, theirs)).toEqual({ '1.mark': 4, '2.mark': 5, '4.mark': 1, '5.mark': 2 });
  // The user has removed an answer.
  expect(mergedMarks(BASE, { '2.mark': 3, '3.mark': 3 }, theirs)).toEqual({ '2.mark': 5, '4.mark': 1 });
});
