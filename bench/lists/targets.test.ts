import { describe, expect, it } from 'vitest';
import type { Measured } from './measure.ts';
import { type Beside, type Line, missed, missedBeside, rowsOfBeside, rowsOfLine } from './targets.ts';

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
  bare: null,
  peers: [],
  ...parties,
});

describe('a line', () => {
  it('takes at the largest size at most 1.3 times what it takes at the smallest', () => {
    expect(missed(line([10, alone(10)], [1_000, alone(13)]))).toEqual([]);
    expect(missed(line([10, alone(10)], [1_000, alone(13.1)]))).toEqual(['1.31 times as long at 1000 as at 10']);
  });

  it('is held by its smallest and largest size', () => {
    expect(missed(line([10, alone(10)], [100, alone(20)], [1_000, alone(10)]))).toEqual([]);
  });

  it('does not grow at one size', () => {
    expect(missed(line([10, alone(10)]))).toEqual([]);
  });

  it('has at each size a slowest hundredth of at most three times the median', () => {
    const sizes = line([10, at(400, { p99: 30 })], [1_000, at(400, { p99: 31 })]);
    expect(missed(sizes)).toEqual(['p99 3.1 times p50 at 1000']);
  });

  it('has a row for each size', () => {
    expect(rowsOfLine(line([10, at(400)], [1_000, alone(1.25)]))).toEqual([
      '| list | admin | 10 | 1.0 | 400 | 10 | 20 |',
      '| list | admin | 1000 | 1.3 |  |  |  |',
    ]);
  });
});

describe('the product beside others', () => {
  it('is held to 0.8 of the bare server', () => {
    expect(missedBeside(beside({ bare: at(500) }))).toEqual([]);
    expect(missedBeside(beside({ bare: at(520) }))).toEqual(['0.77 of bare at 10']);
  });

  it('is held to five times another product on the same tables only, and the others are shown', () => {
    const peers = [
      { name: 'Of its own tables', sameTables: false, measured: at(100) },
      { name: 'Of the same tables', sameTables: true, measured: at(100) },
    ];
    expect(missedBeside(beside({ peers }))).toEqual(['4.0 times Of the same tables at 10']);
    expect(rowsOfBeside(beside({ bare: at(500), peers })).map((row) => row.split(' | ')[0])).toEqual([
      '| list: product',
      '| list: bare',
      '| list: Of its own tables',
      '| list: Of the same tables',
    ]);
  });

  it('has the same slowest hundredth to hold', () => {
    expect(missedBeside(beside({ product: at(400, { p99: 40 }) }))).toEqual(['p99 4.0 times p50 at 10']);
  });
});
