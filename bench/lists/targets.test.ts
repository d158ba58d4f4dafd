import { describe, expect, it } from 'vitest';
import type { Measured } from './measure.ts';
import { type Beside, type Line, missed, missedBeside } from './targets.ts';

const at = (rate: number, { p50 = 10, p99 = 20 } = {}): Measured => ({ alone: 1, together: { rate, p50, p99 } });
const alone = (ms: number): Measured => ({ alone: ms, together: null });
const line = (...sizes: [projects: number, product: Measured][]): Line => ({
  name: 'list',
  login: 'admin',
  sizes: sizes.map(([projects, product]) => ({ projects, product })),
});
const beside = (parties: Partial<Beside>): Beside => ({
  name: 'list',
  login: 'admin',
  projects: 10,
  product: at(400),
  bare: at(400),
  ...parties,
});

describe('a line', () => {
  it('takes at the largest size at most twice what it takes at the smallest, and 20 ms', () => {
    expect(missed(line([10, alone(10)], [1_000, alone(20)]))).toEqual([]);
    expect(missed(line([10, alone(9)], [1_000, alone(19)]))).toEqual(['2.11 times as long at 1000 as at 10']);
    expect(missed(line([10, alone(11)], [1_000, alone(21)]))).toEqual(['21.0 ms at 1000, more than 20']);
  });

  it('takes at most 60 ms at the largest size where it filters or searches', () => {
    const filtered = (ms: number) => ({ ...line([10, alone(1)], [1_000, alone(ms)]), name: 'filter name' });
    expect(missed(filtered(60))).toEqual([]);
    expect(missed(filtered(61))).toEqual(['61.0 ms at 1000, more than 60']);
  });

  it('is held by its smallest and largest size', () => {
    expect(missed(line([10, alone(10)], [100, alone(30)], [1_000, alone(10)]))).toEqual([]);
  });

  it('has at each size a slowest hundredth of at most four times the median', () => {
    const sizes = line([10, at(400, { p99: 40 })], [1_000, at(400, { p99: 41 })]);
    expect(missed(sizes)).toEqual(['p99 4.1 times p50 at 1000']);
  });
});

describe('the product beside others', () => {
  it('is not slower than the bare server', () => {
    expect(missedBeside(beside({ bare: at(400) }))).toEqual([]);
    expect(missedBeside(beside({ bare: at(520) }))).toEqual(['0.77 of bare at 10']);
  });
});
