import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

it('passes on what the embedded PostgreSQL writes to stderr, line by line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-stderr-'));
  const embedded = await startEmbeddedPostgres(folder, { fast: true });
  try {
    const heard = Promise.withResolvers<string>();
    embedded.keepRunning(
      () => undefined,
      (line) => {
        if (line.includes('FATAL')) heard.resolve(line);
      },
    );
    const address = new URL(embedded.url);
    address.password = 'wrong';
    await expect(new pg.Client({ connectionString: address.href }).connect()).rejects.toThrow('password');
    expect(await heard.promise).toMatch(/FATAL: {2}password authentication failed for user "pimis"$/);
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
