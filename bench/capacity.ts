import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/database/embedded-postgres.ts';
import { startBalancer } from '../apps/server/src/testing/balancer.ts';
import { startStandby } from '../apps/server/src/testing/standby.ts';
import { newProject, firstForm, Person } from '../tests/faults/load.ts';
import { seedDatabase } from './seeded-database.ts';
import { type ServedProcess, serveProcess } from './served-process.ts';

/**
 * `npm run bench:capacity -- [--projects 100000] [--seconds 20]`: how many people at work the servers of this machine hold
 * until the slowest hundredth of their calls takes half a second, with 1, 2 and 4 servers and with a read replica. Calls come
 * at random times, at a rate that does not wait for answers. The database and the callers run on the same machine. Also
 * prints what the tables of a project take.
 */
const { values } = parseArgs({
  options: { projects: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '20' } },
});
const SECONDS = Number(values.seconds);
const PEOPLE_SIGNED_IN = 80;
const SLOWEST_MS = 500;
const FIRST_GUESS = 200;
const GROWTH = 1.4;
/** Until the next number of people begins with empty queues. */
const CALM_MS = 3_000;
const SLOWEST_SHARE = 0.99;
const PATIENCE_MS = 15_000;
/** A call of a hundred may be refused. */
const REFUSED_SHARE = 0.001;

/** A simulated user, and the state of their own project. */
interface Worker {
  person: Person;
  code: string;
  form: number;
  others: readonly string[];
  saves: number;
}

/** Calls of one person in a minute of work, taken from what screens ask for. */
const MIX: readonly { name: string; perMinute: number; call: (worker: Worker) => Promise<Response> }[] = [
  { name: 'list', perMinute: 2, call: ({ person }) => person.raw('GET', 'projects/paged?perPage=25') },
  { name: 'search', perMinute: 0.5, call: ({ person }) => person.raw('GET', 'search?q=put') },
  { name: 'dashboard', perMinute: 0.5, call: ({ person }) => person.raw('GET', 'dashboard') },
  { name: 'tasks', perMinute: 1, call: ({ person }) => person.raw('GET', 'tasks/paged?perPage=20') },
  { name: 'project', perMinute: 2, call: (worker) => worker.person.raw('GET', `projects/${one(worker.others)}`) },
  { name: 'phases', perMinute: 2, call: (worker) => worker.person.raw('GET', `projects/${one(worker.others)}/phases`) },
  { name: 'form', perMinute: 1, call: ({ person, code, form }) => person.raw('GET', `projects/${code}/forms/${form}`) },
  {
    name: 'save',
    perMinute: 2,
    call: (worker) => {
      worker.saves += 1;
      const json = JSON.stringify({ description: { summary: `Опис ${worker.saves}` } });
      const body = { projectCode: worker.code, id: worker.form, action: 1, json };
      return worker.person.raw('POST', 'projects/form-input', JSON.stringify(body), {
        'content-type': 'application/json',
      });
    },
  },
  {
    name: 'upload',
    perMinute: 0.1,
    call: ({ person, code }) => {
      const form = new FormData();
      form.set('description', 'Опис');
      form.set('file', new Blob(['садржај '.repeat(20_000)]), 'prilog.txt');
      return person.raw('POST', `projects/${code}/documents`, form);
    },
  },
  {
    name: 'paper',
    perMinute: 0.05,
    call: ({ person, code }) => person.raw('GET', `reporting/projects/${code}/identity-cards`),
  },
];
const PER_MINUTE = MIX.reduce((sum, { perMinute }) => sum + perMinute, 0);

const one = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item;

const folder = mkdtempSync(join(tmpdir(), 'pimis-bench-capacity-'));
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
mkdirSync(dataDir);
const running: ServedProcess[] = [];

async function serve(postgres: EmbeddedPostgres, env: Readonly<Record<string, string>>): Promise<string> {
  const server = await serveProcess({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, ...env });
  running.push(server);
  return server.url;
}

async function endServers(): Promise<void> {
  for (const server of running.splice(0)) await server.stop();
}

async function signedIn(url: string, logins: readonly string[]): Promise<Worker[]> {
  const workers: Worker[] = [];
  for (const login of logins) {
    const person = new Person(() => url, login);
    await person.signIn();
    const code = await newProject(person);
    const { payload } = await person.call<{ code: string }[]>('GET', 'projects/paged?perPage=25');
    const others = payload?.map((project) => project.code) ?? [];
    workers.push({ person, code, form: await firstForm(person, code), others, saves: 0 });
  }
  return workers;
}

interface Round {
  p50: number;
  p99: number;
  calls: number;
  /** What was refused, and with which status: null when no answer came. */
  refused: string[];
}

