import { expect, it } from 'vitest';
import type { Peer } from './peer.ts';
import { fillPeers } from './peers.ts';

const peer = (name: string, fill: () => Promise<void>, stop = async () => undefined): Peer => ({
  name,
  sameTables: false,
  fill,
  request: () => ({ url: '', headers: {} }),
  read: () => ({ codes: [], total: 0, atLeast: false }),
  stop,
});

it('goes on without one that does not take the rows, ends it and tells why', async () => {
  const reasons: string[] = [];
  const ended: string[] = [];
  const fails = peer(
    'Broken 1.0',
    () => Promise.reject(new Error('no such\n  table\n    at query (place.js:1:2)')),
    async () => {
      ended.push('Broken 1.0');
    },
  );
  const filled = await fillPeers([fails, peer('Sound 1.0', async () => undefined)], (text) => reasons.push(text));
  expect(filled.map(({ name }) => name)).toEqual(['Sound 1.0']);
  expect(reasons).toEqual(['Broken 1.0 does not take the rows: no such table']);
  expect(ended).toEqual(['Broken 1.0']);
});
