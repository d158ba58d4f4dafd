import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval as every, setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { embeddedFolder, startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { readArchiveState } from '../apps/server/src/platform/storage/archive-state.ts';
import { benchFolder, median, postmasterOf, processorSeconds } from './measuring.ts';
import { seedDatabase } from './seeded-database.ts';
import { runCommand, serveProcess } from './served-process.ts';

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
const MS_PER_SECOND = 1_000;
const DAY_SECONDS = 86_400;
const WRITERS = 8;
/** Commits per second of all writers together, when their rate is limited. */
const STEADY_RATE = 100;
const folder = benchFolder();
const [dataDir, place] = [join(folder, 'data'), join(folder, 'place')];
/** The same installation, without the archive. */
const without = join(folder, 'without');
mkdirSync(dataDir);
const settings = (dir: string, archive: 'on' | 'off') => ({
  NODE_ENV: '',
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

/** Starts the product, which makes a backup and a base first where the archive is on. */
async function serve(dir: string, archive: 'on' | 'off'): Promise<Serving> {
  const server = await serveProcess(settings(dir, archive));
  if (archive === 'on') {
    for await (const _ of every(500)) if ((await readArchiveState(dir))?.until) break;
  }
  const postgres = await startEmbeddedPostgres(dir);
  const pid = postmasterOf(postgres.folder);
  return {
    url: postgres.url,
    used: () => processorSeconds([pid, server.pid]),
    stop: async () => {
      await postgres.stop();
      await server.stop();
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

try {
  const projects = Number(values.projects);
  const postgres = await startEmbeddedPostgres(dataDir);
  await seedDatabase(postgres.url, dataDir, projects);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  // A database that was just filled would not be idle in its first hour.
  await client.query('vacuum (analyze, freeze)');
  await client.query('checkpoint');
  await client.end();
  await postgres.stop();
  say('data', `${projects} projects, ${megabytes(rows[0]?.bytes ?? 0)}`);
  await copyInstallation(dataDir, without);
  await bytesOfADay();
  await costOfWriting();
  const last = await serve(dataDir, 'on');
  say('archive-base', await runCommand(['archive-base', '--quiet'], settings(dataDir, 'on')));
  await last.stop();
  const row = sent();
  say('segments of the place', `${row.segments}, ${megabytes(row.bytes)}`);
  const target = join(folder, 'target');
  mkdirSync(target);
  const restoring = ['restore', place, '--to', 'latest', '--quiet', '--any-signer'];
  say('restore --to latest', await runCommand(restoring, settings(target, 'on')));
  rmSync(embeddedFolder(target), { recursive: true, force: true });
} finally {
  rmSync(embeddedFolder(dataDir), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
