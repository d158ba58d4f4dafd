import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as every, setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { embeddedFolder, startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { readArchiveState } from '../apps/server/src/platform/storage/archive-state.ts';
import { seedDatabase } from './seeded-database.ts';

/**
 * `npm run bench:archive -- --projects 100000`: what the continuous archive costs writers (turns with and without it, one
 * after the other), how many bytes an idle and a busy installation send in a day, and how long a base and a restore take.
 * Prints a line for each.
 */

const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000' },
    /** Pairs of turns, and the seconds of a turn. */
    pairs: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '5' },
    idle: { type: 'string', default: '180' },
  },
});
const run = promisify(execFile);
const LAUNCHER = join(import.meta.dirname, '../pimis');
const MS_PER_SECOND = 1_000;
const DAY_SECONDS = 86_400;
const WRITERS = 8;
/** Commits in a second of all writers together, where they do not write as fast as they can. */
const STEADY_RATE = 100;
const folder = mkdtempSync(join(tmpdir(), 'pimis-bench-archive-'));
// The account of the embedded database enters it.
chmodSync(folder, 0o755);
const [dataDir, place] = [join(folder, 'data'), join(folder, 'place')];
/** The same installation, without the archive. */
const without = join(folder, 'without');
mkdirSync(dataDir);
const settings = (dir: string, archive: 'on' | 'off') => ({
  ...process.env,
  NODE_ENV: '',
  LOG_LEVEL: 'silent',
  PORT: '0',
  DATA_DIR: dir,
  BACKUP_URL: `file://${place}`,
  ARCHIVE: archive,
});
const say = (name: string, text: string) => process.stdout.write(`${name.padEnd(34)}${text}\n`);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Bytes and number of the segments in the place. */
function sent(): { bytes: number; segments: number } {
  const wal = join(place, 'wal');
  if (!existsSync(wal)) return { bytes: 0, segments: 0 };
  const names = readdirSync(wal, { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{24}$/.test(name));
  return { bytes: names.reduce((sum, name) => sum + statSync(join(wal, name)).size, 0), segments: names.length };
}

/** The product on a data folder, and its database. */
interface Serving {
  url: string;
  /** Processor seconds of all its processes and of its database so far. */
  used: () => number;
  stop: () => Promise<void>;
}

const TICKS = 100;

/** Processor seconds of processes and of all below them, with those that have ended. */
function processorSeconds(roots: readonly number[]): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        return [{ pid: Number(name), parent: Number(fields[1]), ticks }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const own = new Set(roots);
  for (let size = 0; size !== own.size; ) {
    size = own.size;
    for (const { pid, parent } of stats) if (own.has(parent)) own.add(pid);
  }
  return stats.filter(({ pid }) => own.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS;
}

/** Starts the product, which makes a backup and a base first where the archive is on. */
async function serve(dir: string, archive: 'on' | 'off'): Promise<Serving> {
  const child = spawn(LAUNCHER, ['serve'], { env: settings(dir, archive), stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise((done) => child.once('exit', done));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  for await (const _ of every(100)) {
    if (child.exitCode !== null) throw new Error(`The product has ended: ${said}`);
    if (/^PIMIS: /m.test(said)) break;
  }
  if (archive === 'on') {
    for await (const _ of every(500)) if ((await readArchiveState(dir))?.until) break;
  }
  const postgres = await startEmbeddedPostgres(dir);
  const pid = Number(readFileSync(join(postgres.folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url: postgres.url,
    used: () => processorSeconds([pid, child.pid ?? 0]),
    stop: async () => {
      await postgres.stop();
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Commits rows of about a kilobyte for some seconds. Returns commits in a second and the mean time of one in ms. */
async function written(url: string, seconds: number, rate: number | null): Promise<{ commits: number; ms: number }> {
  const pool = new pg.Pool({ connectionString: url, max: WRITERS });
  await pool.query('create table if not exists bench_rows (id bigserial primary key, content text)');
  const end = performance.now() + seconds * MS_PER_SECOND;
  let [commits, total] = [0, 0];
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (
        let due = performance.now();
        performance.now() < end;
        due += rate === null ? 0 : (WRITERS * MS_PER_SECOND) / rate
      ) {
        if (rate !== null) await delay(Math.max(0, due - performance.now()));
        const begun = performance.now();
        await pool.query(
          `insert into bench_rows (content) select string_agg(md5(random()::text), '') from generate_series(1, 32)`,
        );
        total += performance.now() - begun;
        commits += 1;
      }
    }),
  );
  await pool.end();
  return { commits: commits / seconds, ms: total / commits };
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * Two installations with the same data, one with the archive, write in turns of a few seconds: other work of the machine
 * falls on both.
 */
async function costOfWriting(): Promise<void> {
  const seconds = Number(values.seconds);
  const found = { off: [], on: [] } as Record<'off' | 'on', { full: number; ms: number; used: number }[]>;
  const both = { off: await serve(without, 'off'), on: await serve(dataDir, 'on') };
  try {
    for (let pair = 0; pair < Number(values.pairs); pair += 1) {
      // The order changes, so that neither always comes first.
      for (const archive of pair % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
        const before = both[archive].used();
        const steady = await written(both[archive].url, seconds, STEADY_RATE);
        const used = both[archive].used() - before;
        const full = await written(both[archive].url, seconds, null);
        found[archive].push({ full: full.commits, ms: steady.ms, used });
      }
    }
  } finally {
    await both.off.stop();
    await both.on.stop();
    rmSync(embeddedFolder(without), { recursive: true, force: true });
  }
  const ofAll = (archive: 'off' | 'on', what: 'full' | 'ms' | 'used') => found[archive].map((turn) => turn[what]);
  const ratio = (what: 'full' | 'ms' | 'used') =>
    median(ofAll('on', what).map((one, pair) => one / (ofAll('off', what)[pair] ?? 1))).toFixed(3);
  const shown = (what: 'full' | 'ms' | 'used', digits: number) =>
    `${median(ofAll('off', what)).toFixed(digits)} without, ${median(ofAll('on', what)).toFixed(digits)} with; median of ratios ${ratio(what)}`;
  say(`${STEADY_RATE} commits a second, mean ms`, shown('ms', 2));
  say('processor seconds meanwhile', shown('used', 2));
  say('as fast as they can, commits', shown('full', 0));
}

/** Copies the data folder of an installation that does not run, with the owners of its files. */
async function copyInstallation(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
  const [source, target] = [embeddedFolder(from), embeddedFolder(to)];
  if (!source.startsWith(from)) await run('cp', ['-a', source, target]);
}

async function bytesOfADay(): Promise<void> {
  const seconds = Number(values.idle);
  const serving = await serve(dataDir, 'on');
  try {
    const before = sent();
    await delay(seconds * MS_PER_SECOND);
    const idle = sent();
    const [bytes, segments] = [idle.bytes - before.bytes, idle.segments - before.segments];
    say('idle, in a day', `${megabytes((bytes / seconds) * DAY_SECONDS)} (${segments} segments in ${seconds} s)`);
    await written(serving.url, seconds, STEADY_RATE / 10);
    const busy = sent();
    const perDay = ((busy.bytes - idle.bytes) / seconds) * (DAY_SECONDS / 3);
    say(
      `${STEADY_RATE / 10} commits a second, in 8 h`,
      `${megabytes(perDay)} (${busy.segments - idle.segments} segments in ${seconds} s)`,
    );
  } finally {
    await serving.stop();
  }
}

async function measured(name: string, args: string[], dir: string): Promise<void> {
  const begun = performance.now();
  const child = spawn(LAUNCHER, args, { env: settings(dir, 'on'), stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise((done) => child.once('exit', done));
  say(
    name,
    `${((performance.now() - begun) / MS_PER_SECOND).toFixed(1)} s${code === 0 ? '' : `, ended with ${String(code)}`}; ${said.trim().split('\n').at(-1)}`,
  );
}

try {
  const projects = Number(values.projects);
  const postgres = await startEmbeddedPostgres(dataDir);
  await seedDatabase(postgres.url, dataDir, projects);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  // Of a database that was just filled the first hour is not idle.
  await client.query('vacuum (analyze, freeze)');
  await client.query('checkpoint');
  await client.end();
  await postgres.stop();
  say('data', `${projects} projects, ${megabytes(rows[0]?.bytes ?? 0)}`);
  await copyInstallation(dataDir, without);
  await bytesOfADay();
  await costOfWriting();
  const last = await serve(dataDir, 'on');
  await measured('archive-base', ['archive-base', '--quiet'], dataDir);
  await last.stop();
  const row = sent();
  say('segments of the place', `${row.segments}, ${megabytes(row.bytes)}`);
  const target = join(folder, 'target');
  mkdirSync(target);
  await measured('restore --to latest', ['restore', place, '--to', 'latest', '--quiet', '--any-signer'], target);
  rmSync(embeddedFolder(target), { recursive: true, force: true });
} finally {
  rmSync(embeddedFolder(dataDir), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
