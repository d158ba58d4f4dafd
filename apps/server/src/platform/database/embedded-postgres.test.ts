import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { runs } from '../../testing/server-processes.ts';
import { embeddedFolder, startEmbeddedPostgres } from './embedded-postgres.ts';

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

it('ends with the process that starts it, also when that one gets a signal before the database answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-signal-'));
  chmodSync(folder, 0o755);
  const module = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  const script = `
    import { exitAtSignals } from ${module('../process/exit-with-parent.ts')};
    import { startEmbeddedPostgres } from ${module('embedded-postgres.ts')};
    exitAtSignals();
    await startEmbeddedPostgres(${JSON.stringify(folder)}, { fast: true });
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(child, 'exit');
  const pidFile = join(embeddedFolder(folder), 'cluster', 'postmaster.pid');
  const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0);
  await expect.poll(pid, { timeout: 60_000, interval: 2 }).toBeGreaterThan(0);
  const postmaster = pid();
  child.kill('SIGTERM');
  expect(await gone).toEqual([143, null]);
  await expect.poll(() => runs(postmaster), { timeout: 60_000 }).toBe(false);
  rmSync(embeddedFolder(folder), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});
