import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../apps/server/src/app.ts';
import { loadConfig } from '../apps/server/src/config.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { openFileStore } from '../apps/server/src/platform/files.ts';
import { prepareJobs } from '../apps/server/src/platform/jobs.ts';
import { makeMailer } from '../apps/server/src/platform/mail.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { seedBulk } from '../apps/server/src/seed/bulk.ts';
import { DEMO_PASSWORD } from '../apps/server/src/seed/demo-accounts.ts';
import { seedDemoAccounts } from '../apps/server/src/seed/demo-organizations.ts';
import { seedReferenceData } from '../apps/server/src/seed/reference.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const ROUNDS = 25;
const CALLS: Record<string, string> = {
  'page 1, newest first': 'projects/paged?perPage=25',
  'page 1, by value': 'projects/paged?perPage=25&sort_by=totalValue&sort_desc=true',
  'search in Latin letters': 'projects/paged?perPage=25&filter[name]=bajina',
  'page 40': 'projects/paged?perPage=25&page=40',
  'header search': 'search?q=vodovod',
};

/** Milliseconds of each call through the whole server, median of the rounds, at two sizes of the same database. */
const folder = mkdtempSync(join(tmpdir(), 'pimis-bench-'));
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres(folder);
await migrate(postgres.url);
await prepareJobs(postgres.url);
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, { demo: false });
const db = openDatabase(postgres.url);
const { app, context } = await buildApp({
  config,
  db,
  files: openFileStore(config),
  mail: makeMailer(config),
  now: () => new Date(),
});
await seedReferenceData(context);
await seedDemoAccounts(context);

const { payload } = (
  await app.inject({ method: 'POST', url: '/api/login', payload: { login: 'admin', password: DEMO_PASSWORD } })
).json<{ payload: { accessToken: string } }>();

async function median(path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const answer = await app.inject({
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${payload.accessToken}` },
    });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

async function measure(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [name, path] of Object.entries(CALLS)) found.set(name, await median(path));
  return found;
}

await seedBulk(context, SMALL);
const small = await measure();
await seedBulk(context, LARGE - SMALL);
const large = await measure();
process.stdout.write(`call | ms at ${SMALL} | ms at ${LARGE} | ratio\n`);
for (const name of Object.keys(CALLS)) {
  const [a = Number.NaN, b = Number.NaN] = [small.get(name), large.get(name)];
  process.stdout.write(`${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(b / a).toFixed(1)}\n`);
}
await app.close();
await db.destroy();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
