import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPlace } from '../backup/place.ts';
import { SILENT } from '../backup/progress.ts';
import { signerOf } from '../backup/signature.ts';
import { embeddedFolder, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { archivedFolder } from '../platform/database/embedded-archive.ts';
import { readArchiveState } from '../platform/storage/archive-state.ts';
import { archivedSettings, useArchivedMachine } from '../testing/archive.ts';
import { queryOf, runProgram } from '../testing/command-line.ts';
import { type Gate, startGate } from '../testing/gate.ts';
import { BUCKET, startS3, useS3At } from '../testing/s3.ts';
import { makeBase } from './make-base.ts';
import { Shipper } from './shipper.ts';
import { surveyArchive } from './survey.ts';

const PLACE = `s3://${BUCKET}/kopije`;
const STORE = `s3://${BUCKET}/dokumenti`;
const MAIN = join(import.meta.dirname, '../cli/main.ts');
let s3: Awaited<ReturnType<typeof startS3>>;
let gate: Gate;
let shipper: Shipper;

// The store is opened with the machine.
beforeAll(async () => {
  s3 = await startS3();
  gate = await startGate(s3.endpoint);
  useS3At(gate.endpoint);
});
const machine = useArchivedMachine({ BACKUP_URL: PLACE, STORAGE_URL: STORE });
beforeAll(() => {
  shipper = new Shipper(machine.context, { url: machine.postgres.url, folder: machine.postgres.folder });
});
afterEach(() => gate.open());
afterAll(async () => {
  await shipper.close();
  await gate.stop();
  await s3.stop();
});

const waiting = () => readdirSync(archivedFolder(machine.postgres.folder));
const state = () => readArchiveState(machine.config.dataDir);

/** Ten writers commit; none waits for the place. */
async function tenCommits(): Promise<void> {
  const write = (writer: number) =>
    sql`insert into settings (key, value) values (${`writer ${writer}`}, '1')
      on conflict (key) do update set changed_at = now()`.execute(machine.context.db);
  await Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)));
}

/** Commits something, and waits until its segment waits to be sent. */
async function endedSegment(): Promise<string> {
  await tenCommits();
  const name = await machine.endSegment();
  await expect.poll(waiting).toContain(name);
  return name;
}

describe('a bucket of the archive', () => {
  it('that is full is reported, delays nobody, and gets everything when it has room again', async () => {
    expect(await shipper.round()).toBe(true);
    gate.mode = 'is full';
    const names = [await endedSegment(), await endedSegment()];
    expect(await shipper.round()).toBe(false);
    const told = await state();
    expect(told?.failure?.reason).toBe('The disk is full');
    expect(told?.waiting.segments).toBe(2);
    await tenCommits();
    expect(waiting().toSorted()).toEqual(names);

    gate.open();
    expect(await shipper.round()).toBe(true);
    expect(waiting()).toEqual([]);
    expect(await state()).toMatchObject({ segment: names[1], failure: null, broken: null, gaps: [] });
  });

  it('that is slow holds nobody back', async () => {
    const name = await endedSegment();
    gate.mode = 'holds';
    const round = shipper.round();
    await expect.poll(gate.held).toBeGreaterThan(0);
    await tenCommits();
    const next = await endedSegment();
    expect(gate.held()).toBeGreaterThan(0);
    expect(waiting().toSorted()).toEqual([name, next]);

    gate.open();
    expect(await round).toBe(true);
    await shipper.round();
    expect(await state()).toMatchObject({ segment: next, failure: null, broken: null });
  });
});

/** The environment of a subcommand on the machine, or on another one. */
const environment = (dataDir: string, others: Record<string, string> = {}) => ({
  ...process.env,
  ...archivedSettings(dataDir, ''),
  BACKUP_URL: PLACE,
  STORAGE_URL: STORE,
  NODE_ENV: '',
  DATABASE_URL: '',
  ...others,
});

describe('a base of the archive', { timeout: 240_000 }, () => {
  const bases = async () =>
    (await surveyArchive(await openPlace(PLACE), null)).bases.map(({ manifest }) => manifest.id);

  it('of a process that was killed counts for nothing, and the next one removes it', async () => {
    for (const part of [/pack-0/, /\/keys/, /\/manifest/]) {
      Object.assign(gate, { mode: 'holds', at: part });
      const child = spawn(process.execPath, [MAIN, 'archive-base', '--quiet'], {
        env: environment(machine.config.dataDir),
        stdio: 'ignore',
      });
      const gone = once(child, 'exit');
      await expect.poll(gate.held, { timeout: 60_000 }).toBeGreaterThan(0);
      child.kill('SIGKILL');
      await gone;
      gate.drop();
    }
    expect(await bases()).toEqual([]);
    const place = await openPlace(PLACE);
    const { id, system } = await makeBase({
      config: machine.config,
      url: machine.postgres.url,
      folder: machine.postgres.folder,
      place,
      progress: SILENT,
      now: new Date(),
    });
    expect(await bases()).toEqual([id]);
    const left = new Set<string>();
    for await (const page of place.pages(`wal/${system}/bases/`))
      for (const { key } of page) left.add(key.split('/')[3] ?? '');
    expect([...left]).toEqual([id]);
  });

  it('of a server that was killed is made at once by the next one', async () => {
    await shipper.close();
    rmSync(join(machine.config.dataDir, 'archive', 'base.json'));
    const before = await bases();
    Object.assign(gate, { mode: 'holds', at: /pack-0/ });
    const work = () => {
      const env = environment(machine.config.dataDir);
      const child = spawn(process.execPath, [MAIN, 'worker'], { env, stdio: 'ignore' });
      return { child, gone: once(child, 'exit') };
    };
    const killed = work();
    await expect.poll(gate.held, { timeout: 60_000 }).toBe(1);
    killed.child.kill('SIGKILL');
    await killed.gone;
    const next = work();
    // The call of the killed process is still held.
    await expect.poll(gate.held, { timeout: 60_000 }).toBe(2);
    gate.open();
    await expect.poll(async () => (await bases()).length, { timeout: 60_000 }).toBe(before.length + 1);
    next.child.kill('SIGTERM');
    await next.gone;
  });

  it('in a bucket is restored beside the bucket of the documents', async () => {
    await endedSegment();
    expect(await shipper.round()).toBe(true);
    const dataDir = join(machine.folder, 'restored');
    const args = ['restore', PLACE, '--to', 'latest', '--quiet', '--signer', signerOf(machine.config.auditSecret)];
    const env = environment(dataDir, { TOKEN_SECRET: '', AUDIT_SECRET: '', ARCHIVE: '' });
    const ended = await runProgram(process.execPath, [MAIN, ...args], { cwd: machine.folder, env });
    expect(ended.code, ended.err).toBe(0);
    expect(ended.out).toContain('documents stay in their bucket');
    const postgres = await startEmbeddedPostgres(dataDir);
    try {
      const rows = await queryOf(
        postgres.url,
        `select count(*)::integer as count from settings where key like 'writer %'`,
      );
      expect(rows).toEqual([{ count: 10 }]);
    } finally {
      await postgres.stop();
      rmSync(embeddedFolder(dataDir), { recursive: true, force: true });
    }
  });
});
