import { describe, expect, it, vi } from 'vitest';
import { type TurnLimits, TurnRefused, Turns } from './turns.ts';

const gateOf = (limits: Partial<TurnLimits> = {}) =>
  new Turns({ ofOne: 2, waitingOfOne: 2, waitMs: 10_000, ...limits });

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

  it('refuses a call that would wait behind too many, or too long', async () => {
    const gate = gateOf({ ofOne: 1, waitingOfOne: 1, waitMs: 5 });
    const leave = await gate.enter('a');
    const late = gate.enter('a');
    await expect(gate.enter('a')).rejects.toThrow(TurnRefused);
    await expect(late).rejects.toThrow(TurnRefused);
    leave();
    // No waiter is left that could get the slot.
    (await gate.enter('a'))();
  });

  it('lets a key that holds a place take another, and admits nobody when that is freed', async () => {
    const gate = gateOf({ ofOne: 1 });
    const leave = await gate.enter('a');
    const more = gate.pass('a');
    const waiting = gate.enter('a');
    more();
    expect(await settled(waiting)).toBe(false);
    leave();
    expect(await settled(waiting)).toBe(true);
  });

  it('lets one call of each key work where several may, and reports whether own work was ahead', async () => {
    const gate = gateOf({ atOnce: 2, ofOne: 1, waiting: 1, waitingOfOne: 1 });
    const first = await gate.enter('a');
    const own = gate.enter('a');
    expect([await settled(own), await settled(gate.enter('b'))]).toEqual([false, true]);
    await expect(gate.enter('a')).rejects.toMatchObject({ key: 'a', isOwn: true, name: 'TurnRefused' });
    // Both places are taken and the queue is full.
    await expect(gate.enter('c')).rejects.toMatchObject({ key: 'c', isOwn: false });
    first();
    expect(await settled(own)).toBe(true);
  });

  it('reports that own work was ahead, whether that waits or not', async () => {
    const full = gateOf({ atOnce: 1, ofOne: 9, waiting: 0 });
    await full.enter('a');
    await expect(full.enter('a')).rejects.toMatchObject({ isOwn: true });
    await expect(full.enter('b')).rejects.toMatchObject({ isOwn: false });
    const gate = gateOf({ atOnce: 1, waitingOfOne: 1 });
    const leave = await gate.enter('holder');
    const waiting = gate.enter('a');
    await expect(gate.enter('a')).rejects.toMatchObject({ isOwn: true });
    leave();
    await waiting;
  });

  it('has room for a caller who waits again and again, and keeps no timer of an admitted one', async () => {
    vi.useFakeTimers();
    const gate = gateOf({ ofOne: 1, waiting: 1 });
    let leave = await gate.enter('a');
    for (let turn = 0; turn < 5; turn += 1) {
      const next = gate.enter('a');
      expect(vi.getTimerCount()).toBe(1);
      leave();
      leave = await next;
      expect(vi.getTimerCount()).toBe(0);
    }
    vi.useRealTimers();
  });
});
