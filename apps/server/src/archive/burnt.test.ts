import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { signerOf } from '../backup/signature.ts';
import { embeddedFolder } from '../platform/database/embedded-postgres.ts';
import { type ArchiveState, readArchiveState } from '../platform/storage/archive-state.ts';
import { archivedSettings } from '../testing/archive.ts';
import { runProgram } from '../testing/command-line.ts';
import { until, useServerProcesses } from '../testing/server-processes.ts';
import { AUDIT_SECRET } from '../testing/template.ts';

const { folder, launch } = useServerProcesses();
const MAIN = join(import.meta.dirname, '../cli/main.ts');
const place = join(folder, 'place');
const WRITERS = 10;
const SIGNER = signerOf(new TextEncoder().encode(AUDIT_SECRET));
const machines: string[] = [];
afterAll(() => {
  for (const dataDir of machines) rmSync(embeddedFolder(dataDir), { recursive: true, force: true });
});

const settings = (dataDir: string) => ({ ...archivedSettings(dataDir, place), ARCHIVE_SECONDS: '1' });

function machine(name: string): string {
  const dataDir = join(folder, name);
  machines.push(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  return dataDir;
}

/** Starts the product, and waits for a state of its archive. */
async function serving(dataDir: string, isReached: (state: ArchiveState) => boolean) {
  const server = launch(process.execPath, [MAIN, 'serve'], { ...settings(dataDir), PORT: '0' });
  await until(async () => {
    if (server.process.exitCode !== null) throw new Error(server.output());
    const state = await readArchiveState(dataDir);
    return (state !== null && isReached(state)) || undefined;
  });
  return server;
}

/** The number of the database's process, and how to connect to it. */
function database(dataDir: string) {
  const at = embeddedFolder(dataDir);
  const [pid = '', , , port = ''] = readFileSync(join(at, 'cluster/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(at, 'password'), 'utf8').trim();
  return { pid: Number(pid), url: `postgresql://pimis:${password}@127.0.0.1:${port}/postgres` };
}

/** Commits until the connection breaks; records when each value was acknowledged. */
async function writes(url: string, writer: number, acknowledged: Map<string, number>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  for (let count = 0; ; count += 1) {
    const key = `burnt.${writer}.${count}`;
    try {
      await client.query(`insert into settings (key, value) values ($1, to_jsonb(repeat(md5($1), 20)))`, [key]);
    } catch {
      return;
    }
    acknowledged.set(key, Date.now());
  }
}

const restore = (dataDir: string) =>
  runProgram(process.execPath, [MAIN, 'restore', place, '--to', 'latest', '--quiet', '--signer', SIGNER], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: '',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      AUDIT_SECRET: '',
      TOKEN_SECRET: '',
    },
  });

describe('a machine that burns under ten writers', { timeout: 240_000 }, () => {
  const first = machine('first');
  const second = machine('second');
  let acknowledged = new Map<string, number>();

  it('loses nothing of what its archive has told to be off the machine', async () => {
    const server = await serving(first, (state) => state.until !== null);
    const { pid, url } = database(first);
    const writers = Array.from({ length: WRITERS }, (_, writer) => writes(url, writer, acknowledged));
    const [chance = 0] = fc.sample(fc.integer({ min: 0, max: 3_000 }), 1);
    const begun = Date.now();
    const told = await until(async () => {
      const state = await readArchiveState(first);
      const reached = Date.parse(state?.until ?? '');
      return reached > begun + chance ? reached : undefined;
    });
    process.kill(server.process.pid ?? 0, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    await Promise.all(writers);
    renameSync(first, `${first}-burnt`);

    const ended = await restore(second);
    expect(ended.code, ended.err).toBe(0);
    const left = await serving(second, () => true);
    const client = new pg.Client({ connectionString: database(second).url });
    await client.connect();
    const { rows } = await client.query<{ key: string }>(`select key from settings where key like 'burnt.%'`);
    await client.end();
    const restored = new Set(rows.map(({ key }) => key));
    const promised = [...acknowledged].filter(([, at]) => at < told).map(([key]) => key);
    expect(promised.length).toBeGreaterThan(WRITERS);
    expect(promised.filter((key) => !restored.has(key))).toEqual([]);
    // Committed but never acknowledged: at most one write of each writer.
    expect([...restored].filter((key) => !acknowledged.has(key)).length).toBeLessThanOrEqual(WRITERS);
    acknowledged = new Map([...acknowledged].filter(([key]) => restored.has(key)));
    process.kill(left.process.pid ?? 0, 'SIGKILL');
    process.kill(database(second).pid, 'SIGKILL');
    await until(() => (left.process.signalCode !== null ? true : undefined));
  });

  it('goes on elsewhere with an archive of its own, which can be restored again', async () => {
    const server = await serving(second, (state) => state.until !== null);
    const { pid } = database(second);
    const state = await readArchiveState(second);
    expect(state?.base?.first.slice(0, 8)).toBe('00000002');
    process.kill(server.process.pid ?? 0, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    const third = machine('third');
    // Without its base the new timeline is reached from the former base.
    rmSync(join(place, 'wal', state?.system ?? '', 'bases', state?.base?.id ?? '', 'manifest'));
    const ended = await restore(third);
    expect(ended.code, ended.err).toBe(0);
    expect(existsSync(join(embeddedFolder(third), 'cluster/pg_wal/00000003.history'))).toBe(true);
    const left = await serving(third, () => true);
    const client = new pg.Client({ connectionString: database(third).url });
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from settings where key = any ($1)`,
      [[...acknowledged.keys()]],
    );
    await client.end();
    expect(rows[0]?.count).toBe(acknowledged.size);
    process.kill(left.process.pid ?? 0, 'SIGKILL');
    process.kill(database(third).pid, 'SIGKILL');
  });
});
