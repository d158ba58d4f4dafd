import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import type { FileStore } from '../platform/storage/file-store.ts';
import { queryRows, useBackups } from '../testing/backups.ts';
import { useServer } from '../testing/server.ts';
import { type Manifest, signedManifest } from './manifest.ts';
import { manifestKey } from './place.ts';
import { requireEmptyTarget, restoreBackup, secretsOf } from './restore.ts';
import { SILENT } from './progress.ts';
import { signerOf } from './signature.ts';
import { verifyBackup } from './verify.ts';

/* Backups that somebody has written who knows the format, and has signed with a secret of their own. */

const server = useServer();
const { folder, backup, machine } = useBackups(server);
const SECRET = new TextEncoder().encode('a secret that the forger has made up');
let place: FileStore;
let manifest: Manifest;

beforeAll(async () => {
  ({ place, manifest } = await backup(join(folder, 'place')));
});

function forged(change: (copy: Manifest) => void, contents: Readonly<Record<string, Buffer>> = {}): FileStore {
  const copy = structuredClone(manifest);
  const keys = gzipSync(JSON.stringify({ tokenSecret: 't'.repeat(40), auditSecret: new TextDecoder().decode(SECRET) }));
  const partOf = (content: Buffer) => ({
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  Object.assign(copy.keys, partOf(keys));
  for (const [key, content] of Object.entries(contents)) {
    if (key === copy.routines.key) Object.assign(copy.routines, partOf(content));
  }
  change(copy);
  const changes: Record<string, Buffer> = {
    ...contents,
    [copy.keys.key]: keys,
    [manifestKey(manifest.id)]: Buffer.from(signedManifest(copy, SECRET, signerOf(SECRET))),
  };
  return {
    ...place,
    get: async (key, range) => (changes[key] ? Readable.from([changes[key]]) : place.get(key, range)),
  };
}

/** Restores as the command does with --any-signer. */
async function restored(of: FileStore) {
  const { manifest: read } = await verifyBackup(of, manifest.id, { identity: null, signers: null }, SILENT);
  const target = await machine();
  const chosen = { place: of, manifest: read, identity: null };
  const secrets = await secretsOf(chosen);
  const into = { ...target, config: { dataDir: target.dataDir } };
  await requireEmptyTarget(into, secrets);
  const outcome = await restoreBackup(chosen, into, secrets, SILENT).catch((error: Error) => error.message);
  const relations = await queryRows<{ name: string }>(
    target.databaseUrl,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  return { outcome, tables: relations.map(({ name }) => name) };
}

/** One migration has to run, which makes an index. */
const OLDER = (copy: Manifest) => {
  copy.migrations = copy.migrations.filter(({ name }) => !name.startsWith('0163'));
};
const routines = (kind: string, sql: string) => ({
  [manifest.routines.key]: gzipSync(`${JSON.stringify({ kind, name: 'day_of(timestamp with time zone)', sql })}\n`),
});

it.each(['function', 'trigger'])('runs no %s of a backup that no release had', async (kind) => {
  const sql = 'create table stolen as select pg_read_file($$/etc/hostname$$) as content';
  const { outcome, tables } = await restored(forged(OLDER, routines(kind, sql)));
  expect(outcome).toMatch(/is of no release that this version knows, so it is not run/);
  expect(tables).toEqual([]);
});

it('reads no function of a backup of this version, and no view at all', async () => {
  const sql = 'create table stolen (id integer)';
  for (const [change, kind] of [
    [() => undefined, 'function'],
    [OLDER, 'view'],
  ] as const) {
    const { tables } = await restored(forged(change, routines(kind, sql)));
    expect(tables).not.toContain('stolen');
  }
});

it('is refused at once where a table has a column that is not there', async () => {
  const { outcome, tables } = await restored(
    forged((copy) => {
      const users = copy.tables.find(({ name }) => name === 'users');
      if (users) users.columns[0] = 'not_there';
    }),
  );
  expect(outcome).toMatch(/^The table users could not be restored: column "not_there"/);
  expect(tables).toEqual([]);
});

it('fills no table that is not of the product', async () => {
  const { outcome, tables } = await restored(
    forged((copy) => Object.assign(copy.tables.find(({ name }) => name === 'users') ?? {}, { name: 'pg_authid' })),
  );
  expect(outcome).toBe('The backup has a table that is not of the product: public.pg_authid.');
  expect(tables).toEqual([]);
});
