import { productEvents } from '../listeners.ts';
import { type Config, loadConfig } from '../config.ts';
import { signAuditWith } from '../platform/audit-signature.ts';
import type { Context } from '../platform/context.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { openFileStore } from '../platform/files.ts';
import { COMMAND_CONNECTIONS } from '../platform/connection-counts.ts';
import { prepareJobs } from '../platform/jobs.ts';
import { makeMailer } from '../platform/mail.ts';
import { migrate } from '../platform/migrate.ts';
import { noopLogger } from '../platform/noop-logger.ts';

/** What calls work with, outside of a running server: nothing is logged. */
export async function quietContext(config: Config, db: Database): Promise<Context> {
  return {
    config,
    db,
    files: await openFileStore(config),
    mail: makeMailer(config),
    log: noopLogger,
    events: productEvents(),
    now: () => new Date(),
  };
}

/** The configured database, as it is, and a function that leaves it. */
export async function openCommandDatabase(config: Config): Promise<{ url: string; close: () => Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => undefined };
  const embedded = await startEmbeddedPostgres(config.dataDir);
  // The embedded database stays if a running server uses it, and otherwise ends with the command.
  return { url: embedded.url, close: () => embedded.stop() };
}

/** The context of a command: the configured database, migrated to this version, and a function that closes it. */
export async function openCommand(): Promise<{ context: Context; close: () => Promise<void> }> {
  const config = loadConfig(process.env, { demo: false });
  signAuditWith(config);
  const { url, close } = await openCommandDatabase(config);
  try {
    await migrate(url);
    await prepareJobs(url);
  } catch (error) {
    await close();
    throw error;
  }
  const db = openDatabase(url, { max: COMMAND_CONNECTIONS, background: true });
  const context = await quietContext(config, db);
  return {
    context,
    close: async () => {
      await db.destroy();
      await close();
    },
  };
}
