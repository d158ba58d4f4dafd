import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { buildApp } from '../../apps/server/src/app.ts';
import { loadConfig } from '../../apps/server/src/config.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres.ts';
import { openFileStore } from '../../apps/server/src/platform/files.ts';
import { prepareJobs } from '../../apps/server/src/platform/jobs.ts';
import { makeMailer } from '../../apps/server/src/platform/mail.ts';
import { migrate } from '../../apps/server/src/platform/migrate.ts';
import { seedBulk } from '../../apps/server/src/seed/bulk.ts';
import { DEMO_PASSWORD } from '../../apps/server/src/seed/demo-accounts.ts';
import { seedDemoAccounts } from '../../apps/server/src/seed/demo-organizations.ts';
import { seedReferenceData } from '../../apps/server/src/seed/reference.ts';
import { type Claim, CLAIMS } from '@pimis/domain/access/claims';
import { projectScope } from '@pimis/domain/access/policies';
import { startBare } from './bare.ts';
import { startClient } from './client.ts';
import { BENCH_CALLS, BENCH_LOGINS, type BenchCall, detailsOf } from './calls.ts';
import type { Asked, Failed, Measured } from './measure.ts';
import { compare, pageOfBare, pageOfProduct, type Party } from './pages.ts';
import type { Peer } from './peer.ts';
import { fillPeers, startPeers } from './peers.ts';
import { type Line, missed, rowsOfLine, TABLE_HEAD } from './targets.ts';

/**
 * `npm run bench -- --projects 10000,1000000 [--logins admin,local.user] [--calls sort]`: what people open every day, as
 * each role, over HTTP with connections kept, at each size in one run, beside a bare server that answers the same rows
 * to the same people, and with `--peers` beside Directus, Strapi and Payload, as far as they install. Says whether they
 * answer the same rows. Ends with what misses its target, and with 1 when something does.
 *
 * What the others take for the rows of one organization grows with all projects: `--beside admin,local.user` asks them in
 * the name of these alone, and `--peers-to 100000` the other products up to that size.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000,100000' },
    logins: { type: 'string', default: BENCH_LOGINS.join(',') },
    /** Only calls whose name has this in it. */
    calls: { type: 'string', default: '' },
    /** A folder whose data are kept, and gone on with at the next run. */
    folder: { type: 'string', default: '' },
    /** Installs other products in folders of their own, and asks them for the same rows. */
    peers: { type: 'boolean', default: false },
    /** The largest size at which other products are asked. */
    'peers-to': { type: 'string', default: 'Infinity' },
    /** In whose name the bare server and other products are asked; everybody's, unless said. */
    beside: { type: 'string', default: '' },
  },
});
const SIZES = values.projects.split(',').map(Number);
const LOGINS = values.logins.split(',');
const BESIDE = new Set((values.beside || values.logins).split(','));
const PEERS_TO = Number(values['peers-to']);

/** What somebody's role does not let them ask. */
const FORBIDDEN = 403;

const folder = values.folder || mkdtempSync(join(tmpdir(), 'pimis-bench-'));
const known = existsSync(join(folder, 'postgres'));
mkdirSync(folder, { recursive: true });
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
if (!known) {
  await seedReferenceData({ ...context, db: patient });
  await seedDemoAccounts({ ...context, db: patient });
}
await app.listen({ port: 0, host: '127.0.0.1' });
const bare = await startBare(postgres.url);
const addressOf = (server: { address(): string | AddressInfo | null }) => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
};
const product = addressOf(app.server);

/** Whose projects a person sees: those of an organization, or all (null). */
async function scopeOf(login: string): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'organization_id', 'role_id'])
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  const claims = await db.selectFrom('role_claims').select('claim').where('role_id', '=', user.role_id).execute();
  const held = new Set(claims.map(({ claim }) => claim));
  const scope = projectScope({
    id: user.id,
    organizationId: user.organization_id,
    claims: new Set((Object.keys(CLAIMS) as Claim[]).filter((claim) => held.has(claim))),
  });
  return scope.kind === 'all' ? null : user.organization_id;
}

