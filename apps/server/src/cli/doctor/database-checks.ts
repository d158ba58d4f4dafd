import { resolve } from 'node:path';
import type { HealthPart } from '@pimis/contract/health';
import pg from 'pg';
import type { Config } from '../../config.ts';
import { backupFailure, lastBackup, lastTrial, oldestBackupMs } from '../../platform/storage/backup-state.ts';
import { archivePart } from '../../modules/health/archive-part.ts';
import { COMMAND_CONNECTIONS, SERVER_CONNECTIONS } from '../../platform/database/connection-counts.ts';
import { archiverOf, archiverProblem } from '../../platform/database/archiver.ts';
import { DATABASE_FACTS, type DatabaseFacts, databaseProblems } from '../../platform/database/database-fitness.ts';
import { type Database, openDatabase, STATEMENT_MS } from '../../platform/database/database.ts';
import { hasEmbeddedCluster } from '../../platform/database/embedded-postgres.ts';
import { openStore } from '../../platform/storage/files.ts';
import { pendingMigrations } from '../../platform/database/migrate.ts';
import { foreignSecrets, secretProblem } from '../../platform/audit/secret-marks.ts';
import { copiedAt } from '../../platform/process/installation-copy.ts';
import { refuseUnfinished } from '../../platform/process/unfinished-restore.ts';
import { requireOwnStore } from '../../platform/storage/store-mark.ts';
import { demoProblem, openDemoAccounts } from '../../seed/demo-guard.ts';
import { openAnyDatabase } from '../command-context.ts';
import { sentenceOf } from '../outcome.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const CONNECT_MS = 5_000;
/** A bucket that does not respond must not block the doctor. */
const PATIENCE = { silenceMs: 4_000, attempts: 1 };
/** The connections of one server and a command (docs/operations.md, "Many calls at once"). */
const CONNECTIONS = SERVER_CONNECTIONS + COMMAND_CONNECTIONS;
const CLOCKS_APART_MS = 5_000;

interface About extends DatabaseFacts {
  connections: number;
  now: Date;
  /** The same value for a database at any of its addresses, and for its replicas. */
  identity: string;
  /** Milliseconds; 0: none. */
  statementTimeout: number;
}

async function ask(url: string): Promise<About> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<About>(
      `select ${DATABASE_FACTS}, current_setting('max_connections')::integer as connections, clock_timestamp() as now,
         (select system_identifier from pg_control_system()) || '/' || current_database() as identity,
         (select setting::integer from pg_settings where name = 'statement_timeout') as "statementTimeout"`,
    );
    return rows[0] as About;
  } finally {
    await client.end();
  }
}

function findingsOf(check: string, about: About): Finding[] {
  const problems = databaseProblems(about);
  const apart = Math.abs(about.now.getTime() - Date.now());
  return [
    problems.length === 0 ? ok(check, `PostgreSQL ${about.shown} answers`) : wrong(check, problems.join('; ')),
    ...(about.connections < CONNECTIONS
      ? [wrong(check, `max_connections is ${about.connections}; a server needs ${CONNECTIONS}`)]
      : []),
    ...(apart > CLOCKS_APART_MS
      ? [wrong('clock', `the database's clock differs by ${Math.round(apart / 1000)} s`)]
      : []),
  ];
}

async function schema(url: string): Promise<Finding> {
  const names = await pendingMigrations(url);
  if (names.length === 0) return ok('migrations', 'the database is of this version');
  return note('migrations', `the next start runs: ${names.join(', ')}`);
}

/** Whether an external database archives its segments. Without that, only the last backup can be restored. */
async function archive(url: string, config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined && config.archive === undefined) return [];
  const db = openDatabase(url, { max: 1, background: true });
  try {
    const archiver = await archiverOf(db);
    if (config.archive !== undefined) {
      return [sentFinding(await archivePart({ db, config, now: () => new Date() }))];
    }
    if (!archiver.isOn) return [note('archive', 'archive_mode is off: only backups protect the database')];
    const problem = archiverProblem(archiver);
    if (problem !== null) return [wrong('archive', problem)];
    return [ok('archive', 'the database archives its segments')];
  } finally {
    await db.destroy();
  }
}

/** The progress of the archive of the embedded database. */
function sentFinding({ state, reason, until }: HealthPart): Finding {
  if (state === 'off') return note('ARCHIVE', 'this installation is a copy for trials: nothing is sent');
  const text = reason ?? 'nothing was sent yet';
  if (state === 'failed') return wrong('ARCHIVE', text);
  return until === null ? note('ARCHIVE', text) : ok('ARCHIVE', `everything until ${until} was sent`);
}

/** Whether the daily backup is made. A new installation has a day for its first backup. */
async function backupState(url: string, config: Config): Promise<Finding[]> {
  const db = openDatabase(url, { max: 1, background: true });
  try {
    if ((await copiedAt(db)) !== null) return [];
    const [last, failure, trial] = [await lastBackup(db), await backupFailure(db), await lastTrial(db)];
    if (trial?.reason) return [wrong('BACKUP_TRIAL', `the restore on trial failed at ${trial.at}: ${trial.reason}`)];
    if (failure) return [wrong('BACKUP_URL', `the daily backup failed at ${failure.at}: ${failure.reason}`)];
    if (!last) return [note('BACKUP_URL', 'no backup was made yet')];
    const [trouble] = last.troubles ?? [];
    if (trouble !== undefined) return [wrong('BACKUP_URL', trouble)];
    const old = Date.now() - new Date(last.at).getTime() > oldestBackupMs(config);
    return [old ? wrong('BACKUP_URL', `the last backup is of ${last.at}`) : ok('BACKUP_URL', `last backup ${last.at}`)];
  } finally {
    await db.destroy();
  }
}

