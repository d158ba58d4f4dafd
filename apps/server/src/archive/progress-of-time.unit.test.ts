import { describe, expect, it } from 'vitest';
import { jumpBetween, movedBy, SentTime } from './progress-of-time.ts';

const START = '2026-11-29T10:00:00.000Z';
const HOUR = 3_600_000;
const at = (seconds: number) => movedBy(START, seconds * 1_000);
/** A moment at which the log ends after so many segments, while somebody works. */
const moment = (seconds: number, segments: number) => ({
  at: at(seconds),
  position: `0/${(segments * 16 * 1024 * 1024).toString(16).toUpperCase()}`,
  oldest: BigInt(segments),
  next: BigInt(segments + 1),
});
const sent = (number: number) => ({ timeline: 1, number });

describe('a jump of the clock', () => {
  it('is what its moments differ by beside the time that has passed', () => {
    const former = { at: START, passed: 1_000 };
    expect(jumpBetween(former, { at: at(5), passed: 6_000 })).toBe(0);
    // A correction in small steps, and a round that took long.
    expect(jumpBetween(former, { at: at(12), passed: 6_000 })).toBe(0);
    expect(jumpBetween(former, { at: at(600), passed: 601_000 })).toBe(0);
    expect(jumpBetween(former, { at: at(3_605), passed: 6_000 })).toBe(HOUR);
    expect(jumpBetween(former, { at: at(-3_595), passed: 6_000 })).toBe(-HOUR);
  });
});

describe('until when everything was sent', () => {
  it('is shown by the present clock after it was set forward or back', () => {
    for (const jump of [3_600, -3_600]) {
      const time = new SentTime();
      expect(time.reach(moment(0, 1), sent(0))).toBe(at(0));
      expect(time.reach(moment(5, 2), sent(0))).toBe(at(0));
      time.move(jump * 1_000);
      // The moment before the jump reaches the place after it.
      expect(time.reach(moment(jump + 10, 3), sent(1))).toBe(at(jump + 5));
      expect(time.reach(moment(jump + 15, 4), sent(2))).toBe(at(jump + 10));
    }
  });
});
