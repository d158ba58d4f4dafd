import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { buildApp } from '../../apps/server/src/app.ts';
import { loadConfig } from '../../apps/server/src/config.ts';
import { sealAudit } from '../../apps/server/src/modules/audit/chain.ts';
import { compactStateCounts } from '../../apps/server/src/modules/projects/state-counts.ts';
import type { Context } from '../../apps/server/src/platform/context.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { openFileStore } from '../../apps/server/src/platform/storage/files.ts';
import { prepareJobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { makeMailer } from '../../apps/server/src/platform/mail/mail.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { seedBulk } from '../../apps/server/src/seed/bulk.ts';
import { seedDemoAccounts } from '../../apps/server/src/seed/demo-organizations.ts';
import { seedReferenceData } from '../../apps/server/src/seed/reference.ts';
import { benchFolder } from '../measuring.ts';
import { startBare } from './bare.ts';

/** A database with this many projects, with the product's server and the bare one. */
export interface Site {
  projects: number;
  /** Of the database. */
  url: string;
  db: Database;
  /** The addresses of both servers. */
  product: string;
  bare: string;
  /** Of PostgreSQL. */
  version(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a site in a folder of its size; an existing database is used as it is, otherwise it is filled. */
export async function openSite(parent: string, projects: number): Promise<Site> {
  const folder = join(parent, String(projects));
  mkdirSync(folder, { recursive: true });
  benchFolder(folder);
  const postgres = await startEmbeddedPostgres(folder);
  const { url } = postgres;
  await migrate(url);
  await prepareJobs(url);
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, { demo: false });
  const db = openDatabase(url);
  const background = openDatabase(url, { max: 2, background: true });
  const { app, context } = await buildApp({
    config,
    db,
    files: await openFileStore(config),
    mail: makeMailer(config),
    now: () => new Date(),
  });
  const filling = { ...context, db: background };
  await fill(filling, projects);
  await rest(filling);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const bare = await startBare(url);
  return {
    projects,
    url,
    db,
    product: addressOf(app.server),
    bare: addressOf(bare.server),
    version: async () => {
      const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
      return rows[0]?.version ?? '';
    },
    stop: async () => {
      await app.close();
      await bare.stop();
      await background.destroy();
      await db.destroy();
      await postgres.stop();
    },
  };
}

function addressOf(server: { address(): string | AddressInfo | null }): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
}

async function fill(context: Context, projects: number): Promise<void> {
  await seedReferenceData(context, { illustrative: true });
  await seedDemoAccounts(context);
  const { made } = await context.db
    .selectFrom('projects')
    .select((row) => row.fn.countAll<string>().as('made'))
    .executeTakeFirstOrThrow();
  const missing = projects - Number(made);
  if (missing <= 0) return;
  const started = performance.now();
  await seedBulk(context, missing);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stderr.write(`${missing} projects seeded in ${seconds} s\n`);
}

/** Finishes maintenance work of the filled tables, so that none of it runs during measurements. */
async function rest(context: Context): Promise<void> {
  const { db } = context;
  // The jobs of each minute.
  await compactStateCounts(context);
  await sealAudit(context);
  await cleaned(db, sql`vacuum analyze`);
  // Renews the statistics of each column; otherwise autovacuum would do so later.
  await cleaned(db, sql`vacuum pg_statistic`);
  // Everything written is in the files, so that nothing is written during measurements.
  await sql`checkpoint`.execute(db);
}

/** A connection reports its changes up to a second later; without this pause autovacuum would run again. */
async function cleaned(db: Database, cleaning: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  await cleaning.execute(db);
}
