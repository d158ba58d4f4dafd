import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { databaseUrl } from './template.ts';

let counter = 0;

/** A database of its own for a test file, as a copy of the template. */
interface OwnDatabase {
  name: string;
  copy: () => Promise<void>;
  drop: () => Promise<void>;
}

export function ownDatabase(): OwnDatabase {
  const name = `t_${process.pid}_${Date.now()}_${counter++}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') });
    await client.connect();
    // A template is copied by one at a time, and only without a connection to it.
    await client.query('select pg_advisory_lock(7136499)');
    await client.query(statement);
    await client.end();
  };
  return {
    name,
    copy: () => admin(`create database ${name} template ${inject('templateName')} strategy file_copy`),
    drop: () => admin(`drop database ${name} with (force)`),
  };
}

/** The database without a server, for tests of statements. Call it at the top of the file. */
export function useDatabase(options: Parameters<typeof openDatabase>[1]): () => Database {
  const { name, copy, drop } = ownDatabase();
  let db: Database;
  beforeAll(async () => {
    await copy();
    db = openDatabase(databaseUrl(inject('postgresUrl'), name), { max: 1, background: true, ...options });
  });
  afterAll(async () => {
    await db.destroy();
    await drop();
  });
  return () => db;
}
