import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../config.ts';
import { openDatabase } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { openFileStore } from '../platform/files.ts';
import { prepareJobs } from '../platform/jobs.ts';
import { makeMailer } from '../platform/mail.ts';
import { migrate } from '../platform/migrate.ts';
import { silentLog } from '../testing/silent-log.ts';
import { seedBulk } from './bulk.ts';
import { seedDemoAccounts } from './demo-organizations.ts';
import { seedReferenceData } from './reference.ts';

const MAX_PROJECTS = 5_000_000;

/** `npm run seed -- --projects N`: a large data set in the configured database, with the demo accounts. */
const { values } = parseArgs({ options: { projects: { type: 'string', default: '10000' } } });
const count = Number(values.projects);
if (!Number.isInteger(count) || count < 1 || count > MAX_PROJECTS) {
  throw new ConfigError('--projects', `must be a whole number from 1 to ${MAX_PROJECTS}`);
}
const config = loadConfig(process.env, { demo: false });
const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir);
const url = config.databaseUrl ?? embedded?.url ?? '';
await migrate(url);
await prepareJobs(url);
const db = openDatabase(url, { max: 4 });
const context = {
  config,
  db,
  files: openFileStore(config),
  mail: makeMailer(config),
  log: silentLog,
  now: () => new Date(),
};
await seedReferenceData(context);
await seedDemoAccounts(context);
const started = Date.now();
await seedBulk(context, count);
process.stdout.write(`${count} projects added in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
await db.destroy();
// A database that a running server uses stays; one that was started for this ends with it.
if (embedded && !embedded.adopted) await embedded.stop();
