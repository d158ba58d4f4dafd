import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/database/embedded-postgres.ts';
import { startStandby } from '../apps/server/src/testing/standby.ts';
import { firstForm, newProject, Person } from '../tests/faults/load.ts';
import { seedDatabase } from './seeded-database.ts';
import { type ServedProcess, serveProcess } from './served-process.ts';

/**
 * `npm run bench:read-replica -- [--projects 100000] [--rounds 7] [--seconds 10]`: how much reports and exports take from
 * people who write, without and with a read replica. The primary, the server of the writers and the writers themselves
 * have one processor, the replica and the servers that report the other one, as if they were machines of their own.
 * They share memory, cache and disk all the same. What that takes is shown by reports from an independent copy of the
 * database: the same work on the same processor, which knows nothing of the primary. What the replica itself takes is the
 * difference. Rounds without reports and with reports from each of the three take turns. Linux, two processors.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '10' },
    /** The part that asks for reports, in a process of its own: address of the server. */
    ask: { type: 'string' },
  },
});
const WRITERS = 6;
const REPORTERS = 2;
const REPORTS = ['Projects-all?reportFormat=xlsx', 'projects-by-organization?reportFormat=xlsx'];
const PRIMARY_CPU = '0';
const REPLICA_CPU = '1';

if (values.ask !== undefined) {
  await askForReports(values.ask);
  process.exit(0);
}

/** Asks for reports without end, and prints a line for each. */
async function askForReports(url: string): Promise<void> {
  const person = new Person(() => url, 'admin');
  await person.signIn();
  await Promise.all(
    Array.from({ length: REPORTERS }, async (_, index) => {
      for (;;) {
        const answer = await person.raw('GET', `reporting/board-reports/${REPORTS[index % REPORTS.length]}`);
        const bytes = (await answer.arrayBuffer()).byteLength;
        process.stdout.write(`${answer.status} ${bytes}\n`);
      }
    }),
  );
}

/** Binds a process, its threads and its children to come to one processor. */
function bind(pid: number, cpu: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cpu, String(pid)], { stdio: 'pipe' });
}

const postmasterOf = ({ folder }: EmbeddedPostgres) =>
  Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Somebody who saves a form and comments, one call after the other, and counts what was acknowledged. */
async function write(person: Person, code: string, form: number, until: number): Promise<number> {
  let done = 0;
  for (; performance.now() < until; done += 1) {
    const { status, name } = await (done % 2 === 0
      ? person.call('POST', 'projects/form-input', {
          projectCode: code,
          id: form,
          action: 1,
          json: JSON.stringify({ description: { summary: `Опис ${performance.now()}` } }),
        })
      : person.call('POST', `projects/${code}/comments`, { text: `Коментар ${performance.now()}` }));
    if (status !== 200) throw new Error(`${status} ${name}`);
  }
  return done;
}

/** Makes a replica a database of its own. */
async function promote({ url }: EmbeddedPostgres): Promise<void> {
  const db = openDatabase(url, { max: 1, background: true });
  await sql`select pg_promote()`.execute(db);
  await db.destroy();
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

const folder = mkdtempSync(join(tmpdir(), 'pimis-bench-replica-'));
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
const standbyDir = join(folder, 'standby');
const copyDir = join(folder, 'copy');
for (const made of [dataDir, standbyDir, copyDir]) mkdirSync(made);
const postgres = await startEmbeddedPostgres(dataDir);
let standby: EmbeddedPostgres | undefined;
let copy: EmbeddedPostgres | undefined;
const servers: ServedProcess[] = [];
try {
  await seedDatabase(postgres.url, dataDir, Number(values.projects));
  standby = await startStandby(postgres, standbyDir);
  copy = await startStandby(postgres, copyDir);
  await promote(copy);
  bind(postmasterOf(postgres), PRIMARY_CPU);
  for (const other of [standby, copy]) bind(postmasterOf(other), REPLICA_CPU);
  bind(process.pid, PRIMARY_CPU);
  const { url: copyUrl } = copy;
  const serve = async (cpu: string, env: Readonly<Record<string, string>> = {}) => {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, ...env };
    const server = await serveProcess(settings, {
      before: ['taskset', '--cpu-list', cpu],
      args: ['--no-jobs'],
    });
    servers.push(server);
    return server.url;
  };
  const writing = await serve(PRIMARY_CPU);
  const reporting = {
    'no reports': undefined,
    'reports from an independent copy': await serve(REPLICA_CPU, { DATABASE_URL: copyUrl }),
    'reports from the primary': await serve(REPLICA_CPU),
    'reports from the replica': await serve(REPLICA_CPU, { READ_DATABASE_URL: standby.url, READ_LAG_SECONDS: '60' }),
  };
  const logins = ['local.user', 'local.power', 'local.admin', 'other.user', 'local.user', 'local.power'];
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, async (_, index) => {
      const person = new Person(() => writing, logins[index % logins.length] ?? 'local.user');
      await person.signIn();
      const code = await newProject(person);
      return { person, code, form: await firstForm(person, code) };
    }),
  );
  const round = async (url: string | undefined) => {
    let asking: ChildProcess | undefined;
    let reports = 0;
    if (url !== undefined) {
      asking = spawn('taskset', ['--cpu-list', REPLICA_CPU, process.execPath, import.meta.filename, '--ask', url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      asking.stdout?.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString().split('\n').filter(Boolean)) {
          if (!line.startsWith('200 ')) throw new Error(`A report is answered with ${line}`);
          reports += 1;
        }
      });
      // The first report is under way.
      await pause(2_000);
    }
    const until = performance.now() + Number(values.seconds) * 1_000;
    const counts = await Promise.all(writers.map(({ person, code, form }) => write(person, code, form, until)));
    if (asking) {
      const gone = once(asking, 'exit');
      asking.kill('SIGTERM');
      await gone;
    }
    return { writes: counts.reduce((sum, count) => sum + count, 0) / Number(values.seconds), reports };
  };
  await round(undefined);
  const figures = new Map<string, number[]>();
  for (let number = 0; number < Number(values.rounds); number += 1) {
    for (const [name, url] of Object.entries(reporting)) {
      const { writes, reports } = await round(url);
      figures.set(name, [...(figures.get(name) ?? []), writes]);
      process.stdout.write(`  ${name}: ${writes.toFixed(1)} writes a second, ${reports} reports\n`);
    }
  }
  process.stdout.write(`${values.projects} projects, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}\n`);
  const shareLost = (name: string, of: string) => {
    const rounds = figures.get(of) ?? [];
    return median((figures.get(name) ?? []).map((writes, number) => 1 - writes / (rounds[number] ?? 0))) * 100;
  };
  for (const [name, all] of figures) {
    const fewer = ['no reports', 'reports from an independent copy'].map(
      (of) => `${shareLost(name, of).toFixed(1)} % fewer than with ${of}`,
    );
    process.stdout.write(`${name}: ${median(all).toFixed(1)} writes a second, ${fewer.join(', ')}\n`);
  }
} finally {
  for (const server of servers) await server.stop();
  await standby?.stop();
  await copy?.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
