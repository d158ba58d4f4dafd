import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKeys } from '../backup/encryption.ts';
import { localStore } from '../platform/storage/local-store.ts';
import { clusterFiles } from './cluster-files.ts';
import { readPack, writePacks } from './packs.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-packs-'));
const cluster = join(folder, 'cluster');
const place = localStore(join(folder, 'place'));
const keyOf = (index: number) => `packs/pack-${index}`;
let round = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  rmSync(cluster, { recursive: true, force: true });
  for (const name of ['base/5', 'global', 'pg_wal/archive_status', 'pg_notify', 'pg_xact', 'base/pgsql_tmp']) {
    mkdirSync(join(cluster, name), { recursive: true });
  }
  for (const [name, content] of Object.entries({
    PG_VERSION: '18',
    'postmaster.pid': '1',
    'base/5/1259': 'табела'.repeat(50_000),
    'base/5/1259_fsm': '',
    'base/5/pg_internal.init': 'made anew',
    'base/5/t3_16384': 'of a temporary table',
    'base/pgsql_tmp/pgsql_tmp1.0': 'sorted rows',
    'global/pg_control': 'control',
    'global/1262': 'databases',
    'pg_wal/000000010000000000000001': 'the log',
    'pg_notify/0000': 'made anew',
    'pg_xact/0000': 'commits',
  })) {
    writeFileSync(join(cluster, name), content);
  }
});

const write = (recipient: string | null = null, packBytes?: number) =>
  writePacks(place, clusterFiles(cluster), { recipient, keyOf, ...(packBytes === undefined ? {} : { packBytes }) });

/** Unpacks into an empty folder. */
async function read(count: number, identity: string | null = null): Promise<string> {
  const root = join(folder, `unpacked-${(round += 1)}`);
  for (let index = 0; index < count; index += 1) {
    await readPack(await place.get(keyOf(index)), root, { identity, account: undefined });
  }
  return root;
}

describe('the packs of a base', () => {
  it('have what a cluster needs, the control file last, and nothing that is made anew', async () => {
    const order: string[] = [];
    for await (const { entry } of clusterFiles(cluster)) order.push(entry.path);
    expect(order.at(-1)).toBe('global/pg_control');
    const { identity, recipient } = await makeKeys();
    for (const [key, packBytes] of [
      [null, undefined],
      [recipient, 100],
    ] as const) {
      const packed = await write(key, packBytes);
      expect(packed.files).toBe(6);
      expect(packed.packs.length).toBe(packBytes === undefined ? 1 : 2);
      const root = await read(packed.packs.length, key === null ? null : identity);
      expect(readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
        'PG_VERSION',
        'base',
        'base/5',
        'base/5/1259',
        'base/5/1259_fsm',
        'global',
        'global/1262',
        'global/pg_control',
        'pg_notify',
        'pg_wal',
        'pg_xact',
        'pg_xact/0000',
      ]);
      expect(readFileSync(join(root, 'base/5/1259'), 'utf8')).toBe('табела'.repeat(50_000));
    }
  });

  it('tolerate files that vanish, and fill up those that shrink meanwhile', async () => {
    const files = clusterFiles(cluster);
    async function* changing() {
      for await (const file of files) {
        if (file.entry.path === 'base/5/1259') truncateSync(join(cluster, 'base/5/1259'), 10);
        if (file.entry.path === 'global') rmSync(join(cluster, 'global/1262'));
        yield file;
      }
    }
    const packed = await writePacks(place, changing(), { recipient: null, keyOf });
    const root = await read(packed.packs.length);
    expect(readFileSync(join(root, 'base/5/1259'))).toHaveLength(600_000);
    expect(readdirSync(join(root, 'global'))).toEqual(['pg_control']);
  });

  it('fail with a file that cannot be read, and with a place that breaks off', async () => {
    async function* breaking(): ReturnType<typeof clusterFiles> {
      yield { entry: { path: 'PG_VERSION', size: 2 }, content: Readable.from([Buffer.from('18')]) };
      throw new Error('the disk is away');
    }
    await expect(writePacks(place, breaking(), { recipient: null, keyOf })).rejects.toThrow('the disk is away');
    await write();
    const content = readFileSync(join(folder, 'place', keyOf(0)));
    async function* half() {
      yield content.subarray(0, content.length / 2);
      throw new Error('the place is away');
    }
    const target = { identity: null, account: undefined };
    await expect(readPack(Readable.from(half()), join(folder, 'half'), target)).rejects.toThrow('the place is away');
    const cut = Readable.from([content.subarray(0, content.length / 2)]);
    await expect(readPack(cut, join(folder, 'cut'), target)).rejects.toThrow();
  });

  it('name no file outside of the cluster, and have no tablespace', async () => {
    for (const path of ['../x', '/etc/x', 'base/../../x', '']) {
      const pack = zstdCompressSync(Buffer.from(`${JSON.stringify({ path, size: 0 })}\n`));
      const target = { identity: null, account: undefined };
      await expect(readPack(Readable.from([pack]), join(folder, 'strange'), target)).rejects.toThrow('strange file');
    }
    symlinkSync('/tmp', join(cluster, 'pg_xact/16400'));
    await expect(write()).rejects.toThrow('tablespace');
  });
});
