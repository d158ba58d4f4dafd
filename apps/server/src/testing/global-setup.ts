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

/** One temporary PostgreSQL for the whole run, with the template that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(placeOfDatabases(), 'pimis-test-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres(folder, { fast: true });
  const ends: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends) await end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    if (!postgres.folder.startsWith(folder)) rmSync(postgres.folder, { recursive: true, force: true });
  };
  try {
    const templateName = 'pimis_template';
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database ${templateName}`);
    await client.end();
    await prepareTemplate(postgres.url, templateName, folder);
    project.provide('postgresUrl', postgres.url);
    project.provide('templateName', templateName);
    const pooler = process.env.PIMIS_PGBOUNCER === '1' ? await startPgBouncer(postgres.url) : null;
    if (pooler) ends.push(pooler.stop);
    project.provide('poolerUrl', pooler?.url ?? null);
    return stop;
  } catch (error) {
    // Without a template the run fails, and the database must be stopped here.
    await stop();
    throw error;
  }
}
