import { existsSync } from 'node:fs';
import { type Keep, readKeep } from '../platform/storage/backup-keep.ts';
import { type ArchiveSettings, archiveSettings } from './archive.ts';
import { address, ConfigError, type Env, integer } from './read.ts';

/** When and where backups are made, how long they stay, and what a restore does. */
export interface BackupSettings {
  /** Where backups are made each day; unset: none are. */
  backupUrl: string | undefined;
  /** The time of the daily backup, UTC. */
  backupTime: { hour: number; minute: number };
  /** Minutes between backups; undefined: one a day at `backupTime`. */
  backupEvery: number | undefined;
  backupKeep: Keep;
  /** Within how many days of backups every content of the place is read again. */
  backupRereadDays: number;
  /** The weekly restore on trial, UTC, 0 is Sunday; unset: none is made. */
  backupTrial: { day: number; hour: number; minute: number } | undefined;
  /** Where it is restored; in dataDir by default. */
  backupTrialFolder: string | undefined;
  /** The file with the private key of encrypted backups, which the trial needs. */
  backupTrialKey: string | undefined;
  /** The continuous archive of the embedded PostgreSQL to `backupUrl`; unset: none is kept. */
  archive: ArchiveSettings | undefined;
  /** The age recipient that backups are encrypted for; unset: they are not encrypted. */
  backupPublicKey: string | undefined;
  /** How far numbers and ids go on after a restore, because others were issued since the backup. */
  restoreGap: number;
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

function timeOfDay(env: Env, name: string, fallback: string): { hour: number; minute: number } {
  const found = TIME_OF_DAY.exec(env[name] || fallback);
  if (!found) throw new ConfigError(name, 'must be a time such as 01:30');
  return { hour: Number(found[1]), minute: Number(found[2]) };
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function timeOfWeek(env: Env, name: string): BackupSettings['backupTrial'] {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  const [day = '', time = '', ...rest] = text.trim().toLowerCase().split(/ +/);
  const found = TIME_OF_DAY.exec(time);
  if (!found || !DAYS.includes(day) || rest.length > 0)
    throw new ConfigError(name, 'must be a day and a time such as sun 04:00');
  return { day: DAYS.indexOf(day), hour: Number(found[1]), minute: Number(found[2]) };
}

/** The trial has to open what BACKUP_PUBLIC_KEY encrypts. */
function trialKey(env: Env): string | undefined {
  const file = env.BACKUP_TRIAL_KEY || undefined;
  if (file !== undefined && !existsSync(file)) throw new ConfigError('BACKUP_TRIAL_KEY', `there is no file ${file}`);
  if (file === undefined && env.BACKUP_TRIAL && env.BACKUP_PUBLIC_KEY) {
    throw new ConfigError('BACKUP_TRIAL_KEY', 'must name the file of the private key: backups are encrypted');
  }
  return file;
}

function keep(env: Env, name: string, fallback: string): Keep {
  const read = readKeep(env[name] || fallback);
  if (!read) throw new ConfigError(name, 'must be numbers of hours, days, weeks and months such as 24h,14d,8w,12m');
  return read;
}

/** The clock starts a backup at the same minutes of each hour, or hours of each day. */
const MINUTES = [5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720];

function backupEvery(env: Env): number | undefined {
  const text = env.BACKUP_EVERY || undefined;
  if (text === undefined) return undefined;
  if (!MINUTES.includes(Number(text)))
    throw new ConfigError('BACKUP_EVERY', `must be one of ${MINUTES.join(', ')} minutes`);
  return Number(text);
}

/** An X25519 recipient of age. Its checksum is verified by the library when a backup is made. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;

function recipient(env: Env, name: string): string | undefined {
  const text = env[name] || undefined;
  if (text !== undefined && !RECIPIENT.test(text)) {
    throw new ConfigError(name, 'must be a public key of age, which begins with age1');
  }
  return text;
}

/** Error: ConfigError. */
export function backupSettings(env: Env): BackupSettings {
  return {
    backupUrl: address(env, 'BACKUP_URL', ['file:', 's3:']),
    backupTime: timeOfDay(env, 'BACKUP_TIME', '01:30'),
    backupEvery: backupEvery(env),
    backupKeep: keep(env, 'BACKUP_KEEP', '14d,8w,12m'),
    backupRereadDays: integer(env, 'BACKUP_REREAD_DAYS', 30, 1, 366),
    backupTrial: timeOfWeek(env, 'BACKUP_TRIAL'),
    backupTrialFolder: env.BACKUP_TRIAL_FOLDER || undefined,
    backupTrialKey: trialKey(env),
    archive: archiveSettings(env),
    backupPublicKey: recipient(env, 'BACKUP_PUBLIC_KEY'),
    restoreGap: integer(env, 'RESTORE_GAP', 1_000, 0, 1_000_000),
  };
}
