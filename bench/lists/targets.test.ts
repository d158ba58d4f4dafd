import { expect, it } from 'vitest';
import type { Measured } from './measure.ts';
import { missed } from './targets.ts';

const at = (rate: number): Measured => ({ alone: 1, together: { rate, p50: 10, p99: 20 } });

it('holds five times another product on the same tables only, and shows the others', () => {
  const peers = [
    { name: 'Of its own tables', sameTables: false, measured: at(100) },
    { name: 'Of the same tables', sameTables: true, measured: at(100) },
  ];
  const line = { name: 'list', login: 'admin', sizes: [{ projects: 10, product: at(400), bare: null, peers }] };
  expect(missed(line)).toEqual(['4.0 times Of the same tables at 10']);
});
