import { join } from 'node:path';
import {
  dropSchema,
  type Files,
  freePort,
  install,
  type Peer,
  runScript,
  snake,
  startServer,
  statements,
  write,
} from './peer.ts';

const VERSION = '3.90.2';
const SCHEMA = 'bench_payload';
const KEY = 'key-of-the-bench-alone';
const ORDERS: Readonly<Record<string, string>> = { changed: '-lastChangedAt,-id', value: '-totalValue,-id' };

/** The columns of a row beside its organizations: the field, its kind there, and the product's column. */
const FIELDS: readonly (readonly [field: string, kind: string, column: string])[] = [
  ['code', 'text', 'code'],
  ['number', 'text', 'number'],
  ['name', 'text', 'name'],
  ['lastChangedAt', 'date', 'last_changed_at'],
  ['important', 'checkbox', 'important'],
  ['isMerged', 'checkbox', 'is_merged'],
  ['foreignFunds', 'checkbox', 'foreign_funds'],
  ['phase', 'number', 'phase'],
  ['phaseStatus', 'number', 'phase_status'],
  ['status', 'number', 'status'],
  ['ministryCommented', 'checkbox', 'ministry_commented'],
  ['commissionApproved', 'checkbox', 'commission_approved'],
  ['totalValue', 'number', 'total_value'],
  ['type', 'number', 'type'],
  ['sector', 'number', 'sector'],
  ['lastReporting', 'date', 'last_reporting'],
];

const FILES: Files = {
  'payload.config.js': `import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';

const organization = { type: 'relationship', relationTo: 'organizations' };
export default buildConfig({
  secret: 'of the bench alone',
  telemetry: false,
  typescript: { autoGenerate: false },
  logger: { options: { level: 'error' } },
  db: postgresAdapter({
    pool: { connectionString: process.env.DATABASE_URL },
    schemaName: process.env.DATABASE_SCHEMA,
  }),
  collections: [
    { slug: 'users', auth: { useAPIKey: true }, fields: [] },
    { slug: 'organizations', fields: [{ name: 'id', type: 'text' }, { name: 'name', type: 'text' }] },
    {
      slug: 'projects',
      fields: [
        ...${JSON.stringify(FIELDS.map(([name, type]) => ({ name, type })))},
        { name: 'organization', ...organization },
        { name: 'proposer', ...organization },
      ],
    },
  ],
});\n`,
  'tables.js': `import { getPayload } from 'payload';
import config from './payload.config.js';

await getPayload({ config });
process.exit(0);\n`,
  'server.js': `import { serve } from '@hono/node-server';
import { getPayload, handleEndpoints } from 'payload';
import config from './payload.config.js';

const payload = await getPayload({ config });
await payload.create({
  collection: 'users',
  data: { email: 'bench@example.com', password: 'of-the-bench-alone-1', enableAPIKey: true, apiKey: process.env.KEY },
});
serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  fetch: (request) =>
    new URL(request.url).pathname === '/ready' ? new Response() : handleEndpoints({ config, request: request.clone() }),
});\n`,
};

const INDEXES: Readonly<Record<string, string>> = {
  changed: 'status, last_changed_at, id',
  value: 'status, total_value, id',
  organization: 'organization_id, status, last_changed_at, id',
  proposer: 'proposer_id, status, last_changed_at, id',
};

/** Copies the product's rows into its tables, with the product's indexes for the order and for organizations. */
const FILL: readonly string[] = [
  'begin',
  // The rows are consistent; checking foreign keys would take longer than writing.
  `set local session_replication_role = 'replica'`,
  'set local statement_timeout = 0',
  ...Object.keys(INDEXES).map((name) => `drop index if exists ${SCHEMA}.bench_${name}`),
  `truncate ${SCHEMA}.projects, ${SCHEMA}.organizations cascade`,
  `insert into ${SCHEMA}.organizations (id, name, created_at, updated_at)
   select id, name, now(), now() from public.organizations`,
  `insert into ${SCHEMA}.projects (id, created_at, updated_at, organization_id, proposer_id,
                                   ${FIELDS.map(([field]) => snake(field)).join(', ')})
   select id, created_at, last_changed_at, organization_id, proposer_organization_id,
          ${FIELDS.map(([, , column]) => column).join(', ')}
   from public.projects`,
  ...Object.entries(INDEXES).map(([name, columns]) => `create index bench_${name} on ${SCHEMA}.projects (${columns})`),
  'commit',
  `vacuum analyze ${SCHEMA}.organizations`,
  `vacuum analyze ${SCHEMA}.projects`,
];

/**
 * Starts Payload in production mode, without telemetry and request log, on this Node, with tables of its own in a
 * schema of the same database. Its calls are served without Next, as its documentation shows. The caller is a user with
 * a key; a filter selects an organization's rows.
 */
export async function startPayload(url: string, parent: string): Promise<Peer> {
  const folder = join(parent, 'payload');
  await install(folder, {
    name: 'payload-beside',
    type: 'module',
    dependencies: {
      payload: VERSION,
      '@payloadcms/db-postgres': VERSION,
      '@hono/node-server': '2.1.8',
      graphql: '16.15.0',
      hono: '4.13.19',
    },
  });
  write(folder, FILES);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port), DATABASE_URL: url, DATABASE_SCHEMA: SCHEMA, KEY };
  const start = async () => {
    await statements(url, [`create schema ${SCHEMA}`]);
    // It makes tables itself in development, and by migrations in production.
    await runScript(['tables.js'], folder, { ...env, NODE_ENV: 'development' });
    return startServer(['server.js'], {
      cwd: folder,
      env: { ...env, NODE_ENV: 'production' },
      answers: `${address}/ready`,
    });
  };
  await dropSchema(url, SCHEMA);
  const end = await start().catch(async (error: unknown) => {
    await dropSchema(url, SCHEMA);
    throw error;
  });
  return {
    name: `Payload ${VERSION}`,
    sameTables: false,
    fill: () => statements(url, FILL),
    request: (order, organization) => {
      const query = new URLSearchParams([
        ['where[and][0][status][equals]', '0'],
        ...(organization === null
          ? []
          : ['organization', 'proposer'].map((relation, row) => [
              `where[and][1][or][${row}][${relation}][equals]`,
              organization,
            ])),
        ['sort', ORDERS[order] ?? ORDERS.changed ?? ''],
        ['limit', '25'],
        ['depth', '1'],
      ]);
      return { url: `${address}/api/projects?${query}`, headers: { authorization: `users API-Key ${KEY}` } };
    },
    read: (answer) => {
      const { docs, totalDocs } = answer as { docs: { code: string }[]; totalDocs: number };
      return { codes: docs.map(({ code }) => code), total: totalDocs, atLeast: false };
    },
    stop: async () => {
      await end();
      await dropSchema(url, SCHEMA);
    },
  };
}
