import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** The newest finished backup, as stored in the database. Sizes in bytes. */
export interface LastBackup {
  id: string;
  /** The moment that it contains, and its duration in seconds. */
  at: string;
  seconds: number;
  tables: number;
  rows: number;
  files: number;
  /** The total size, and the size of objects that were new in its place. */
  bytes: number;
  newBytes: number;
  encrypted: boolean;
  /** Problems of the place, one sentence each; missing in backups of older versions. */
  troubles?: string[];
  /** The moment of the last one without problems; null: none. Missing in backups of older versions. */
  goodAt?: string | null;
}

/** The moment of the last backup without problems (ISO 8601); null if there is none. */
export const lastGood = ({ at, troubles = [], goodAt = null }: LastBackup): string | null =>
  troubles.length === 0 ? at : goodAt;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const LEAST_WORK_MINUTES = 30;

/**
 * The age in ms from which a backup is too old: its interval, and half of that (at least half an hour) for the work.
 */
export const oldestBackupMs = ({ backupEvery = DAY_MINUTES }: { backupEvery?: number | undefined }): number =>
  (backupEvery + Math.max(backupEvery / 2, LEAST_WORK_MINUTES)) * MINUTE_MS;

/** Why a daily backup has failed, and when. */
export interface BackupFailure {
  at: string;
  reason: string;
}

/** The newest restore on trial; `reason` is why it failed, null when it was good. */
export interface BackupTrial {
  at: string;
  seconds: number;
  reason: string | null;
}

const TRIAL = 'backup.trial';
const LAST = 'backup.last';
const FAILURE = 'backup.failed';

async function keep(db: Database, key: string, value: unknown): Promise<void> {
  await sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value, changed_at = now()`.execute(db);
}

async function read(db: Database, key: string): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** A finished backup clears the record of failed ones. One with problems leaves the last good one as it is. */
export async function keepLastBackup(db: Database, last: LastBackup): Promise<void> {
  const before = await lastBackup(db);
  await keep(db, LAST, { ...last, goodAt: lastGood({ ...last, goodAt: before && lastGood(before) }) });
  await db.deleteFrom('settings').where('key', '=', FAILURE).execute();
}

export const keepBackupFailure = (db: Database, failure: BackupFailure) => keep(db, FAILURE, failure);

/** The failure of the daily backup since the last good one; null if there was none. */
export async function backupFailure(db: Database): Promise<BackupFailure | null> {
  return (await read(db, FAILURE)) as BackupFailure | null;
}

export const keepTrial = (db: Database, trial: BackupTrial) => keep(db, TRIAL, trial);

/** The newest restore on trial; null if there was none. */
export async function lastTrial(db: Database): Promise<BackupTrial | null> {
  return (await read(db, TRIAL)) as BackupTrial | null;
}

/** The newest backup that was finished, for the health panel; null if there was none. */
export async function lastBackup(db: Database): Promise<LastBackup | null> {
  return (await read(db, LAST)) as LastBackup | null;
}