/** Lets a number of simulated users work for some seconds. */
async function work(workers: readonly Worker[], people: number): Promise<Round> {
  const times: number[] = [];
  const refused: string[] = [];
  const pending: Promise<void>[] = [];
  const perSecond = (people * PER_MINUTE) / 60;
  const end = performance.now() + SECONDS * 1_000;
  for (let at = performance.now(); at < end; at += (-Math.log(1 - Math.random()) / perSecond) * 1_000) {
    const wait = at - performance.now();
    if (wait > 1) await pause(wait);
    let left = Math.random() * PER_MINUTE;
    const kind = MIX.find(({ perMinute }) => (left -= perMinute) < 0) ?? MIX[0];
    const begun = performance.now();
    const call = kind?.call(one(workers)).then(async (answer) => {
      await answer.arrayBuffer();
      if (!answer.ok) refused.push(`${kind.name} ${answer.status}`);
    });
    if (call) {
      pending.push(
        call
          .catch(() => {
            refused.push(`${kind?.name} null`);
          })
          .finally(() => times.push(performance.now() - begun)),
      );
    }
  }
  await Promise.race([Promise.all(pending), pause(PATIENCE_MS)]);
  const sorted = times.toSorted((first, second) => first - second);
  const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.POSITIVE_INFINITY;
  return { p50: share(0.5), p99: share(SLOWEST_SHARE), calls: pending.length, refused };
}

/** The most people that are held; each number is tried until one is too much. */
async function capacity(name: string, url: string, logins: readonly string[]): Promise<void> {
  const workers = await signedIn(url, logins);
  // Code is compiled, connections are open.
  await work(workers, FIRST_GUESS / 2);
  let held = 0;
  let last: Round | undefined;
  for (let people = FIRST_GUESS; ; people = Math.round(people * GROWTH)) {
    await pause(CALM_MS);
    const round = await work(workers, people);
    process.stdout.write(
      `  ${name}: ${people} people, ${(round.calls / SECONDS).toFixed(0)} calls a second, p50 ${round.p50.toFixed(0)} ms, p99 ${round.p99.toFixed(0)} ms, ${round.refused.length} refused ${[...new Set(round.refused)].join(', ')}\n`,
    );
    if (round.p99 > SLOWEST_MS || round.refused.length > round.calls * REFUSED_SHARE) break;
    held = people;
    last = round;
  }
  process.stdout.write(`${name}: ${held} people, ${((last?.calls ?? 0) / SECONDS).toFixed(0)} calls a second\n`);
}

/** What a project takes, table by table. */
async function printGrowth(url: string, projects: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; bytes: string; rows: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes, greatest(reltuples, 0)::bigint as rows
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 2 desc limit 14`,
  );
  const { rows: whole } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  await client.end();
  for (const { name, bytes, rows: count } of rows) {
    const each = Number(bytes) / projects;
    process.stdout.write(
      `  ${name.padEnd(24)} ${(Number(count) / projects).toFixed(1)} rows, ${each.toFixed(0)} bytes a project\n`,
    );
  }
  process.stdout.write(`the database: ${(Number(whole[0]?.bytes) / projects / 1_000).toFixed(1)} kB a project\n`);
}

const postgres = await startEmbeddedPostgres(dataDir);
let standby: EmbeddedPostgres | undefined;
try {
  await seedDatabase(postgres.url, dataDir, Number(values.projects));
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ login: string }>(
    `update users set password_hash = known.password_hash, role_id = known.role_id
     from users known
     where known.login = 'local.user' and users.id in (
       select min(id) from users where login not in (select login from users where password_hash is not null)
       group by organization_id order by 1 limit $1)
     returning users.login`,
    [PEOPLE_SIGNED_IN],
  );
  await client.query('vacuum analyze');
  await client.end();
  const logins = rows.map(({ login }) => login);
  process.stdout.write(`${values.projects} projects, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}\n`);
  await printGrowth(postgres.url, Number(values.projects));
  for (const servers of [1, 2, 4]) {
    const urls: string[] = [];
    for (let number = 0; number < servers; number += 1) urls.push(await serve(postgres, {}));
    const balancer = servers > 1 ? await startBalancer(urls) : undefined;
    await capacity(`${servers} servers`, balancer?.url ?? urls[0] ?? '', logins);
    await balancer?.stop();
    await endServers();
  }
  const standbyDir = join(folder, 'standby');
  mkdirSync(standbyDir);
  standby = await startStandby(postgres, standbyDir);
  const urls = [
    await serve(postgres, { READ_DATABASE_URL: standby.url }),
    await serve(postgres, { READ_DATABASE_URL: standby.url }),
  ];
  const balancer = await startBalancer(urls);
  await capacity('2 servers and a replica', balancer.url, logins);
  await balancer.stop();
} finally {
  await endServers();
  await standby?.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
