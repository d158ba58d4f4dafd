import { describe, expect, it } from 'vitest';
import { KeyedSemaphore, SemaphoreFull } from './keyed-semaphore.ts';

const gateOf = (limits: Partial<{ atOnce: number; waiting: number; waitMs: number }> = {}) =>
  new KeyedSemaphore(() => ({ atOnce: 2, waiting: 2, waitMs: 10_000, ...limits }));

/** Whether a promise has settled by now. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  const end = () => {
    done = true;
  };
  promise.then(end, end);
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

describe('a gate', () => {
  it('lets so many of a key in, others in their order as these leave, and other keys at once', async () => {
    const gate = gateOf();
    const first = await gate.enter('a');
    await gate.enter('a');
    const third = gate.enter('a');
    const fourth = gate.enter('a');
    expect([await settled(third), await settled(gate.enter('b'))]).toEqual([false, true]);
    first();
    expect([await settled(third), await settled(fourth)]).toEqual([true, false]);
    // A second release has no effect.
    first();
    expect(await settled(fourth)).toBe(false);
    (await third)();
    expect(await settled(fourth)).toBe(true);
  });

  it('refuses who would wait behind too many, or too long', async () => {
    const gate = gateOf({ atOnce: 1, waiting: 1, waitMs: 5 });
    const leave = await gate.enter('a');
    const late = gate.enter('a');
    await expect(gate.enter('a')).rejects.toThrow(SemaphoreFull);
    await expect(late).rejects.toThrow(SemaphoreFull);
    leave();
    // No waiter is left that could get the slot.
    (await gate.enter('a'))();
  });

  it('lets who holds a part pass, and nobody in for them', async () => {
    const gate = gateOf({ atOnce: 1 });
    const leave = await gate.enter('a');
    const more = gate.pass('a');
    const waiting = gate.enter('a');
    more();
    expect(await settled(waiting)).toBe(false);
    leave();
    expect(await settled(waiting)).toBe(true);
  });
});
