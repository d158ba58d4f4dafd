import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { address, ConfigError, type Env, integer } from './read.ts';

const POSTGRES = ['postgres:', 'postgresql:'];

/** Where data are stored. */
export interface DatabaseSettings {
  /** Unset: the embedded PostgreSQL in dataDir is used. */
  databaseUrl: string | undefined;
  pooledDatabaseUrl: string | undefined;
  readDatabaseUrl: string | undefined;
  readLagSeconds: number;
  dataDir: string;
  /** file: (in dataDir) or s3://bucket/prefix */
  storageUrl: string;
  /** Slower statements are logged with their plan. */
  slowQueryMs: number;
}

/** The locations of data folder and database; nothing is created. */
export function databasePlace(env: Env): Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'> {
  return {
    databaseUrl: address(env, 'DATABASE_URL', POSTGRES),
    dataDir: resolve(env.DATA_DIR || './data'),
  };
}

/** With `existing` the data folder is not made. Error: ConfigError. */
export function databaseSettings(env: Env, existing: boolean): DatabaseSettings {
  const place = databasePlace(env);
  try {
    if (!existing) mkdirSync(place.dataDir, { recursive: true });
  } catch {
    throw new ConfigError('DATA_DIR', `the folder "${place.dataDir}" cannot be made`);
  }
  return {
    ...place,
    pooledDatabaseUrl: address(env, 'POOLED_DATABASE_URL', POSTGRES),
    readDatabaseUrl: address(env, 'READ_DATABASE_URL', POSTGRES),
    readLagSeconds: integer(env, 'READ_LAG_SECONDS', 5, 1, 60),
    storageUrl: address(env, 'STORAGE_URL', ['file:', 's3:']) ?? 'file:',
    slowQueryMs: integer(env, 'SLOW_QUERY_MS', 1_000, 1, 600_000),
  };
}
