import type pg from 'pg';
import type { Config } from '../config.ts';
import { migrate, MIGRATION_LOCK, numberedPending } from '../platform/database/migrate.ts';
import { COPY_KEY } from '../platform/process/installation-copy.ts';
import { Refused } from '../platform/process/refused.ts';
import { ownCommand } from './own-command.ts';
import { connect } from './tables.ts';
import { counted } from '../platform/process/counted.ts';

/** Any constant beside that of the migrations: of several servers that start at once, one makes the backup. */
const UPGRADE_LOCK = MIGRATION_LOCK + 10;

type Settings = Pick<Config, 'dataDir' | 'backupUrl'>;

/**
 * Migrates a database to this version, after a backup to BACKUP_URL if it has data that a migration changes. Returns
 * the names of the migrations that were applied. Errors: Refused if the backup fails; those of `migrate`.
 */
export async function upgrade(
  config: Settings,
  url: string,
  say: (line: string) => void,
  { withBackup = true }: { withBackup?: boolean } = {},
): Promise<string[]> {
  const lock = await connect(url);
  try {
    await lock.query('select pg_advisory_lock($1)', [UPGRADE_LOCK]);
    const pending = withBackup ? await numberedPending(url) : [];
    if (pending.length > 0 && !(await isCopy(lock))) await backUpFirst(config, pending, say);
    return await migrate(url);
  } finally {
    await lock.end();
  }
}

async function isCopy(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select from settings where key = $1', [COPY_KEY]);
  return rows.length > 0;
}

/** Error: Refused. */
async function backUpFirst(config: Settings, pending: readonly string[], say: (line: string) => void): Promise<void> {
  const { backupUrl } = config;
  if (backupUrl === undefined) {
    say('BACKUP_URL is unset: the database is upgraded without a backup, and there is no way back but one of your own');
    return;
  }
  say(`A backup is made before the upgrade (${counted(pending.length, 'migration')})`);
  const { isDone, said } = await ownCommand(config, ['backup', backupUrl, '--before-upgrade', '--quiet']);
  if (!isDone) {
    throw new Refused(
      `The backup before the upgrade has failed, so nothing was upgraded: ${said.replaceAll('\n', ' ')} Repair it, or upgrade without one: pimis migrate --without-backup.`,
    );
  }
  say(said);
}
