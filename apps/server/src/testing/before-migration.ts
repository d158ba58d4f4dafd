import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { migrate } from '../platform/migrate.ts';
import { databaseUrl } from './template.ts';

const FOLDER = join(import.meta.dirname, '..', 'migrations');
const WAIT_MS = 20_000;

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function administer(statement: string): Promise<void> {
  const client = await connected(inject('postgresUrl'));
  await client.query(statement);
  await client.end();
}

/** A database of its own as it is before a migration runs. */
export function useDatabaseBefore(first: string) {
  const name = `t_${process.pid}_${Date.now()}_before`;
  const url = databaseUrl(inject('postgresUrl'), name);
  let client: pg.Client;
  beforeAll(async () => {
    await administer(`create database ${name}`);
    client = await connected(url);
    await client.query('create table migrations (name text primary key, hash text not null, applied_at timestamptz)');
    for (const file of readdirSync(FOLDER).sort()) {
      if (file >= first) break;
      const text = readFileSync(join(FOLDER, file), 'utf8');
      await client.query(text);
      const hash = createHash('sha256').update(text).digest('hex');
      await client.query('insert into migrations (name, hash) values ($1, $2)', [file, hash]);
    }
  });
  afterAll(async () => {
    await client.end();
    await administer(`drop database ${name} with (force)`);
  });
  return {
    query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => client.query<Row>(text, values),
    connect: () => connected(url),
    /** Migrates while a transaction is open that some migration waits for; it is committed then. */
    migrateBeside: async (open: pg.Client) => {
      const migrated = migrate(url);
      const waiting = () =>
        client.query<{ waits: boolean }>(`select exists (select from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())) as waits`);
      await expect.poll(async () => (await waiting()).rows[0]?.waits, { timeout: WAIT_MS }).toBe(true);
      await open.query('commit');
      await open.end();
      expect(await migrated).toContain(first);
    },
  };
}
