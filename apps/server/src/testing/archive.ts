import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { quietContext } from '../cli/command-context.ts';
import { type Config, loadConfig } from '../config.ts';
import { signAuditWith } from '../platform/audit/audit-signature.ts';
import type { Context } from '../platform/context.ts';
import { openDatabase } from '../platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
import { prepareJobs } from '../platform/jobs/jobs.ts';
import { queryOf } from './command-line.ts';
import { placeOfDatabases } from './memory-folder.ts';
import { AUDIT_SECRET } from './template.ts';

/** A machine with an embedded database of its own, whose archive goes to a folder beside it. */
export interface ArchivedMachine {
  /** Everything of the test. */
  folder: string;
  /** The place of backups. */
  place: string;
  config: Config;
  context: Context;
  postgres: EmbeddedPostgres;
  /** Ends the segment under way, so that it can be sent. Returns its name. */
  endSegment: () => Promise<string>;
}

const TOKEN_SECRET = 'signs the tokens of a machine with an archive';

/** The settings of a machine whose backups go to `place`. */
export const archivedSettings = (dataDir: string, place: string) => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  TOKEN_SECRET,
  AUDIT_SECRET,
  ARCHIVE: 'on',
  BACKUP_URL: `file://${place}`,
});

/** Starts the machine for the tests of a file, with the tables of the product and nothing in them. */
export function useArchivedMachine(env: Record<string, string> = {}): ArchivedMachine {
  const folder = mkdtempSync(join(placeOfDatabases(), 'pimis-archive-test-'));
  // The account of the database has to enter it, where root runs the tests.
  chmodSync(folder, 0o755);
  const machine = { folder, place: join(folder, 'place') } as ArchivedMachine;
  let at = folder;
  beforeAll(async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    machine.config = loadConfig({ ...archivedSettings(dataDir, machine.place), ...env }, { demo: false });
    machine.postgres = await startEmbeddedPostgres(dataDir, { archiveSeconds: 3_600 });
    at = machine.postgres.folder;
    await migrate(machine.postgres.url);
    await prepareJobs(machine.postgres.url);
    signAuditWith(machine.config);
    // It would commit something at any moment.
    await queryOf(machine.postgres.url, 'alter system set autovacuum = off');
    await queryOf(machine.postgres.url, 'select pg_reload_conf()');
    const db = openDatabase(machine.postgres.url, { max: 4, background: true });
    machine.context = await quietContext(machine.config, db);
    machine.endSegment = async () => {
      const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_switch_wal()) as name`.execute(db);
      return rows[0]?.name ?? '';
    };
  });
  afterAll(async () => {
    await machine.context.db.destroy();
    await machine.postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(at, { recursive: true, force: true });
  });
  return machine;
}
