import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../apps/server/src/testing/child-server.ts';
import { install, type Peer, runScript, startServer } from './peer.ts';

const VERSION = '12.3.1';
const TOKEN = 'bench-token-of-the-administrator';
const FIELDS = [
  'id,code,number,name,organization_id,created_at,last_changed_at,important,is_merged,foreign_funds,phase,phase_status',
  'status,ministry_commented,commission_approved,total_value,type,sector,last_reporting,organization_id.name',
  'proposer_organization_id.name',
].join(',');
const ORDERS: Readonly<Record<string, string>> = { changed: '-last_changed_at,-id', value: '-total_value,-id' };

/** Its packages; the sandbox of its flows is left out, because it is compiled at install. */
const MANIFEST = {
  name: 'directus-beside',
  dependencies: { directus: VERSION, pg: '*', 'isolated-vm': 'file:./left-out' },
  overrides: { 'isolated-vm': '$isolated-vm' },
};
const LEFT_OUT = {
  'left-out/package.json': JSON.stringify({ name: 'isolated-vm', version: '6.0.0', main: 'index.js' }),
  'left-out/index.js': 'module.exports = {};\n',
};

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
 * Starts Directus in production mode, without cache, limits and telemetry, on this Node and the product's own tables.
 * The caller is its administrator: rules for single rows need a paid licence, so a filter selects an organization's
 * rows. Observers are missing (Directus ignores tables with a key of two columns), and so is the phase's row.
 */
export async function startDirectus(url: string, parent: string): Promise<Peer> {
  const folder = join(parent, 'directus');
  await install(folder, MANIFEST, LEFT_OUT);
  for (const made of ['uploads', 'extensions']) mkdirSync(join(folder, made), { recursive: true });
  const command = join(folder, 'node_modules', 'directus', 'cli.js');
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
  const address = `http://127.0.0.1:${port}`;
  const start = async () => {
    await runScript([command, 'bootstrap'], folder, env);
    return startServer([command, 'start'], { cwd: folder, env, answers: `${address}/server/ping` });
  };
  await dropItsTables(url);
  const end = await start().catch(async (error: unknown) => {
    await dropItsTables(url);
    throw error;
  });
  return {
    name: `Directus ${VERSION}`,
    request: (order, organization) => {
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
    rows: (answer) => (answer as { data: unknown[] }).data.length,
    stop: async () => {
      await end();
      await dropItsTables(url);
    },
  };
}
