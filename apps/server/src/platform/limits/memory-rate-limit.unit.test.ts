import { expect, it } from 'vitest';
import { MemoryRateLimit } from './memory-rate-limit.ts';

it('counts the hits of a key in its window, and begins anew after it', () => {
  const limit = new MemoryRateLimit();
  expect([limit.hit('a', 60, 0), limit.hit('a', 60, 59), limit.hit('b', 60, 59)]).toEqual([1, 2, 1]);
  expect(limit.hit('a', 60, 60)).toBe(1);
  // A clock that is set back begins anew too.
  expect(limit.hit('a', 60, -1000)).toBe(1);
  expect([limit.hit('c', 60, 5), limit.hit('c', 60, 5)]).toEqual([1, 2]);
});

it('keeps as many as it may, and the one that began last, however early its key came first', () => {
  const limit = new MemoryRateLimit();
  limit.hit('first', 10, 0);
  for (let count = 1; count < 100_000; count += 1) limit.hit(String(count), 1_000, 0);
  expect(limit.hit('first', 1_000, 20)).toBe(1);
  expect(limit.hit('1', 1_000, 20)).toBe(2);
  limit.hit('new', 1_000, 20);
  expect([limit.hit('first', 1_000, 21), limit.hit('2', 1_000, 21)]).toEqual([2, 2]);
});

it('forgets the oldest when there are too many, not those that come again', () => {
  const limit = new MemoryRateLimit();
  for (let count = 0; count <= 100_000; count += 1) limit.hit(String(count), 60, 0);
  expect(limit.hit('0', 60, 1)).toBe(1);
  expect(limit.hit('100000', 60, 1)).toBe(2);
});
