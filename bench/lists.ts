import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { buildApp } from '../apps/server/src/app.ts';
import { loadConfig } from '../apps/server/src/config.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { openFileStore } from '../apps/server/src/platform/files.ts';
import { prepareJobs } from '../apps/server/src/platform/jobs.ts';
import { makeMailer } from '../apps/server/src/platform/mail.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { seedBulk } from '../apps/server/src/seed/bulk.ts';
import { DEMO_PASSWORD } from '../apps/server/src/seed/demo-accounts.ts';
import { seedDemoAccounts } from '../apps/server/src/seed/demo-organizations.ts';
import { seedReferenceData } from '../apps/server/src/seed/reference.ts';

/**
 * `npm run bench -- --projects 10000,100000`: what people open every day, as several roles, over HTTP with connections
 * kept, at each size in one run; beside it a bare server of node:http and pg with hand-written SQL that answers the same
 * rows to the same people.
 */
const { values } = parseArgs({ options: { projects: { type: 'string', default: '10000,100000' } } });
const SIZES = values.projects.split(',').map(Number);
const ROUNDS = 40;
const CLIENTS = 20;
const SHARED_ROUNDS = 15;

const CALLS: readonly { name: string; path: string; logins: readonly string[] }[] = [
  { name: 'project list', path: 'projects/paged?perPage=25', logins: ['admin', 'local.user', 'reviewer'] },
  {
    name: 'by value',
    path: 'projects/paged?perPage=25&sort_by=totalValue&sort_desc=true',
    logins: ['admin', 'local.user'],
  },
  { name: 'last page', path: 'projects/paged?perPage=25&end=true', logins: ['admin', 'local.user'] },
  { name: 'filter by name', path: 'projects/paged?perPage=25&filter[name]=bajina', logins: ['admin', 'local.user'] },
  { name: 'filter, most rows', path: 'projects/paged?perPage=25&filter[type]=3', logins: ['admin'] },
  { name: 'dashboard', path: 'dashboard', logins: ['admin', 'local.user', 'reviewer'] },
  { name: 'tasks', path: 'dashboard/tasks', logins: ['local.user', 'reviewer'] },
  { name: 'header search', path: 'search?q=bajina', logins: ['admin', 'local.user'] },
  { name: 'project details', path: 'projects/B-1', logins: ['admin'] },
];

const folder = mkdtempSync(join(tmpdir(), 'pimis-bench-'));
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres(folder);
await migrate(postgres.url);
await prepareJobs(postgres.url);
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, { demo: false });
const db = openDatabase(postgres.url);
const patient = openDatabase(postgres.url, { max: 2, patient: true });
const { app, context } = await buildApp({
  config,
  db,
  files: await openFileStore(config),
  mail: makeMailer(config),
  now: () => new Date(),
});
await seedReferenceData({ ...context, db: patient });
await seedDemoAccounts({ ...context, db: patient });
await app.listen({ port: 0, host: '127.0.0.1' });
const bare = await startBare(postgres.url);
const addressOf = (server: { address(): string | AddressInfo | null }) => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
};
const product = addressOf(app.server);

/** The least that answers the first page of the list: one user by token, a page and its count, no checks of input. */
async function startBare(url: string): Promise<Server> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  const PAGE = `select p.id, p.code::text, p.number, p.name, p.organization_id, o.name as owner, q.name as proposer,
      p.created_at, p.last_changed_at, p.important, p.foreign_funds, p.phase, p.phase_status, p.total_value
    from projects p join organizations o on o.id = p.organization_id
    join organizations q on q.id = p.proposer_organization_id`;
  const OWN = `(p.organization_id = $1 or p.proposer_organization_id = $1 or exists (
    select 1 from project_organizations x where x.project_id = p.id and x.organization_id = $1))`;
  const server = createServer((request, response) => {
    const answer = async () => {
      const login = new URL(request.url ?? '/', 'http://bare').searchParams.get('login');
      const user = await pool.query<{ organization: string; claims: string[] }>(
        `select organization_id as organization, array(select claim from role_claims where role_id = users.role_id) as claims
         from users where login = $1 and status = 1`,
        [login],
      );
      const [row] = user.rows;
      if (!row) throw new Error('Nobody');
      const all = row.claims.includes('Admin') || row.organization === '00000';
      const condition = all ? 'true' : OWN;
      const given = all ? [] : [row.organization];
      const total = await pool.query(`select count(*) from projects p where p.status = 0 and ${condition}`, given);
      const rows = await pool.query(
        `${PAGE} where p.status = 0 and ${condition} order by p.last_changed_at desc, p.id desc limit 25`,
        given,
      );
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ total: total.rows, rows: rows.rows }));
    };
    answer().catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  server.on('close', () => void pool.end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

async function signIn(login: string): Promise<Record<string, string>> {
  const answer = await fetch(`${product}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: DEMO_PASSWORD }),
  });
  const { payload } = (await answer.json()) as { payload: { accessToken: string } };
  return { authorization: `Bearer ${payload.accessToken}` };
}

interface Measured {
  /** One client: median, in milliseconds. */
  alone: number;
  /** Twenty clients: calls a second, median and 99th percentile in milliseconds. */
  rate: number;
  p50: number;
  p99: number;
}

async function once(url: string, headers: Record<string, string>): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url}: ${text}`);
  return performance.now() - started;
}

const at = (times: readonly number[], part: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

async function measure(url: string, headers: Record<string, string>): Promise<Measured> {
  for (let round = 0; round < 5; round += 1) await once(url, headers);
  const alone: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) alone.push(await once(url, headers));
  const started = performance.now();
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const times: number[] = [];
      for (let round = 0; round < SHARED_ROUNDS; round += 1) times.push(await once(url, headers));
      return times;
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const shared = clients.flat().toSorted((a, b) => a - b);
  const sorted = alone.toSorted((a, b) => a - b);
  return { alone: at(sorted, 0.5), rate: shared.length / seconds, p50: at(shared, 0.5), p99: at(shared, 0.99) };
}

const line = (name: string, size: number, { alone, rate, p50, p99 }: Measured) =>
  `| ${name} | ${size} | ${alone.toFixed(1)} | ${rate.toFixed(0)} | ${p50.toFixed(0)} | ${p99.toFixed(0)} |\n`;

const { rows: version } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
  db,
);
process.stdout.write(
  `Node ${process.versions.node}, PostgreSQL ${version[0]?.version}, ${cpus().length} × ${cpus()[0]?.model}\n\n` +
    '| call | projects | one client, ms | 20 clients, calls a second | p50, ms | p99, ms |\n| --- | --- | --- | --- | --- | --- |\n',
);
let made = 0;
for (const size of SIZES) {
  const started = performance.now();
  await seedBulk({ ...context, db: patient }, size - made);
  process.stderr.write(`${size - made} projects seeded in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  made = size;
  for (const { name, path, logins } of CALLS) {
    for (const login of logins) {
      const headers = await signIn(login);
      process.stdout.write(line(`${name}, ${login}`, size, await measure(`${product}/api/${path}`, headers)));
      if (name === 'project list') {
        process.stdout.write(
          line(`${name}, ${login}: bare`, size, await measure(`${addressOf(bare)}/?login=${login}`, {})),
        );
      }
    }
  }
}
await app.close();
await new Promise((closed) => bare.close(closed));
await patient.destroy();
await db.destroy();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
