import { describe, expect, it } from 'vitest';
import { measuresOn, warmsUp } from './measure.ts';

describe('before twenty clients are measured', () => {
  it('they warm up for 500 calls or 5 seconds, whatever comes first', () => {
    expect(warmsUp(24, 499, 1_000)).toBe(true);
    expect(warmsUp(25, 500, 1_000)).toBe(false);
    expect(warmsUp(1, 20, 4_999)).toBe(true);
    expect(warmsUp(1, 20, 5_000)).toBe(false);
  });
});

describe('what is measured of twenty clients', () => {
  it('is at least 15 rounds, and 3 seconds', () => {
    expect(measuresOn(14, 280, 10_000)).toBe(true);
    expect(measuresOn(15, 300, 1_000)).toBe(true);
    expect(measuresOn(15, 300, 3_000)).toBe(false);
  });

  it('takes no longer than 30 seconds', () => {
    expect(measuresOn(2, 40, 29_999)).toBe(true);
    expect(measuresOn(2, 40, 30_000)).toBe(false);
  });
});
