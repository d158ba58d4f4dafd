import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RELEASED, routineHash } from '../apps/server/src/backup/released-routines.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { routinesOf } from '../apps/server/src/testing/routines.ts';
import { formerVersion } from '../tests/rolling/versions.ts';

/**
 * `npm run installation -- COMMIT`: makes the fixture that later versions have to start. The code of the commit starts with
 * demo data and backs itself up; the backup is apps/server/src/testing/installation-NNNN.tar, named by its last migration.
 * Run it for the last landed commit before the first migration that follows it.
 */
const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error('Name the commit of the version.');
const OUT = join(import.meta.dirname, '../apps/server/src/testing');
const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'pimis-installation-'));
// The embedded PostgreSQL runs as another account when this is root.
chmodSync(folder, 0o755);

/** Waits for the line with its address: the demo data are there then. */
async function started(child: ChildProcess): Promise<void> {
  let said = '';
  const ready = new Promise<void>((done) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/^PIMIS: /m.test(said)) done();
    });
  });
  await Promise.race([ready, once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`The version has ended at its start: ${said}`);
}

/** Adds the functions and triggers of the version to those that a later version restores. */
async function addReleasedRoutines(folderOfPlace: string): Promise<void> {
  const hashes = new Set(JSON.parse(readFileSync(RELEASED, 'utf8')) as string[]);
  for (const routine of await routinesOf(folderOfPlace)) hashes.add(routineHash(routine));
  writeFileSync(RELEASED, `${JSON.stringify([...hashes].toSorted(), null, 1)}\n`);
}

async function main(): Promise<void> {
  const version = formerVersion(join(folder, 'version'), String(commit));
  const last = readdirSync(join(version, 'apps/server/src/migrations'))
    .filter((name) => /^\d{4}_/.test(name))
    .toSorted()
    .at(-1);
  const postgres = await startEmbeddedPostgres(join(folder, 'data'));
  const command = join(version, 'apps/server/src/cli/main.ts');
  const env = {
    ...process.env,
    NODE_ENV: '',
    DEMO: '1',
    PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
  };
  try {
    const child = spawn(process.execPath, [command, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await started(child);
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    const place = join(folder, 'place');
    execFileSync(process.execPath, [command, 'backup', place, '--quiet'], { env, stdio: 'inherit' });
    const archive = join(OUT, `installation-${last?.slice(0, 4)}.tar`);
    execFileSync('tar', ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '-C', place, '-cf', archive, '.']);
    await addReleasedRoutines(place);
    say(`${archive}: ${Math.round(statSync(archive).size / 1_000)} kB`);
  } finally {
    await postgres.stop();
  }
}

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
