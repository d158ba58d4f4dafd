import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Asked } from './measure.ts';

const run = promisify(execFile);
const VERSION = '12.3.1';
const TOKEN = 'bench-token-of-the-administrator';
const STARTS_MS = 120_000;
const INSTALL_MS = 1_200_000;
const FIELDS = [
  'id,code,number,name,organization_id,created_at,last_changed_at,important,is_merged,foreign_funds,phase,phase_status',
  'status,ministry_commented,commission_approved,total_value,type,sector,last_reporting,organization_id.name',
  'proposer_organization_id.name',
].join(',');
const ORDERS: Readonly<Record<string, string>> = { changed: '-last_changed_at,-id', value: '-total_value,-id' };

/** Directus beside the product, on the same tables and indexes. */
export interface Peer {
  name: string;
  /** The first page of the project table with its count, of all projects or of those of an organization. */
  asked(order: string, organization: string | null): Asked;
  /** Ends it, and takes its own tables out of the database again. */
  stop(): Promise<void>;
}

/** A folder of its own, with what Directus needs; what scripts of its flows run in is left out, as it is built on the spot. */
async function install(folder: string): Promise<string> {
  const command = join(folder, 'node_modules', 'directus', 'cli.js');
  if (existsSync(command)) return command;
  const left = join(folder, 'left-out');
  for (const made of ['left-out', 'uploads', 'extensions']) mkdirSync(join(folder, made), { recursive: true });
  writeFileSync(
    join(left, 'package.json'),
    JSON.stringify({ name: 'isolated-vm', version: '6.0.0', main: 'index.js' }),
  );
  writeFileSync(join(left, 'index.js'), 'module.exports = {};\n');
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'peers',
      private: true,
      dependencies: { directus: VERSION, pg: '*', 'isolated-vm': 'file:./left-out' },
      overrides: { 'isolated-vm': '$isolated-vm' },
    }),
  );
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await run(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, timeout: INSTALL_MS });
  return command;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

async function untilItAnswers(child: ChildProcess, address: string): Promise<void> {
  for (const end = Date.now() + STARTS_MS; Date.now() < end; await delay(500)) {
    if (child.exitCode !== null) throw new Error(`Directus ended with ${child.exitCode}`);
    const answer = await fetch(`${address}/server/ping`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error('Directus does not answer');
}

async function dropItsTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename like 'directus\\_%'`,
  );
  if (rows.length > 0) await client.query(`drop table ${rows.map(({ name }) => name).join(', ')} cascade`);
  await client.end();
}

/**
 * Starts Directus in production mode, without cache, limits and telemetry, on this Node and the database of the bench.
 * Who asks is its administrator: rules for single rows need a paid licence, so the rows of an organization are asked for
 * by a filter. Observers are not in it (Directus leaves out tables with a key of two columns), nor is the phase's row.
 */
export async function startDirectus(url: string, folder: string): Promise<Peer> {
  mkdirSync(folder, { recursive: true });
  const command = await install(folder);
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url,
    SECRET: 'a secret of the bench alone, which holds nothing of anybody',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'of-the-bench-alone-1',
    ADMIN_TOKEN: TOKEN,
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    LOG_LEVEL: 'error',
  };
  await dropItsTables(url);
  await run(process.execPath, [command, 'bootstrap'], { cwd: folder, env, timeout: STARTS_MS });
  const child = spawn(process.execPath, [command, 'start'], { cwd: folder, env, stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    await dropItsTables(url);
  };
  try {
    await untilItAnswers(child, address);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name: `Directus ${VERSION}`,
    asked: (order, organization) => {
      const own = {
        _or: ['organization_id', 'proposer_organization_id'].map((column) => ({ [column]: { _eq: organization } })),
      };
      const query = new URLSearchParams({
        fields: FIELDS,
        filter: JSON.stringify({ _and: [{ status: { _eq: 0 } }, ...(organization === null ? [] : [own])] }),
        sort: ORDERS[order] ?? ORDERS.changed ?? '',
        limit: '25',
        meta: 'filter_count',
      });
      return { url: `${address}/items/projects?${query}`, headers: { authorization: `Bearer ${TOKEN}` } };
    },
    stop,
  };
}
