import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { keepWithinBounds } from './bounds.ts';
import { emptyState } from './sending-state.ts';
import { nameOf } from './segments.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-bounds-'));
const name = (number: number) => nameOf({ timeline: 1, number });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  for (const number of [1, 2, 3, 4]) writeFileSync(join(folder, name(number)), Buffer.alloc(100));
  writeFileSync(join(folder, '00000002.history'), Buffer.alloc(100));
});

const state = () => ({ ...emptyState('1'), segment: name(0) });
const keep = async () => undefined;
const roomy = async () => ({ free: 900, share: 0.9 });

it('gives the oldest up where more wait than may, and records which', async () => {
  const one = state();
  expect(await keepWithinBounds(folder, one, 'now', { mostBytes: 400, room: roomy }, keep)).toBe(0);
  expect(one.broken).toBeNull();
  let kept = '';
  const gone = await keepWithinBounds(folder, one, 'now', { mostBytes: 250, room: roomy }, async () => {
    // A process that is killed in the middle must know of the gap afterwards.
    expect(readdirSync(folder)).toHaveLength(5);
    kept = JSON.stringify(one);
  });
  expect(gone).toBe(2);
  expect(readdirSync(folder).toSorted()).toEqual([name(3), name(4), '00000002.history'].toSorted());
  expect(JSON.parse(kept)).toMatchObject({ broken: name(2), gaps: [{ first: name(1), last: name(2), at: 'now' }] });
});

it('gives up as many as the disk needs to have a tenth free', async () => {
  const bounds = (free: number) => ({ mostBytes: 10_000, room: async () => ({ free, share: free / 5_000 }) });
  expect(await keepWithinBounds(folder, state(), '', bounds(500), keep)).toBe(0);
  expect(await keepWithinBounds(folder, state(), '', bounds(350), keep)).toBe(2);
  expect(await keepWithinBounds(folder, state(), '', bounds(100), keep)).toBe(2);
  expect(await keepWithinBounds(folder, state(), '', bounds(100), keep)).toBe(0);
});
