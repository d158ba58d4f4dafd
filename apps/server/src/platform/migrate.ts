import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, '..', 'migrations');
/** Any constant: two servers that start at once take turns on it. */
const LOCK_KEY = 7_136_402;

/**
 * Brings the database to the newest migration. Each file runs once, in its own transaction, in the order of its name.
 * A file that has run is frozen: a changed one stops the start.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const known = new Map(
      (await client.query<{ name: string; hash: string }>('select name, hash from migrations')).rows.map((row) => [
        row.name,
        row.hash,
      ]),
    );
    for (const name of readdirSync(FOLDER)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const sql = readFileSync(join(FOLDER, name), 'utf8');
      const hash = createHash('sha256').update(sql).digest('hex');
      const before = known.get(name);
      if (before !== undefined) {
        if (before !== hash) throw new Error(`Migration ${name} was changed after it had run.`);
        continue;
      }
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
  } finally {
    await client.end();
  }
  return applied;
}