interface Other extends Party {
  peer: Peer | null;
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

/** Who else is asked for the same first page: the bare server (no peer), and each product beside it. */
function othersAt(order: string, login: string, organization: string | null, asking: readonly Peer[]): Other[] {
  return [
    {
      peer: null,
      name: 'bare',
      asked: { url: `${addressOf(bare.server)}/?login=${login}&order=${order}`, headers: {} },
      read: pageOfBare,
    },
    ...asking.map((peer) => ({
      peer,
      name: peer.name,
      asked: peer.asked(order, organization),
      read: (answer: unknown) => peer.read(answer),
    })),
  ];
}

/** What a person is measured with: the calls of everybody that they may make, and a project that they see. */
async function callsOf(headers: Record<string, string>): Promise<readonly BenchCall[]> {
  const page = await fetch(`${product}/api/projects/paged?perPage=1`, { headers });
  const { payload } = (await page.json()) as { payload: { code: string }[] | null };
  const seen = payload?.[0];
  const calls = seen ? [...BENCH_CALLS, detailsOf(seen.code)] : BENCH_CALLS;
  const made: BenchCall[] = [];
  for (const call of calls.filter(({ name }) => name.includes(values.calls))) {
    const answer = await fetch(`${product}/api/${call.path}`, { headers });
    await answer.arrayBuffer();
    if (answer.status !== FORBIDDEN) made.push(call);
  }
  return made;
}

/** A server that has run for a while: what it runs all day is compiled before the smallest size is measured. */
async function warmUp(headers: Record<string, string>): Promise<void> {
  const asked = (await callsOf(headers)).filter(({ main }) => main);
  for (const { path } of asked) await client.measure([{ url: `${product}/api/${path}`, headers }], true);
}

/** What was measured; the product and the bare server have to answer everything. */
function taken(result: Measured | Failed | undefined, name: string): Measured {
  if (!result || 'failed' in result) throw new Error(`${name}: ${result?.failed ?? 'nothing measured'}`);
  return result;
}

const tell = (text: string) => process.stdout.write(`${text}\n`);
const [{ version } = { version: '' }] = (
  await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
).rows;
tell(`Node ${process.versions.node}, PostgreSQL ${version}, ${cpus().length} × ${cpus()[0]?.model}\n\n${TABLE_HEAD}`);

const lines = new Map<string, Line>();
const client = startClient();
/** What was said of the others: who is not in it and why, and whose rows are not the product's. */
const said: string[] = [];
const left = (told: string) => {
  process.stderr.write(`${told}\n`);
  said.push(told);
};
let peers: Peer[] | null = null;
for (const size of SIZES) {
  const { made } = await db
    .selectFrom('projects')
    .select((row) => row.fn.countAll<string>().as('made'))
    .executeTakeFirstOrThrow();
  if (size > Number(made)) {
    const started = performance.now();
    await seedBulk({ ...context, db: patient }, size - Number(made));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stderr.write(`${size - Number(made)} projects seeded in ${seconds} s\n`);
  }
  // Begun when there are rows: it reads the tables once, as it starts.
  if (values.peers && size <= PEERS_TO) {
    peers ??= await startPeers(postgres.url, join(tmpdir(), 'pimis-bench-peers'), left);
    peers = await fillPeers(peers, left);
  }
  process.stderr.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
  for (const login of LOGINS) {
    const headers = await signIn(login);
    const organization = await scopeOf(login);
    if (size === SIZES[0] && login === LOGINS[0]) await warmUp(headers);
    for (const { name, path, main, bare: order } of await callsOf(headers)) {
      const asked: Asked = { url: `${product}/api/${path}`, headers };
      const { answering, told } =
        order === null || !BESIDE.has(login)
          ? { answering: [], told: [] }
          : await compare(
              { asked, read: pageOfProduct },
              othersAt(order, login, organization, size <= PEERS_TO ? (peers ?? []) : []),
            );
      said.push(...told.map((text) => `${name}, ${login}, ${size}: ${text}`));
      const [measured, ...beside] = await client.measure([asked, ...answering.map((other) => other.asked)], main);
      const line = lines.get(`${name} ${login}`) ?? { name, login, sizes: [] };
      const at: Line['sizes'][number] = { projects: size, product: taken(measured, name), bare: null, peers: [] };
      for (const [index, { peer }] of answering.entries()) {
        const result = beside[index];
        if (peer === null) at.bare = taken(result, `${name}: bare`);
        else if (result && 'failed' in result) {
          said.push(`${name}, ${login}, ${size}: ${peer.name} stopped answering: ${result.failed.slice(0, 300)}`);
        } else {
          const { name: peerName, sameTables } = peer;
          at.peers.push({ name: peerName, sameTables, measured: taken(result, `${name}: ${peerName}`) });
        }
      }
      line.sizes.push(at);
      lines.set(`${name} ${login}`, line);
      for (const row of rowsOfLine(name, login, at)) tell(row);
    }
  }
}

const short = [...lines.values()].flatMap((line) =>
  missed(line).map((told) => `- ${line.name}, ${line.login}: ${told}`),
);
if (said.length > 0) tell(`\nBeside it\n${said.map((text) => `- ${text}`).join('\n')}`);
tell(`\n${lines.size} lines, ${short.length} targets missed\n${short.join('\n')}`);
await client.end();
for (const peer of peers ?? []) await peer.stop();
await app.close();
await bare.stop();
await patient.destroy();
await db.destroy();
await postgres.stop();
if (!values.folder) rmSync(folder, { recursive: true, force: true });
process.exitCode = short.length > 0 ? 1 : 0;
