import { expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useReturn } from './use-return.ts';

const comeBack = () => window.dispatchEvent(new Event('focus'));

test('a return runs once at a time, and again at the next return', async () => {
  const work = Promise.withResolvers<void>();
  const run = vi.fn(() => work.promise);
  await renderHook(() => useReturn(run));
  comeBack();
  window.dispatchEvent(new Event('visibilitychange'));
  expect(run).toHaveBeenCalledTimes(1);
  work.resolve();
  await work.promise;
  await Promise.resolve();
  comeBack();
  expect(run).toHaveBeenCalledTimes(2);
});

test('a screen that was left does not run', async () => {
  const run = vi.fn(async () => undefined);
  const { unmount } = await renderHook(() => useReturn(run));
  await unmount();
  comeBack();
  expect(run).not.toHaveBeenCalled();
});
