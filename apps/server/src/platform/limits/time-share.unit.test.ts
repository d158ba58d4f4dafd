import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TimeShare } from './time-share.ts';

const limits = { share: 0.5, savedMs: 20, waiting: 3, waitingOfOne: 3, waitMs: 200 };

it('runs one piece after the other, and waits off what is beyond its share', async () => {
  let now = 0;
  const share = new TimeShare(limits, () => now);
  const work = async () => {
    now += 15;
  };
  const started = performance.now();
  // 20 ms are saved, so the first is free; the second owes 2.5 ms of work, which are earned in 5 ms.
  await share.run(work);
  await share.run(work);
  await share.run(work);
  expect(performance.now() - started).toBeGreaterThanOrEqual(4);
});

it('refuses who finds too many waiting, and goes on after a failure', async () => {
  const share = new TimeShare(limits);
  await expect(share.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const slow = () => pause(60);
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => share.run(slow)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(2);
  for (const one of refused) expect(one).toMatchObject({ reason: { status: 'ServiceUnavailable', retryAfter: 5 } });
});
