import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeys } from '../backup/encryption.ts';
import { SILENT } from '../backup/progress.ts';
import { openPlace } from '../backup/place.ts';
import { runBackup } from '../backup/run-backup.ts';
import { readArchiveState, readBase } from '../platform/storage/archive-state.ts';
import { archivedSettings, useArchivedMachine } from '../testing/archive.ts';
import { BaseMaker } from './base-maker.ts';
import { forgetSent, sentObjects } from './documents.ts';
import { openSealed, readSealed } from './sealed-object.ts';
import { headKey } from './segments.ts';
import { Shipper } from './shipper.ts';

const machine = useArchivedMachine();
let shipper: Shipper;
let recipient = '';
let documents = 1;

beforeAll(async () => {
  ({ recipient } = await makeKeys());
  machine.config = { ...machine.config, backupPublicKey: recipient };
  const source = { url: machine.postgres.url, folder: machine.postgres.folder };
  shipper = new Shipper({ ...machine.context, config: machine.config }, source, (state) => {
    state.documents ??= 0;
  });
  await shipper.round();
});
afterAll(() => shipper.close());

/** Adds a revision with a content; the tables that it refers to are left out. */
async function add(client: pg.Client, content: string): Promise<number> {
  const { key, hash, size } = await machine.context.files.put(
    `documents/${Math.random()}`.replace('0.', ''),
    Readable.from([content]),
    100,
  );
  const { rows } = await client.query<{ id: number }>(
    `insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type, storage_key)
     values ($4, 1, '', 'a.txt', 'txt', $1, $2, '', 'text/plain', $3) returning id`,
    [size, hash, key, (documents += 1)],
  );
  return rows[0]?.id ?? 0;
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: machine.postgres.url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  return client;
}

const settled = async () => (await readArchiveState(machine.config.dataDir))?.documents;

describe('documents in the archive', () => {
  it('are sent in whatever order they are committed, and once', async () => {
    const [early, late] = [await connected(), await connected()];
    await early.query('begin');
    const first = await add(early, 'почео је раније');
    const second = await add(late, 'потврђен је раније');
    await shipper.round();
    await shipper.round();
    expect(await sentObjects(machine.config.dataDir)).toHaveLength(1);
    expect(await settled()).toBeLessThan(first);
    await early.query('commit');
    await shipper.round();
    expect(await sentObjects(machine.config.dataDir)).toHaveLength(2);
    await add(late, 'потврђен је раније');
    await late.query('select pg_current_xact_id()');
    for (let round = 0; round < 4; round += 1) await shipper.round();
    expect(await sentObjects(machine.config.dataDir)).toHaveLength(2);
    expect(await settled()).toBeGreaterThan(second);
    await early.end();
    await late.end();
  });

  it('are those of the next backup, which copies nothing again', async () => {
    const sent = await sentObjects(machine.config.dataDir);
    const backup = async (stored: typeof sent) =>
      runBackup({
        config: machine.config,
        databaseUrl: machine.postgres.url,
        files: machine.context.files,
        place: await openPlace(machine.place),
        progress: SILENT,
        now: new Date(),
        stored,
      });
    const finished = await backup(sent);
    expect(finished).toMatchObject({ missing: [], damaged: [] });
    expect(finished.manifest.files.objects).toBe(2);
    const contents = sent.reduce((sum, { size }) => sum + size, 0);
    expect(finished.bytes - finished.newBytes).toBe(contents);
    // Files used by a backup are forgotten two days later.
    await forgetSent(machine.config.dataDir, new Date());
    expect(await sentObjects(machine.config.dataDir)).toHaveLength(2);
    await forgetSent(machine.config.dataDir, new Date(Date.now() + 3 * 86_400_000));
    expect(await sentObjects(machine.config.dataDir)).toEqual([]);
    expect(await backup([])).toMatchObject({ missing: [], damaged: [] });
  });

  it('leave the archive whole where the store has lost one', async () => {
    const client = await connected();
    await sql`select 1`.execute(machine.context.db);
    await client.query(
      `insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type, storage_key)
       values (1, 1, '', 'a.txt', 'txt', 3, repeat('ab', 32), '', 'text/plain', 'documents/none')`,
    );
    await client.end();
    expect(await shipper.round()).toBe(true);
  });
});

it('a first base is made although the store has lost a document', async () => {
  const before = { ...process.env };
  const { dataDir } = machine.config;
  Object.assign(process.env, archivedSettings(dataDir, machine.place), { BACKUP_PUBLIC_KEY: recipient });
  try {
    const maker = new BaseMaker({ ...machine.context, config: machine.config });
    const state = await readArchiveState(dataDir);
    if (!state) throw new Error('no state');
    state.documents = null;
    const round = { at: '', position: '', system: state.system, timeline: 1, oldest: 1n, next: 1n, revision: 3 };
    maker.look(state, round);
    await expect.poll(async () => (await readBase(dataDir))?.system, { timeout: 60_000 }).toBe(state.system);
    expect(state).toMatchObject({ documents: 3, baseFailure: null });
  } finally {
    for (const name of Object.keys(process.env)) if (before[name] === undefined) delete process.env[name];
    Object.assign(process.env, before);
  }
});

it('heads of the audit log go along, each line once', async () => {
  machine.config = { ...machine.config, backupPublicKey: undefined };
  await shipper.close();
  shipper = new Shipper(
    { ...machine.context, config: machine.config },
    { url: machine.postgres.url, folder: machine.postgres.folder },
  );
  const folder = join(machine.config.dataDir, 'audit-heads');
  mkdirSync(folder);
  writeFileSync(join(folder, '2026-11-29.jsonl'), 'прва\n');
  await shipper.round();
  appendFileSync(join(folder, '2026-11-29.jsonl'), 'друга\n');
  await shipper.round();
  await shipper.round();
  const place = await openPlace(machine.place);
  const system = (await readArchiveState(machine.config.dataDir))?.system ?? '';
  const read = async (from: number) => {
    const key = headKey(system, '2026-11-29', from);
    const sealed = await readSealed(place, key);
    return sealed && text(await openSealed(place, key, sealed, null));
  };
  expect([await read(0), await read(9)]).toEqual(['прва\n', 'друга\n']);
});
