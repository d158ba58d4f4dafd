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
}

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

/** A finished backup clears the record of failed ones. */
export async function keepLastBackup(db: Database, last: LastBackup): Promise<void> {
  await keep(db, LAST, last);
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
