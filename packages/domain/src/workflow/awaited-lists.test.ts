import { expect, it } from 'vitest';
import { isImportantPending, listAwaitedAt } from './awaited-lists.ts';
import { IMPORTANT_PENDING, LISTS } from './lists.ts';

const IMPORTANT = { phase: IMPORTANT_PENDING.phase, phaseStatus: IMPORTANT_PENDING.status };

it('a project waits for the list of its phase, in the status of that list alone', () => {
  for (const { type, pending } of LISTS) {
    const at = { phase: pending.phase, phaseStatus: pending.status };
    expect(listAwaitedAt(at)?.type).toBe(type);
    expect(listAwaitedAt({ ...at, phaseStatus: -1 })).toBeUndefined();
    expect(listAwaitedAt({ ...at, phase: -1 })).toBeUndefined();
  }
});

it('an important project can wait for any list, and so for none in particular', () => {
  expect([isImportantPending(IMPORTANT), listAwaitedAt(IMPORTANT)]).toEqual([true, undefined]);
  expect(isImportantPending({ ...IMPORTANT, phaseStatus: -1 })).toBe(false);
  expect(isImportantPending({ ...IMPORTANT, phase: -1 })).toBe(false);
});
