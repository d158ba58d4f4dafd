import { expect, it } from 'vitest';
import { eachOf } from './several.ts';

it('does each item once, and at most so many at a time', async () => {
  const done: number[] = [];
  let [now, most] = [0, 0];
  await eachOf([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    done.push(item);
  });
  expect([done.toSorted((a, b) => a - b), most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3]);
});

it('begins nothing after a failure, and fails only when what was under way has ended', async () => {
  const slow = Promise.withResolvers<void>();
  const begun: number[] = [];
  let ended = false;
  const all = eachOf([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('the first');
    await slow.promise;
    ended = true;
  });
  const failure = all.catch((error: unknown) => [(error as Error).message, ended]);
  slow.resolve();
  expect(await failure).toEqual(['the first', true]);
  expect(begun).toEqual([1, 2]);
});
