import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeShare } from './time-share.ts';

const limits = { share: 0.5, savedMs: 20, waiting: 3, waitingOfOne: 3, waitMs: 200 };

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Work that takes so many ms of a clock; `ended` are the pieces that are over. */
function clock() {
  let now = 0;
  const ended: number[] = [];
  const share = new TimeShare(limits, () => now);
  const run = (ms: number) =>
    share.run(async () => {
      now += ms;
      ended.push(ms);
    }, 'a');
  return { ended, run, pass: (ms: number) => (now += ms) };
}

it('runs one piece after the other, and waits off what is beyond its share', async () => {
  const { ended, run } = clock();
  // 20 ms are saved: the first leaves 5 of them, and while the second ran 7.5 more were earned, so that it owes 2.5.
  void run(15);
  void run(15);
  void run(15);
  await vi.advanceTimersByTimeAsync(4);
  expect(ended).toEqual([15, 15]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual([15, 15, 15]);
});

it('saves no more than it may, and lets the next one in at once where nothing is owed', async () => {
  const { ended, run, pass } = clock();
  pass(10_000);
  void run(20);
  void run(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual([20, 1]);
  pass(10);
  void run(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual([20, 1]);
});

it('counts by the clock of the process by default', async () => {
  const share = new TimeShare(limits);
  const work = vi.fn(async () => undefined);
  await share.run(work, 'a');
  await share.run(work, 'a');
  expect([work.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0]);
});

it('refuses a call that finds too many waiting, and goes on after a failure', async () => {
  const share = new TimeShare(limits);
  await expect(share.run(() => Promise.reject(new Error('broken')), 'a')).rejects.toThrow('broken');
  const ends = Promise.withResolvers<void>();
  const results = Array.from({ length: 6 }, () => share.run(() => ends.promise, 'a'));
  const refused = { status: 'ServiceUnavailable', retryAfter: 5, limit: 'publicTime' };
  await expect(results[4]).rejects.toMatchObject(refused);
  await expect(results[5]).rejects.toMatchObject(refused);
  ends.resolve();
  await Promise.all(results.slice(0, 4));
});
