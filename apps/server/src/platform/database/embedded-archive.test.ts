import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { archivedFolder } from './embedded-archive.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-archived-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a statement in a cluster that is started for it; returns its only value. */
async function asked(statement: string, archiveSeconds?: number | null): Promise<{ answer: string; at: string }> {
  const embedded = await startEmbeddedPostgres(folder, archiveSeconds === undefined ? {} : { archiveSeconds });
  const client = new pg.Client({ connectionString: embedded.url });
  try {
    await client.connect();
    const { rows } = await client.query<{ answer: string }>(`select (${statement})::text as answer`);
    return { answer: rows[0]?.answer ?? '', at: embedded.folder };
  } finally {
    await client.end();
    await embedded.stop();
  }
}

it('the embedded PostgreSQL keeps its segments from the next start on, whoever starts it, until it is turned off', async () => {
  const mode = `current_setting('archive_mode')`;
  const { answer, at } = await asked(mode);
  expect(answer).toBe('off');
  expect(await asked(`${mode} || ' ' || current_setting('archive_timeout')`, 7)).toMatchObject({ answer: 'on 7s' });
  // A segment that a killed server was copying is no segment.
  writeFileSync(join(archivedFolder(at), 'archtemp.000000010000000000000001.9.9'), 'half of it');
  // Run by a command without the settings; the end of the server ends the segment.
  const { answer: segment } = await asked(`pg_walfile_name(pg_current_wal_lsn())`);
  const kept = readdirSync(archivedFolder(at));
  expect(kept).toContain(segment);
  expect(kept.filter((name) => !/^[0-9A-F]{24}$/.test(name))).toEqual([]);
  expect((await asked(mode, null)).answer).toBe('off');
  expect(existsSync(join(at, 'archive'))).toBe(false);
  if (!at.startsWith(folder)) rmSync(at, { recursive: true, force: true });
});
