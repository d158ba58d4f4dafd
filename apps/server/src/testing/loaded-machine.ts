import { vi } from 'vitest';
import type { Context } from '../platform/context.ts';
import type { TimeShare } from '../platform/limits/time-share.ts';

/**
 * Tests keep every processor busy. The behaviour of a server under load has separate tests with controlled clocks; in
 * other tests it would only cause random failures.
 */

/**
 * Processes that work for the server keep the priority of the tests, which wait for them: with a low one they do not
 * even start within their time (processes.unit.test.ts, parse-table.mocks.unit.test.ts).
 */
vi.mock('../platform/process/processes.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../platform/process/processes.ts')>()),
  lowerPriority: () => undefined,
}));

/** Public responses are processed one at a time, but none waits for the share of time (time-share.unit.test.ts). */
vi.mock('../modules/open-data/public-time.ts', async () => {
  const { TimeShare } = await import('../platform/limits/time-share.ts');
  const minuteMs = 60_000;
  const limits = { share: 1, savedMs: minuteMs, waiting: 200, waitingOfOne: 200, waitMs: minuteMs };
  const shares = new WeakMap<Context, TimeShare>();
  return {
    inPublicTime: <Result>(context: Context, { ip }: { ip: string }, work: () => Promise<Result>) => {
      const share = shares.get(context) ?? new TimeShare(limits);
      shares.set(context, share);
      return share.run(work, ip);
    },
  };
});