/** Settings by which a copy would reach somebody outside of it. */
const REACHING = {
  SMTP_URL: 'smtpUrl',
  AUDIT_SYSLOG: 'auditSyslog',
} as const satisfies Record<string, keyof Config>;

/** Whether the installation is a copy for trials, and which of its settings do not fit one. */
async function copyFindings(db: Database, config: Config): Promise<Finding[]> {
  const at = await copiedAt(db);
  if (at === null) return [];
  const reaching = Object.entries(REACHING).filter(([, key]) => config[key] !== undefined);
  return [
    note(
      'copy',
      `this installation is a copy for trials, of the data of ${at}: it writes to nobody, and makes no backups`,
    ),
    ...reaching.map(([name]) => wrong(name, 'is set in a copy, which must write to nobody: unset it')),
  ];
}

/**
 * Checks whether secrets and store are those of the installation, and which accounts have the published password of the
 * demo.
 */
async function installation(url: string, config: Config): Promise<Finding[]> {
  const db = openDatabase(url, { max: 1, background: true });
  try {
    const foreign = await checked('TOKEN_SECRET', async () =>
      (await foreignSecrets(db, config)).map((name) => wrong(name, secretProblem(name))),
    );
    const store = await checked('STORAGE_URL', async () => {
      const files = await openStore(config.storageUrl, resolve(config.dataDir, 'files'), PATIENCE);
      await requireOwnStore(db, files);
      return [];
    });
    const copy = await checked('copy', () => copyFindings(db, config));
    const demo = await checked('DEMO', async () => {
      const problem = config.demo ? await demoProblem(db) : null;
      const open = await openDemoAccounts(db);
      return [
        ...(problem === null ? [] : [wrong('DEMO', problem)]),
        ...(open.length === 0
          ? []
          : [wrong('DEMO', `the published password of the demo opens ${open.join(', ')}: revoke their access`)]),
      ];
    });
    return [...copy, ...foreign, ...store, ...demo];
  } finally {
    await db.destroy();
  }
}

/** Another address of the same database; the server would mix two databases otherwise. */
const isSame = (about: About, own: About | undefined) => own === undefined || about.identity === own.identity;
const OTHER_DATABASE = 'is another database than DATABASE_URL';

async function checked(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    // The finding names the setting already.
    return [wrong(check, sentenceOf(error).replace(`${check}: `, ''))];
  }
}

/** A database that accepts writes is not a replica, and is never read from. */
function replicaFindings(about: About, own: About | undefined): Finding[] {
  if (!about.standby) return [wrong('READ_DATABASE_URL', 'is no replica: it accepts writes')];
  if (!isSame(about, own)) return [wrong('READ_DATABASE_URL', OTHER_DATABASE)];
  return findingsOf('READ_DATABASE_URL', about);
}

/** The pooler sets the limit of a statement: the server cannot, because each statement may have another connection. */
function poolerFindings(about: About, own: About | undefined): Finding[] {
  if (!isSame(about, own)) return [wrong('POOLED_DATABASE_URL', OTHER_DATABASE)];
  if (about.statementTimeout > 0) return findingsOf('POOLED_DATABASE_URL', about);
  const query = `connect_query = 'set statement_timeout = ${STATEMENT_MS}'`;
  return [wrong('POOLED_DATABASE_URL', `PgBouncer sets no statement_timeout: ${query}`)];
}

/** The databases: reachable, new enough, fit for the product, of this version, and one. */
export async function databaseChecks(config: Config): Promise<Finding[]> {
  const { readDatabaseUrl, pooledDatabaseUrl } = config;
  let primary: About | undefined;
  // The database is not complete, and a start of the embedded one would go on with it.
  const restored = await checked('DATA_DIR', async () => {
    refuseUnfinished(config.dataDir);
    return [];
  });
  if (restored.length > 0) return restored;
  const own = await checked('DATABASE_URL', async () => {
    if (config.databaseUrl === undefined && !hasEmbeddedCluster(config.dataDir)) {
      return [note('DATABASE_URL', 'the embedded PostgreSQL is made at the first start')];
    }
    const { url, close } = await openAnyDatabase(config);
    try {
      primary = await ask(url);
      const migrations = await checked('migrations', async () => [await schema(url)]);
      const isCurrent = migrations.every(({ state }) => state === 'ok');
      const marks = isCurrent ? await installation(url, config) : [];
      const backups = config.backupUrl && isCurrent ? await checked('BACKUP_URL', () => backupState(url, config)) : [];
      const archived = await checked('archive', () => archive(url, config));
      return [...findingsOf('DATABASE_URL', primary), ...archived, ...migrations, ...marks, ...backups];
    } finally {
      await close();
    }
  });
  const pooled = pooledDatabaseUrl
    ? await checked('POOLED_DATABASE_URL', async () => poolerFindings(await ask(pooledDatabaseUrl), primary))
    : [];
  const replica = readDatabaseUrl
    ? await checked('READ_DATABASE_URL', async () => replicaFindings(await ask(readDatabaseUrl), primary))
    : [];
  return [...own, ...pooled, ...replica];
}
