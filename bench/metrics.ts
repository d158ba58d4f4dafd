import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { DEMO_PASSWORD } from '../apps/server/src/seed/demo-accounts.ts';
import { freePort } from '../apps/server/src/testing/child-server.ts';
import { type ServedProcess, serveProcess } from './served-process.ts';

/**
 * `npm run bench:metrics -- --rounds 300`: what metrics and traces cost a call. Three servers on one database answer the
 * same calls in turn: one that is not watched, one with METRICS_PORT, which is scraped after each round, and one that sends
 * traces to a receiver. It prints the processor time of the server for a call and for a scrape, and the median of what a
 * client waits.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '300' } } });
const ROUNDS = Number(values.rounds);
const CALLS = 100;
const PATHS = ['dashboard', 'dashboard/tasks', 'projects/paged?perPage=20'];
const NS_PER_MICROSECOND = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'pimis-bench-'));
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres(folder, { fast: true });
const processes: ServedProcess[] = [];

interface Server {
  name: string;
  pid: number;
  url: string;
  metrics: number | null;
  authorization: string;
  /** Nanoseconds of processor in each round. */
  rounds: number[];
  scraped: number;
  waits: number[];
}

/** Nanoseconds of processor that the threads of a process have taken. */
function processorOf(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const taken = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  return taken.reduce((sum, one) => sum + Number(one), 0);
}

const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/**
 * By how much the rounds of one differ from those of the other beside them: the median, which single rounds with a
 * collection of garbage do not move, and the interval that holds it in 95 of 100 cases (order statistics).
 */
function difference(rounds: readonly number[], base: readonly number[]): string {
  const apart = rounds.map((one, number) => one / (base[number] ?? 0) - 1).toSorted((one, other) => one - other);
  const percent = (place: number) =>
    ((apart[Math.min(Math.max(Math.round(place), 0), apart.length - 1)] ?? 0) * 100).toFixed(1);
  const [middle, around] = [(apart.length - 1) / 2, 0.98 * Math.sqrt(apart.length)];
  return `${percent(middle)} % more (${percent(middle - around)} to ${percent(middle + around)} %)`;
}

async function start(name: string, env: Record<string, string>, demo: boolean): Promise<Server> {
  const served = await serveProcess(
    { DATA_DIR: folder, DATABASE_URL: postgres.url, DEMO: demo ? '1' : '0', ...env },
    { args: ['--no-jobs'] },
  );
  processes.push(served);
  const { url } = served;
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'local.user', password: DEMO_PASSWORD }),
  });
  const { payload } = (await answer.json()) as { payload: { accessToken: string } };
  const metrics = env.METRICS_PORT ? Number(env.METRICS_PORT) : null;
  return {
    name,
    pid: served.pid,
    url,
    metrics,
    authorization: `Bearer ${payload.accessToken}`,
    rounds: [],
    scraped: 0,
    waits: [],
  };
}

async function round(server: Server): Promise<void> {
  const before = processorOf(server.pid);
  for (let call = 0; call < CALLS; call += 1) {
    const begun = performance.now();
    const answer = await fetch(`${server.url}/api/${PATHS[call % PATHS.length]}`, {
      headers: { authorization: server.authorization },
    });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${server.name} answers ${answer.status}: ${PATHS[call % PATHS.length]} ${body}`);
    server.waits.push(performance.now() - begun);
  }
  server.rounds.push(processorOf(server.pid) - before);
  if (server.metrics === null) return;
  const scraping = processorOf(server.pid);
  await (await fetch(`http://127.0.0.1:${server.metrics}/metrics`)).text();
  server.scraped += processorOf(server.pid) - scraping;
}

const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.end('{}'));
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const collector = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

try {
  const servers = [
    await start('not watched', {}, true),
    await start('metrics', { METRICS_PORT: String(await freePort()) }, false),
    await start('traces', { OTEL_EXPORTER_OTLP_ENDPOINT: collector }, false),
  ];
  // Each server compiles its code and opens its connections first.
  for (const server of servers) for (let warm = 0; warm < 5; warm += 1) await round(server);
  for (const server of servers) Object.assign(server, { rounds: [], scraped: 0, waits: [] });
  for (let number = 0; number < ROUNDS; number += 1) {
    // Another one begins each time.
    for (let turn = 0; turn < servers.length; turn += 1)
      await round(servers[(number + turn) % servers.length] as Server);
  }
  const [base] = servers;
  process.stdout.write(`${ROUNDS * CALLS} calls to each, load ${loadavg()[0]?.toFixed(1)}\n`);
  for (const { name, rounds, waits } of servers) {
    const processor = meanOf(rounds) / CALLS / NS_PER_MICROSECOND;
    const median = waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)] ?? 0;
    const compared = base && base.rounds !== rounds ? `; ${difference(rounds, base.rounds)}` : '';
    process.stdout.write(
      `${name.padEnd(12)} ${processor.toFixed(0)} µs of processor, median ${median.toFixed(2)} ms${compared}\n`,
    );
  }
  const scraped = servers.reduce((sum, server) => sum + server.scraped, 0);
  process.stdout.write(`a scrape takes ${(scraped / ROUNDS / 1_000_000).toFixed(1)} ms of processor\n`);
} finally {
  for (const served of processes) await served.stop();
  receiver.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
