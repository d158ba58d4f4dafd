import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Account, binariesFor, canEnter, serviceAccount, sharedFolder } from './postgres-binaries.ts';
import { registerUser } from './postgres-users.ts';
import { archiveSettings, setArchive } from './embedded-archive.ts';
import { commandOf, isAlive, KNOWS_COMMANDS } from '../process/processes.ts';
import { guarded } from '../streams.ts';

const run = promisify(execFile);
const START_ATTEMPTS = 400;
const START_PAUSE_MS = 50;
const WATCH_MS = 500;
/** Characters of the server's output that are kept, for the reason of a failed start. */
const OUTPUT_KEPT = 4000;

export interface EmbeddedPostgres {
  url: string;
  /** The folder of the cluster: inside the data folder, or the fallback if that cannot be entered. */
  folder: string;
  adopted: boolean;
  /**
   * Restarts the server whenever it ends, until `stop`; calls `report` for each end and each restart, and `said` for
   * each line that a server writes to stderr which this process started.
   */
  keepRunning(report: (what: 'gone' | 'back' | 'failed', error?: unknown) => void, said?: (line: string) => void): void;
  /** Leaves the server; the last user stops it. */
  stop(): Promise<void>;
}

/** A cluster and how its server is started. */
interface Cluster {
  folder: string;
  data: string;
  binaries: string;
  account: Account | undefined;
  password: string;
  fast: boolean;
  /** Settings of a recovery, which takes as long as it needs; none: a start as always. */
  recovery: readonly string[];
  /** The server that this process has started, before it answers. */
  launched?: number;
  /** Takes each line that the server writes to stderr. */
  said?: (line: string) => void;
}

/** A PostgreSQL that answers. */
interface Running {
  pid: number;
  port: number;
  adopted: boolean;
}

async function freePort(preferred: number | undefined): Promise<number> {
  const attempt = (port: number) =>
    new Promise<number>((done, fail) => {
      const probe = createServer();
      probe.on('error', fail);
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => done(typeof address === 'object' && address ? address.port : port));
      });
    });
  if (preferred) {
    try {
      return await attempt(preferred);
    } catch {
      // Another process listens on the port now; any free port will do.
    }
  }
  return attempt(0);
}

async function answers(url: string): Promise<boolean> {
  // A connection that breaks while it waits also emits an event.
  const client = guarded(new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 }));
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function waitUntil(check: () => Promise<boolean> | boolean, attempts = START_ATTEMPTS): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await check()) return true;
    await delay(START_PAUSE_MS);
  }
  return false;
}

function readPidFile(data: string): { pid: number; port: number } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** True when the pid is a postmaster of this cluster and not another process that received the same number later. */
function isPostmaster(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  return !KNOWS_COMMANDS || (commandOf(pid)?.includes(data) ?? false);
}

function urlOf({ password }: Cluster, port: number): string {
  return `postgresql://pimis:${password}@127.0.0.1:${port}/postgres`;
}

function environment({ binaries }: Pick<Cluster, 'binaries'>) {
  return { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: join(binaries, 'lib'), TZ: 'UTC' };
}

