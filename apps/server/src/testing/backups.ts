import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { openPlace } from '../backup/place.ts';
import { type Progress, SILENT } from '../backup/progress.ts';
import { requireEmptyTarget, restoreBackup, secretsOf } from '../backup/restore.ts';
import { type Finished, runBackup } from '../backup/run-backup.ts';
import { type Verified, verifyBackup } from '../backup/verify.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { openStore } from '../platform/storage/files.ts';
import type { TestServer } from './server.ts';
import { databaseUrl } from './template.ts';

let counter = 0;

/** An empty machine: a new database and a new DATA_DIR. */
export interface Machine {
  databaseUrl: string;
  dataDir: string;
  files: FileStore;
}

/** Runs one query in a connection of its own. */
export async function queryRows<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Backups of the server of a test file, and machines to restore them on. Call it at the top of the file. */
export function useBackups(server: TestServer) {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-backup-test-'));
  const databases: string[] = [];

  afterAll(async () => {
    for (const name of databases) await queryRows(inject('postgresUrl'), `drop database ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  });

  const sourceUrl = async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
    return databaseUrl(inject('postgresUrl'), rows[0]?.name ?? '');
  };
  const backup = async (
    address: string,
    { publicKey, progress = SILENT, now }: { publicKey?: string; progress?: Progress; now?: Date } = {},
  ): Promise<Finished & { place: FileStore }> => {
    const place = await openPlace(address);
    const finished = await runBackup({
      config: { ...server.context.config, backupPublicKey: publicKey },
      databaseUrl: await sourceUrl(),
      files: server.context.files,
      place,
      progress,
      now: now ?? new Date(),
    });
    return { ...finished, place };
  };
  const machine = async (): Promise<Machine> => {
    const name = `t_${process.pid}_restored_${counter++}`;
    await queryRows(inject('postgresUrl'), `create database ${name}`);
    databases.push(name);
    const dataDir = mkdtempSync(join(folder, 'machine-'));
    return {
      databaseUrl: databaseUrl(inject('postgresUrl'), name),
      dataDir,
      files: await openStore('file:', join(dataDir, 'files')),
    };
  };
  /** Verifies a backup and restores it, as the command does. */
  const restore = async (place: FileStore, id: string, identity: string | null = null): Promise<Machine & Verified> => {
    const verified = await verifyBackup(place, id, { identity, signers: null }, SILENT);
    const target = await machine();
    const chosen = { place, manifest: verified.manifest, identity };
    const secrets = await secretsOf(chosen);
    const into = { ...target, config: { dataDir: target.dataDir } };
    await requireEmptyTarget(into, secrets);
    await restoreBackup(chosen, into, secrets, SILENT);
    return { ...target, ...verified };
  };
  return { folder, sourceUrl, backup, machine, restore };
}

/** The rows of each table, counted and hashed; with generated columns. */
export async function fingerprints(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      // The list of public changes has numbers of transactions, which differ between databases.
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'public_changes' order by 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ rows: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as rows from ${name} t`,
      );
      found[name] = rows[0]?.rows ?? '';
    }
    return found;
  } finally {
    await client.end();
  }
}
