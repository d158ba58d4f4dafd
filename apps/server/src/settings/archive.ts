import { ConfigError, type Env } from './read.ts';

/** The continuous archive of the embedded PostgreSQL (docs/decisions/0326-continuous-archive.md). */
export interface ArchiveSettings {
  /** A segment is ended after so many seconds in which something was committed. */
  seconds: number;
  /** How far back one can go, in ms. */
  keepMs: number;
}

const FLAGS: Readonly<Record<string, boolean>> = { '': false, off: false, on: true };
const KEEP = /^([1-9]\d{0,3})([hd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };
const MOST_SECONDS = 3_600;

/**
 * Reads ARCHIVE, ARCHIVE_SECONDS and ARCHIVE_KEEP; undefined when the archive is off. Error: ConfigError, also when
 * there is no place for it, or the database is external.
 */
export function archiveSettings(env: Env): ArchiveSettings | undefined {
  const isOn = FLAGS[env.ARCHIVE ?? ''];
  if (isOn === undefined) throw new ConfigError('ARCHIVE', 'must be on or off');
  const seconds = Number(env.ARCHIVE_SECONDS || '60');
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MOST_SECONDS) {
    throw new ConfigError('ARCHIVE_SECONDS', `must be a whole number from 1 to ${MOST_SECONDS}`);
  }
  const [, count, unit = ''] = KEEP.exec(env.ARCHIVE_KEEP || '8d') ?? [];
  if (count === undefined) throw new ConfigError('ARCHIVE_KEEP', 'must be days or hours such as 8d or 48h');
  if (!isOn) return undefined;
  if (env.DATABASE_URL) {
    throw new ConfigError(
      'ARCHIVE',
      'is for the embedded database: with DATABASE_URL its administrators archive it (docs/operations.md)',
    );
  }
  if (!env.BACKUP_URL) throw new ConfigError('ARCHIVE', 'needs BACKUP_URL');
  return { seconds, keepMs: Number(count) * (UNIT_MS[unit] ?? 0) };
}
