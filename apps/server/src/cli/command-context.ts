import { upgrade } from '../backup/upgrade.ts';
import { productEvents } from '../listeners.ts';
import { type Config, loadConfig } from '../config.ts';
import { computeMarked } from '../modules/projections/compute.ts';
import { signAuditWith } from '../platform/audit/audit-signature.ts';
import type { Context } from '../platform/context.ts';
import { databaseClock } from '../platform/database/database-clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { requireFitDatabase } from '../platform/database/database-fitness.ts';
import { hasEmbeddedCluster, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { openFileStore } from '../platform/storage/files.ts';
import { COMMAND_CONNECTIONS } from '../platform/database/connection-counts.ts';
import { prepareJobs } from '../platform/jobs/jobs.ts';
import { makeMailer } from '../platform/mail/mail.ts';
import { BASELINE, pendingMigrations } from '../platform/database/migrate.ts';
import { noopLogger } from '../platform/process/noop-logger.ts';
import { Refused } from '../platform/process/refused.ts';
import { refuseUnfinished } from '../platform/process/unfinished-restore.ts';
import { requireOwnSecrets } from '../platform/audit/secret-marks.ts';
import { guardedIfMarked } from '../platform/storage/store-mark.ts';

/** The context of calls, outside of a running server: nothing is logged. */
export async function quietContext(config: Config, db: Database): Promise<Context> {
  return {
    config,
    db,
    files: await openFileStore(config),
    mail: makeMailer(config),
    log: noopLogger,
    events: productEvents(),
    now: await databaseClock(db),
  };
}

/** Where a command finds its database. */
type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

interface CommandDatabase {
  url: string;
  close: () => Promise<void>;
}

/** The configured database, in whatever state; the embedded one is made if there is none. */
export async function openAnyDatabase({ databaseUrl, dataDir }: Place): Promise<CommandDatabase> {
  if (databaseUrl) return { url: databaseUrl, close: async () => undefined };
  const embedded = await startEmbeddedPostgres(dataDir);
  // The embedded database stays if a running server uses it, and otherwise ends with the command.
  return { url: embedded.url, close: () => embedded.stop() };
}

/**
 * Connects to the configured database without changing it; returns a function to disconnect. Errors: PartFailed;
 * Refused for an unsuitable database.
 */
export async function openCommandDatabase(place: Place): Promise<CommandDatabase> {
  const opened = await openAnyDatabase(place);
  try {
    await requireFitDatabase(opened.url);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Error: Refused if there is no database, or an incomplete one, for a command that makes none. */
export function requireDatabase(place: Place): void {
  refuseUnfinished(place.dataDir);
  if (!place.databaseUrl && !hasEmbeddedCluster(place.dataDir)) {
    throw new Refused(
      `There is no database: DATABASE_URL is unset, and DATA_DIR ${place.dataDir} has no embedded one. --env FILE reads the settings of the service.`,
    );
  }
}

/** The same for a command that only reads: nothing is created. Error: Refused if there is no database. */
export async function openExistingDatabase(place: Place): Promise<CommandDatabase> {
  requireDatabase(place);
  return openCommandDatabase(place);
}

/** Error: Refused for a database of another version, or an empty one. */
async function requireCurrent(url: string): Promise<void> {
  const pending = await pendingMigrations(url);
  if (pending.length > 0) {
    throw new Refused(
      `The database is of another version: ${pending.join(', ')} would run. Use the pimis of its version, or migrate it.`,
    );
  }
}

interface Opened {
  context: Context;
  close: () => Promise<void>;
}

/** Marks of the installation that a command does not check, because it changes them. */
interface Unmarked {
  anySecrets?: boolean;
  anyStore?: boolean;
}

async function contextOf(
  config: Config,
  { url, close }: CommandDatabase,
  { prepare, anySecrets = false, anyStore = false }: Unmarked & { prepare: () => Promise<void> },
): Promise<Opened> {
  let db: Database | undefined;
  const leave = async () => {
    await db?.destroy();
    await close();
  };
  try {
    await prepare();
    db = openDatabase(url, { max: COMMAND_CONNECTIONS, background: true, beforeCommit: computeMarked });
    if (!anySecrets) await requireOwnSecrets(db, config);
    const context = await quietContext(config, db);
    const files = anyStore ? context.files : await guardedIfMarked(db, context.files);
    return { context: { ...context, files }, close: leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/**
 * The context of a command: the configured database, migrated to this version, and a function that closes it. `isNew`:
 * it had no tables.
 */
export async function openCommand(): Promise<Opened & { isNew: boolean }> {
  const config = loadConfig(process.env, { demo: false });
  signAuditWith(config);
  const database = await openCommandDatabase(config);
  let isNew = false;
  const opened = await contextOf(config, database, {
    prepare: async () => {
      const ran = await upgrade(config, database.url, (line) => process.stderr.write(`${line}\n`));
      isNew = ran.includes(BASELINE);
      await prepareJobs(database.url);
    },
  });
  return { ...opened, isNew };
}

/** The same for a command that must not change the installation: it creates and migrates nothing. */
export async function openInstallation(options: Unmarked = {}): Promise<Opened> {
  const config = loadConfig(process.env, { demo: false, existing: true });
  signAuditWith(config);
  const database = await openExistingDatabase(config);
  return contextOf(config, database, { prepare: () => requireCurrent(database.url), ...options });
}
