import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

const DATE_OID = 1082;
// A date is a calendar day, not an instant: the driver's Date would shift it with the time zone.
pg.types.setTypeParser(DATE_OID, (text) => text);

/** Opens a pool. The caller ends it with `destroy()`. */
export function openDatabase(url: string, options: { max?: number } = {}): Database {
  const pool = new pg.Pool({ connectionString: url, max: options.max ?? 20, application_name: 'pimis' });
  // An idle connection that the database closes is replaced at the next query; without a listener it ends the process.
  pool.on('error', (error) => process.stderr.write(`database connection lost: ${error.message}\n`));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** True for the PostgreSQL error of the given code, e.g. 23505 (unique violation), on the given constraint if named. */
export function isDatabaseError(error: unknown, code: string, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== code) return false;
  return constraint === undefined || error.constraint === constraint;
}

export const UNIQUE_VIOLATION = '23505';
