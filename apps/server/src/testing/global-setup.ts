import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { placeOfDatabases } from './memory-folder.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { prepareTemplate } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    templateName: string;
    /** PgBouncer before it, with PIMIS_PGBOUNCER=1: the calls of every API test go through it. */
    poolerUrl: string | null;
  }
}

const TEMPLATE = 'pimis_template';
/** The PostgreSQL with the template that somebody has prepared for several runs, as scripts/mutants.ts does. */
export const PREPARED_POSTGRES = 'PIMIS_PREPARED_POSTGRES';

/** Starts a temporary PostgreSQL with the template that every test file copies. */
export async function startPrepared(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(placeOfDatabases(), 'pimis-test-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres(folder, { fast: true });
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    if (!postgres.folder.startsWith(folder)) rmSync(postgres.folder, { recursive: true, force: true });
  };
  try {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database ${TEMPLATE}`);
    await client.end();
    await prepareTemplate(postgres.url, TEMPLATE, folder);
    return { url: postgres.url, stop };
  } catch (error) {
    // Without a template the run fails, and the database must be stopped here.
    await stop();
    throw error;
  }
}

/** One temporary PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prepared = process.env[PREPARED_POSTGRES];
  const { url, stop } = prepared === undefined ? await startPrepared() : { url: prepared, stop: async () => undefined };
  try {
    project.provide('postgresUrl', url);
    project.provide('templateName', TEMPLATE);
    const pooler = process.env.PIMIS_PGBOUNCER === '1' ? await startPgBouncer(url) : null;
    project.provide('poolerUrl', pooler?.url ?? null);
    return async () => {
      await pooler?.stop();
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
