import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followClock } from './database-clock.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

it('follows the clock of the database, not the noise of the way to it, and keeps the last while it is away', async () => {
  const at = (ahead: number, tookMs = 2) => ({ ahead, tookMs });
  // The third answer was on its way for so long that it says nothing.
  const answers = [at(HOUR_MS), at(HOUR_MS + 90), at(HOUR_MS + 2_000, 4_000), new Error('away'), at(2 * HOUR_MS)];
  const warned: unknown[] = [];
  let measured = 0;
  const steps: number[] = [];
  const apart = (now: () => Date) => now().getTime() - Date.now();
  const enough = Promise.withResolvers<void>();
  let read = (): Date => new Date(0);
  const measure = async () => {
    if (measured > 0) steps.push(apart(read));
    const answer = answers[measured];
    measured += 1;
    if (answer === undefined) {
      enough.resolve();
      return at(2 * HOUR_MS);
    }
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const clock = await followClock(measure, { warn: (...said: unknown[]) => warned.push(said) } as never, 1);
  read = clock.now;
  await enough.promise;
  await clock.stop();
  expect(steps.slice(0, 5)).toEqual([HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS, 2 * HOUR_MS]);
  expect(warned).toHaveLength(1);
});
