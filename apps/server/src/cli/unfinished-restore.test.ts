import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedFolder, endLeftPostgres } from '../platform/database/embedded-postgres.ts';
import { markRestore } from '../platform/process/unfinished-restore.ts';
import { useBackups } from '../testing/backups.ts';
import { type Ended, LAUNCHER, runProgram, runSubcommand } from '../testing/command-line.ts';
import { createProject, upload } from '../testing/projects.ts';
import { useServer } from '../testing/server.ts';

const server = useServer();
const { folder, sourceUrl } = useBackups(server);
const dataDir = mkdtempSync(join(folder, 'target-'));
const env = { ...process.env, NODE_ENV: '', LOG_LEVEL: 'silent', PORT: '0', DATABASE_URL: '', TOKEN_SECRET: '' };
const target = { ...env, DATA_DIR: dataDir, AUDIT_SECRET: '' };
const RESTORE = ['restore', 'place', '--any-signer'];
const INTERRUPTED = `A restore into DATA_DIR ${dataDir} was interrupted, and its data are not complete: run pimis restore again`;

const pimis = (args: readonly string[], at: NodeJS.ProcessEnv = target) =>
  runSubcommand(args, { cwd: folder, env: at });

async function each(calls: readonly string[][], at?: NodeJS.ProcessEnv): Promise<Ended[]> {
  const ended = [];
  for (const call of calls) ended.push(await pimis(call, at));
  return ended;
}

beforeAll(async () => {
  const code = await createProject(server, 'local.user');
  await upload(server, 'local.user', code, 'a.txt', { description: 'Опис' }, 'садржај');
  const { config } = server.context;
  const source = {
    ...env,
    DATABASE_URL: await sourceUrl(),
    DATA_DIR: config.dataDir,
    AUDIT_SECRET: new TextDecoder().decode(config.auditSecret),
  };
  const made = await pimis(['backup', 'place', '--quiet'], source);
  expect(made.code, made.err).toBe(0);
});
afterAll(async () => {
  await endLeftPostgres(dataDir);
  rmSync(embeddedFolder(dataDir), { recursive: true, force: true });
});

/** Kills a restore as soon as it says this. */
async function killedAt(line: RegExp): Promise<void> {
  const child = spawn(LAUNCHER, RESTORE, { cwd: folder, env: target, stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = once(child, 'exit');
  for await (const text of child.stderr.setEncoding('utf8')) if (line.test(String(text))) break;
  child.kill('SIGKILL');
  await gone;
}

describe('a data folder in which a restore was killed', { timeout: 240_000 }, () => {
  it('is no new installation for any command, and is whole after the restore is run again', async () => {
    await killedAt(/^Restoring \S+: \d+ files?$/m);
    const before = readdirSync(dataDir).toSorted();
    const served = await runProgram(LAUNCHER, ['serve'], { cwd: folder, env: target });
    expect(served).toMatchObject({ code: 1, out: '' });
    expect(served.err).toContain(INTERRUPTED);
    const calls = [
      ['migrate'],
      ['migrate', '--check'],
      ['first-admin', 'prvi.admin', 'Први', 'a@b.rs'],
      ['unlock', 'admin'],
      ['backup', join(folder, 'other')],
      ['seed'],
    ];
    for (const ended of await each(calls)) {
      expect(ended.code, ended.out).toBe(1);
      expect(ended.err).toContain(INTERRUPTED);
    }
    const doctor = await pimis(['doctor']);
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/^WRONG +DATA_DIR +A restore into DATA_DIR \S+ was interrupted/m);
    expect(readdirSync(dataDir).toSorted()).toEqual(before);

    // Files that the killed restore would have written later, with secrets of a copy.
    writeFileSync(join(dataDir, 'token-secret'), 'of a copy that was not finished');
    mkdirSync(join(dataDir, 'audit-heads'));
    writeFileSync(join(dataDir, 'audit-heads', '2026-11-29.jsonl'), 'half of it');
    const again = await pimis([...RESTORE, '--quiet']);
    expect(again.code, again.err).toBe(0);
    expect(readFileSync(join(dataDir, 'token-secret'), 'utf8')).not.toContain('not finished');
    expect(existsSync(join(dataDir, 'audit-heads', '2026-11-29.jsonl'))).toBe(false);
    // No mark is left that would let the installation be replaced.
    expect((await pimis([...RESTORE, '--quiet'])).err).toMatch(/is not empty/);
    expect((await pimis(['audit-verify'])).code).toBe(0);
  });

  it('is refused while the restore runs', async () => {
    const other = mkdtempSync(join(folder, 'running-'));
    markRestore(other, { embedded: true, store: 'file:' });
    const calls = [RESTORE, ['migrate', '--check']];
    const at = { ...target, DATA_DIR: other };
    for (const { err } of await each(calls, at))
      expect(err).toMatch(/is running, the process \d+: wait until it has ended/);
    expect(readdirSync(other)).toEqual(['restore-unfinished']);
  });
});
