import { expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useOptimisticValue } from './use-optimistic-value.ts';

test('presses before the paint continue from each other, and only the last value is applied', async () => {
  const apply = vi.fn();
  const { result } = await renderHook(() => useOptimisticValue<number>(1, apply));
  const { ask } = result.current;
  ask((page) => page + 1);
  ask((page) => page + 1);
  await expect.poll(() => apply.mock.calls).toEqual([[3]]);
});

test('the requested value is shown until it is applied, then that of the screen', async () => {
  const applied = Promise.withResolvers<void>();
  const { result } = await renderHook(() => useOptimisticValue('name', () => applied.promise));
  result.current.ask(() => 'value');
  await expect.poll(() => result.current.shown).toBe('value');
  applied.resolve();
  await expect.poll(() => result.current.shown).toBe('name');
});

test('a value that is requested while the former is applied is kept when that one arrives', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const apply = vi.fn((value: number) => (value === 2 ? first.promise : second.promise));
  const { result } = await renderHook(() => useOptimisticValue<number>(1, apply));
  result.current.ask(() => 2);
  await expect.poll(() => apply.mock.calls.length).toBe(1);
  result.current.ask(() => 3);
  await expect.poll(() => apply.mock.calls.length).toBe(2);
  first.resolve();
  await first.promise;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(result.current.shown).toBe(3);
  second.resolve();
  await expect.poll(() => result.current.shown).toBe(1);
});
