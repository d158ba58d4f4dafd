import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { signedManifest } from '../backup/manifest.ts';
import { newId } from '../backup/place.ts';
import { signerOf } from '../backup/signature.ts';
import { localStore } from '../platform/storage/local-store.ts';
import { type BaseManifest, packKey, THIS_MACHINE, writeBaseManifest } from './base-manifest.ts';
import { pruneArchive } from './prune-archive.ts';
import { baseKey, headKey, nameOf, segmentKey } from './segments.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-prune-'));
const place = localStore(folder);
const auditSecret = new TextEncoder().encode('signs the bases of this test file here');
const signers = [signerOf(auditSecret)];
const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-29T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
beforeEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function put(key: string, at: Date): Promise<void> {
  await place.put(key, Readable.from([Buffer.from('x')]), 10);
  utimesSync(join(folder, key), at, at);
}

/** A base that was complete so many hours ago, and begins with a segment. */
async function base(system: string, hours: number, first: number, secret = auditSecret): Promise<string> {
  const id = newId(hoursAgo(hours));
  const manifest: BaseManifest = {
    product: 'pimis',
    kind: 'base',
    format: 1,
    version: '1',
    id,
    system,
    timeline: 1,
    first: nameOf({ timeline: 1, number: first }),
    last: nameOf({ timeline: 1, number: first }),
    begunAt: hoursAgo(hours).toISOString(),
    at: hoursAgo(hours).toISOString(),
    postgres: 18,
    machine: THIS_MACHINE,
    encryptedFor: null,
    migrations: [],
    bucket: false,
    label: 'label',
    files: 1,
    bytes: 1,
    packs: [{ size: 1, sha256: '0'.repeat(64) }],
  };
  await put(packKey(system, id, 0), hoursAgo(hours));
  await writeBaseManifest(place, system, id, signedManifest(manifest, secret, signerOf(secret)));
  return id;
}

/** One segment an hour, numbered by the hours that have gone since. */
async function segments(system: string, hours: number): Promise<void> {
  for (let ago = hours; ago >= 0; ago -= 1) {
    await put(segmentKey(system, { timeline: 1, number: hours - ago }), hoursAgo(ago));
  }
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const page of place.pages('wal/')) found.push(...page.map(({ key }) => key));
  return found;
}

const prune = (keepHours: number) => pruneArchive(place, keepHours * HOUR_MS, signers, NOW);

it('keeps the bases and segments with which every moment of the kept time can be reached', async () => {
  await segments('7', 40);
  const old = await base('7', 35, 5);
  const needed = await base('7', 25, 15);
  const young = await base('7', 10, 30);
  await put(headKey('7', '2026-11-20', 0), hoursAgo(200));
  await put(headKey('7', '2026-11-29', 0), hoursAgo(1));
  expect(await prune(20)).toEqual({ bases: 1, segments: 15 });
  const left = await keys();
  expect(left.filter((key) => key.includes('bases')).map((key) => key.split('/')[3])).toEqual(
    [needed, needed, young, young].toSorted(),
  );
  expect(left).not.toContain(baseKey('7', old, 'manifest'));
  expect(left).toContain(segmentKey('7', { timeline: 1, number: 15 }));
  expect(left).not.toContain(segmentKey('7', { timeline: 1, number: 14 }));
  expect(left.filter((key) => key.includes('heads'))).toEqual([headKey('7', '2026-11-29', 0)]);
  expect(await prune(20)).toEqual({ bases: 0, segments: 0 });
  // At the very moment at which a base becomes old enough, it is the oldest that is needed.
  expect(await prune(10)).toEqual({ bases: 1, segments: 15 });
});

it('touches nothing of others, and nothing before the first base', async () => {
  await segments('7', 5);
  await segments('8', 30);
  await base('8', 28, 2, new TextEncoder().encode('the secret of another installation'));
  await base('8', 1, 29);
  await segments('9', 30);
  await base('9', 28, 2);
  await place.put(baseKey('9', newId(hoursAgo(2)), 'manifest'), Readable.from([Buffer.from('damaged')]), 10);
  const before = await keys();
  expect(await prune(1)).toEqual({ bases: 0, segments: 0 });
  expect(await keys()).toEqual(before);
});

it('removes what a killed process has left of a base, a day later, and the archive of a former database', async () => {
  await segments('7', 3);
  const current = await base('7', 3, 0);
  const [left, young] = [newId(hoursAgo(25)), newId(hoursAgo(23))];
  await put(packKey('7', left, 0), hoursAgo(25));
  await put(packKey('7', young, 0), hoursAgo(23));
  await base('6', 50, 1);
  await put(segmentKey('6', { timeline: 1, number: 1 }), hoursAgo(49));
  expect(await prune(48)).toEqual({ bases: 1, segments: 1 });
  const kept = await keys();
  expect(kept.filter((key) => key.startsWith('wal/6/'))).toEqual([]);
  expect(new Set(kept.filter((key) => key.includes('bases')).map((key) => key.split('/')[3]))).toEqual(
    new Set([current, young]),
  );
});
