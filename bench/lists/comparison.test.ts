import { expect, it } from 'vitest';
import { besideOf } from './comparison.ts';
import type { Measured } from './measure.ts';

const at = { name: 'list', login: 'admin', projects: 10 };
const measured = (alone: number): Measured => ({ alone, together: null });
const bare = { peer: null };
const peer = (name: string, sameTables = false) => ({ peer: { name, sameTables } });

it('gives each party what was measured of it', () => {
  const parties = [bare, peer('Of the same tables', true), peer('Of its own')];
  expect(besideOf(at, parties, [measured(1), measured(2), measured(3), measured(4)])).toEqual({
    beside: {
      ...at,
      product: measured(1),
      bare: measured(2),
      peers: [
        { name: 'Of the same tables', sameTables: true, measured: measured(3) },
        { name: 'Of its own', sameTables: false, measured: measured(4) },
      ],
    },
    notes: [],
  });
});

it('goes on without another product that stops answering, and tells why', () => {
  const parties = [bare, peer('Broken'), peer('Sound')];
  const { beside, notes } = besideOf(at, parties, [measured(1), measured(2), { failed: '503' }, measured(4)]);
  expect(beside.peers.map(({ name }) => name)).toEqual(['Sound']);
  expect(notes).toEqual(['list, admin, 10: Broken stopped answering: 503']);
});

it('ends where the product or the bare server stops answering', () => {
  expect(() => besideOf(at, [bare], [{ failed: '503' }, measured(2)])).toThrow('list, admin, 10: 503');
  expect(() => besideOf(at, [bare], [measured(1), { failed: '500' }])).toThrow('list, admin, 10: bare: 500');
});
