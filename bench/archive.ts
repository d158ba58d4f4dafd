import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as every, setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
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
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    idle: { type: 'string', default: '180' },
  },
});
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

/** Runs the product, which makes a backup and a base first where the archive is on. */
async function serving(archive: 'on' | 'off', work: (url: string) => Promise<void>): Promise<void> {
  const child = spawn(LAUNCHER, ['serve'], { env: settings(dataDir, archive), stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise((done) => child.once('exit', done));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  for await (const _ of every(100)) if (/^PIMIS: /m.test(said)) break;
  if (archive === 'on') {
    for await (const _ of every(500)) if ((await readArchiveState(dataDir))?.until) break;
  }
  const postgres = await startEmbeddedPostgres(dataDir, {});
  try {
    await work(postgres.url);
  } finally {
    await postgres.stop();
    child.kill('SIGTERM');
    await gone;
  }
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

async function costOfWriting(): Promise<void> {
  const seconds = Number(values.seconds);
  const found = { off: [], on: [] } as Record<'off' | 'on', { full: number; ms: number }[]>;
  let busy = 0;
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    // The order changes, so that neither always comes first.
    for (const archive of pair % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
      await serving(archive, async (url) => {
        const steady = await written(url, seconds, STEADY_RATE);
        const before = sent();
        const full = await written(url, seconds, null);
        found[archive].push({ full: full.commits, ms: steady.ms });
        busy = Math.max(busy, (sent().bytes - before.bytes) / seconds);
      });
    }
  }
  const ratios = (of: 'full' | 'ms') => found.on.map((one, pair) => one[of] / (found.off[pair]?.[of] ?? 1));
  const shown = (numbers: number[]) => numbers.map((number) => number.toFixed(2)).join(' ');
  say(
    `${STEADY_RATE} commits a second, mean`,
    `${median(found.off.map(({ ms }) => ms)).toFixed(2)} ms without, ${median(found.on.map(({ ms }) => ms)).toFixed(2)} ms with; ratios ${shown(ratios('ms'))}, median ${median(ratios('ms')).toFixed(3)}`,
  );
  say(
    'as fast as they can',
    `${median(found.off.map(({ full }) => full)).toFixed(0)} commits a second without, ${median(found.on.map(({ full }) => full)).toFixed(0)} with; ratios ${shown(ratios('full'))}, median ${median(ratios('full')).toFixed(3)}`,
  );
  say('sent meanwhile', `${megabytes(busy)} a second`);
}

async function bytesOfADay(): Promise<void> {
  const seconds = Number(values.idle);
  await serving('on', async (url) => {
    const before = sent();
    await delay(seconds * MS_PER_SECOND);
    const idle = sent();
    const [bytes, segments] = [idle.bytes - before.bytes, idle.segments - before.segments];
    say('idle, in a day', `${megabytes((bytes / seconds) * DAY_SECONDS)} (${segments} segments in ${seconds} s)`);
    await written(url, seconds, STEADY_RATE / 10);
    const busy = sent();
    const perDay = ((busy.bytes - idle.bytes) / seconds) * (DAY_SECONDS / 3);
    say(
      `${STEADY_RATE / 10} commits a second, in 8 h`,
      `${megabytes(perDay)} (${busy.segments - idle.segments} segments in ${seconds} s)`,
    );
  });
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
  await client.end();
  await postgres.stop();
  say('data', `${projects} projects, ${megabytes(rows[0]?.bytes ?? 0)}`);
  await costOfWriting();
  await bytesOfADay();
  await serving('on', () => measured('archive-base', ['archive-base', '--quiet'], dataDir));
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
