import { expect, it, vi } from 'vitest';
import { countBatched } from './batched-counter.ts';

/** A counter whose statements end when the test lets them. */
function counter() {
  let total = 0;
  const running: { end: () => void; fail: (error: Error) => void }[] = [];
  const add = vi.fn(
    (more: number) =>
      new Promise<number>((resolve, reject) => {
        running.push({
          end: () => {
            total += more;
            resolve(total);
          },
          fail: reject,
        });
      }),
  );
  const next = () => running.shift() ?? expect.unreachable();
  return { add, next };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('the increments that came while a statement ran are one statement, and each caller gets its own value', async () => {
  const db = {};
  const { add, next } = counter();
  const first = countBatched(db, 'a', add);
  const others = [countBatched(db, 'a', add), countBatched(db, 'a', add)];
  expect(add.mock.calls).toEqual([[1]]);
  next().end();
  expect(await first).toBe(1);
  expect(add.mock.calls).toEqual([[1], [2]]);
  next().end();
  expect(await Promise.all(others)).toEqual([2, 3]);
  const later = countBatched(db, 'a', add);
  expect(add.mock.calls).toEqual([[1], [2], [1]]);
  next().end();
  expect(await later).toBe(4);
});

it('other keys and other databases do not wait', async () => {
  const db = {};
  const { add, next } = counter();
  const counts = [countBatched(db, 'a', add), countBatched(db, 'b', add), countBatched({}, 'a', add)];
  expect(add).toHaveBeenCalledTimes(3);
  for (const _ of counts) next().end();
  await Promise.all(counts);
});

it('a failed statement fails those that were in it, and the next ones are counted', async () => {
  const db = {};
  const { add, next } = counter();
  const failed = countBatched(db, 'a', add);
  const waiting = countBatched(db, 'a', add);
  next().fail(new Error('disk full'));
  await expect(failed).rejects.toThrow('disk full');
  next().end();
  expect(await waiting).toBe(1);
  await turn();
  const later = countBatched(db, 'a', add);
  next().end();
  expect(await later).toBe(2);
});