function program(binaries: string, name: string): string {
  return join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

const folderOf = (dataDir: string, account: Account | undefined) =>
  canEnter(dataDir, account) ? join(dataDir, 'postgres') : sharedFolder(dataDir, 'postgres');

/** The folder of the cluster of a data folder, with its password and the segments that wait. */
export const embeddedFolder = (dataDir: string): string => folderOf(dataDir, serviceAccount());

/** Returns whether a data folder has a cluster already. */
export function hasEmbeddedCluster(dataDir: string): boolean {
  return existsSync(join(embeddedFolder(dataDir), 'cluster', 'PG_VERSION'));
}

/** The cluster of a data folder. It is made if there is none. */
async function prepare(dataDir: string, fast: boolean, recovery: readonly string[]): Promise<Cluster> {
  const account = serviceAccount();
  const folder = folderOf(dataDir, account);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const binaries = binariesFor(account);
  const passwordFile = join(folder, 'password');
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8').trim();
  if (account) {
    chownSync(folder, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  const cluster: Cluster = { folder, data: join(folder, 'cluster'), binaries, account, password, fast, recovery };
  // A cluster without PG_VERSION is the rest of an interrupted first start.
  if (!existsSync(join(cluster.data, 'PG_VERSION'))) {
    rmSync(cluster.data, { recursive: true, force: true });
    await run(
      program(binaries, 'initdb'),
      [
        '-D',
        cluster.data,
        '-U',
        'pimis',
        '-E',
        'UTF8',
        '--locale=C',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
      ],
      { env: environment(cluster), ...account, cwd: folder },
    );
  }
  return cluster;
}

/** The running server, as soon as it answers; undefined if none runs. */
async function adopt(cluster: Cluster): Promise<Running | undefined> {
  const left = readPidFile(cluster.data);
  if (!left) return undefined;
  if (isPostmaster(left.pid, cluster.data)) {
    const url = urlOf(cluster, left.port);
    const settled = await waitUntil(async () => (await answers(url)) || !isPostmaster(left.pid, cluster.data));
    if (!settled) throw new Error(`A PostgreSQL (pid ${left.pid}) holds ${cluster.data} but does not answer.`);
    return isPostmaster(left.pid, cluster.data) ? { ...left, adopted: true } : undefined;
  }
  // Another process has the pid now, or the end was not recorded. If no process has it, PostgreSQL itself checks for
  // remains of the old server.
  if (isAlive(left.pid)) rmSync(join(cluster.data, 'postmaster.pid'), { force: true });
  return undefined;
}

async function launch(cluster: Cluster, port: number): Promise<Running> {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'max_connections=200'];
  settings.push('shared_buffers=256MB', 'timezone=UTC', 'log_min_messages=fatal');
  settings.push(...archiveSettings(cluster.folder, cluster.account), ...cluster.recovery);
  // Only temporary clusters of tests may trade safety for speed; nothing in them grows so large that it must be
  // vacuumed.
  if (cluster.fast) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off');
  const server = spawn(
    program(cluster.binaries, 'postgres'),
    ['-D', cluster.data, ...settings.flatMap((setting) => ['-c', setting])],
    {
      env: environment(cluster),
      ...cluster.account,
      cwd: cluster.folder,
      // A process group of its own: a Ctrl-C for the server must not end the database before the last request is
      // answered.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  if (server.pid !== undefined) cluster.launched = server.pid;
  let output = '';
  let begun = '';
  server.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-OUTPUT_KEPT);
    const lines = (begun + chunk).split('\n');
    begun = (lines.pop() ?? '').slice(-OUTPUT_KEPT);
    for (const line of lines) if (line !== '') cluster.said?.(line);
  });
  let ended = false;
  const end = (error?: Error) => {
    ended = true;
    if (error) output += error.message;
  };
  server.on('error', end);
  server.once('exit', () => end());
  const attempts = cluster.recovery.length > 0 ? Number.POSITIVE_INFINITY : START_ATTEMPTS;
  const started = await waitUntil(async () => ended || (await answers(urlOf(cluster, port))), attempts);
  if (!started || ended || server.pid === undefined) {
    throw new Error(`The embedded PostgreSQL did not start: ${output.trim()}`);
  }
  // `keepRunning` notices the end. This process must be able to end while the database serves others.
  server.unref();
  (server.stderr as { unref?: () => void } | null)?.unref?.();
  return { pid: server.pid, port, adopted: false };
}

/** Uses a running server or starts one; two servers that start at once get the same one. */
async function ensure(cluster: Cluster, port: number): Promise<Running> {
  const found = await adopt(cluster);
  if (found) return found;
  try {
    return await launch(cluster, port);
  } catch (error) {
    const other = await adopt(cluster);
    if (other) return other;
    throw error;
  }
}

/**
 * Starts the PostgreSQL that npm brought, or uses the one that already runs in the same folder. `archiveSeconds` turns
 * its archive on, or with null off, from the next start of the cluster on; without it the archive is as before.
 * `recovery` are the settings of a cluster that replays its log first.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { fast?: boolean; archiveSeconds?: number | null; recovery?: readonly string[] } = {},
): Promise<EmbeddedPostgres> {
  const cluster = await prepare(dataDir, options.fast ?? false, options.recovery ?? []);
  if (options.archiveSeconds !== undefined) setArchive(cluster.folder, options.archiveSeconds);
  // While a user is registered, the database keeps running even if another user ends meanwhile.
  const users = registerUser(cluster.folder);
  let watch: NodeJS.Timeout | undefined;
  let running: Running;
  // Also for a process that ends abruptly: at that point it can only send the signal.
  const leaveAtExit = () => {
    if (!users.leave().last) return;
    const found = readPidFile(cluster.data)?.pid;
    const adopted = found !== undefined && isPostmaster(found, cluster.data) ? found : undefined;
    interrupt(running?.pid ?? cluster.launched ?? adopted);
  };
  process.once('exit', leaveAtExit);
  try {
    const portFile = join(cluster.folder, 'port');
    const before = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) || undefined : undefined;
    running = await ensure(cluster, await freePort(before));
    writeFileSync(portFile, String(running.port));
  } catch (error) {
    process.off('exit', leaveAtExit);
    users.leave();
    throw error;
  }
  const { adopted, port } = running;

  let restarting: Promise<void> | undefined;
  const restart = async (report: Parameters<EmbeddedPostgres['keepRunning']>[0]) => {
    report('gone');
    try {
      // The same port, because every client knows only this one.
      running = await ensure(cluster, port);
      report('back');
    } catch (error) {
      report('failed', error);
    }
  };
  return {
    url: urlOf(cluster, port),
    folder: cluster.folder,
    adopted,
    keepRunning(report, said) {
      if (said) cluster.said = said;
      watch = setInterval(() => {
        if (restarting || isPostmaster(running.pid, cluster.data)) return;
        restarting = restart(report).finally(() => {
          restarting = undefined;
        });
      }, WATCH_MS);
    },
    async stop() {
      clearInterval(watch);
      await restarting;
      process.off('exit', leaveAtExit);
      if (!users.leave().last) return;
      interrupt(running.pid);
      await waitUntil(() => !isPostmaster(running.pid, cluster.data));
    },
  };
}

/** Ends a server that a killed process has left in a data folder, at once. */
export async function endLeftPostgres(dataDir: string): Promise<void> {
  const data = join(embeddedFolder(dataDir), 'cluster');
  const left = readPidFile(data);
  if (!left || !isPostmaster(left.pid, data)) return;
  process.kill(left.pid, 'SIGQUIT');
  await waitUntil(() => !isPostmaster(left.pid, data));
}

/** Ends it fast: transactions roll back and connections are cut. */
function interrupt(pid: number | undefined): void {
  if (pid === undefined || !isAlive(pid)) return;
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
