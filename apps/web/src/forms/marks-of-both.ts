import type { Marks } from '@pimis/domain/forms/marking';

/** Whether both have the same answers. */
export const sameMarks = (a: Marks, b: Marks) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => a[key] === b[key]);

/** Answers to which both sides gave another value than `base`: the user's own would replace the other's. */
export const differingMarks = (base: Marks, mine: Marks, theirs: Marks) =>
  Object.keys(theirs).filter(
    (key) => mine[key] !== base[key] && theirs[key] !== base[key] && mine[key] !== theirs[key],
  );

/** The user's own answers, and those of somebody else where the user has not changed `base`. */
export function mergedMarks(base: Marks, mine: Marks, theirs: Marks): Marks {
  const merged: Marks = {};
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const value = mine[key] === base[key] ? theirs[key] : mine[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}
