import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestServer } from './server.ts';
import { databaseUrl } from './template.ts';

/** The address of the test's own database. */
export async function ownUrl(server: TestServer): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
  return databaseUrl(inject('postgresUrl'), rows[0]?.name ?? '');
}

/** Work that reads projects waits until the returned function is called. */
export async function holdProjects(server: TestServer): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: await ownUrl(server) });
  await client.connect();
  await client.query('begin; lock table projects in access exclusive mode');
  return () => client.end();
}
