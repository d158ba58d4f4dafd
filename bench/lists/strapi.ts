import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dropSchema, type Files, freePort, install, type Peer, snake, startServer, statements, write } from './peer.ts';

const VERSION = '5.54.0';
const SCHEMA = 'bench_strapi';
const ORDERS: Readonly<Record<string, string>> = { changed: 'lastChangedAt:desc', value: 'totalValue:desc' };

/** The columns of a row beside its organizations: the attribute, its kind there, and the product's column. */
const ATTRIBUTES: readonly (readonly [attribute: string, kind: string, column: string])[] = [
  ['code', 'string', 'code'],
  ['number', 'string', 'number'],
  ['name', 'text', 'name'],
  ['lastChangedAt', 'datetime', 'last_changed_at'],
  ['important', 'boolean', 'important'],
  ['isMerged', 'boolean', 'is_merged'],
  ['foreignFunds', 'boolean', 'foreign_funds'],
  ['phase', 'integer', 'phase'],
  ['phaseStatus', 'integer', 'phase_status'],
  // `status` is reserved there.
  ['state', 'integer', 'status'],
  ['ministryCommented', 'boolean', 'ministry_commented'],
  ['commissionApproved', 'boolean', 'commission_approved'],
  // Its decimals have ten digits.
  ['totalValue', 'float', 'total_value'],
  ['type', 'integer', 'type'],
  ['sector', 'integer', 'sector'],
  ['lastReporting', 'date', 'last_reporting'],
];

const contentType = (singular: string, attributes: object) =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: `${singular}s`,
    info: { singularName: singular, pluralName: `${singular}s`, displayName: singular },
    options: { draftAndPublish: false },
    attributes,
  });
const core = (singular: string): Files =>
  Object.fromEntries(
    Object.entries({ Router: 'routes', Controller: 'controllers', Service: 'services' }).map(([part, folder]) => [
      `src/api/${singular}/${folder}/${singular}.js`,
      `const { factories } = require('@strapi/strapi');
module.exports = factories.createCore${part}('api::${singular}.${singular}');\n`,
    ]),
  );
const organization = { type: 'relation', relation: 'manyToOne', target: 'api::organization.organization' };

const FILES: Files = {
  'config/server.js': `module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT'),
  app: { keys: ['of the bench alone', 'of the bench too'] },
});\n`,
  'config/admin.js': `module.exports = {
  auth: { secret: 'of the bench alone' },
  apiToken: { salt: 'of the bench alone' },
  transfer: { token: { salt: 'of the bench alone' } },
  serveAdminPanel: false,
};\n`,
  'config/database.js': `module.exports = ({ env }) => ({
  connection: {
    client: 'postgres',
    connection: { connectionString: env('DATABASE_URL'), schema: env('DATABASE_SCHEMA') },
  },
});\n`,
  // Its own list without request log, sessions and server header.
  'config/middlewares.js': `module.exports = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'].map(
  (name) => 'strapi::' + name,
);\n`,
  'config/logger.js': `module.exports = { level: 'error' };\n`,
  'src/index.js': `const { writeFileSync } = require('node:fs');
module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    const given = { name: 'bench', description: '', type: 'full-access', lifespan: null };
    const { accessKey } = await strapi.service('admin::api-token').create(given);
    writeFileSync(process.env.TOKEN_FILE, accessKey);
  },
};\n`,
  'src/api/project/content-types/project/schema.json': contentType('project', {
    ...Object.fromEntries(ATTRIBUTES.map(([attribute, type]) => [attribute, { type }])),
    organization,
    proposer: organization,
  }),
  'src/api/organization/content-types/organization/schema.json': contentType('organization', {
    code: { type: 'string' },
    name: { type: 'text' },
  }),
  ...core('project'),
  ...core('organization'),
};

/** The id of an organization for others; Strapi's own ids have the same length. */
const documentId = (id: string) => createHash('md5').update(id).digest('hex').slice(0, 24);

/** Copies the product's rows into its tables, with the product's indexes for the order. */
const FILL: readonly string[] = [
  'begin',
  // The rows are consistent; checking foreign keys would take longer than writing.
  `set local session_replication_role = 'replica'`,
  'set local statement_timeout = 0',
  ...['changed', 'value'].map((name) => `drop index if exists ${SCHEMA}.bench_${name}`),
  `truncate ${['projects', 'organizations', 'projects_organization_lnk', 'projects_proposer_lnk']
    .map((table) => `${SCHEMA}.${table}`)
    .join(', ')}`,
  `insert into ${SCHEMA}.organizations (id, document_id, code, name, created_at, updated_at, published_at)
   select row_number() over (order by id), substr(md5(id), 1, 24), id, name, now(), now(), now()
   from public.organizations`,
  `insert into ${SCHEMA}.projects (id, document_id, created_at, updated_at, published_at,
                                   ${ATTRIBUTES.map(([attribute]) => snake(attribute)).join(', ')})
   select id, substr(md5(id::text), 1, 24), created_at, last_changed_at, created_at,
          ${ATTRIBUTES.map(([, , column]) => column).join(', ')}
   from public.projects`,
  ...[
    ['organization', 'organization_id'],
    ['proposer', 'proposer_organization_id'],
  ].map(
    ([relation, column]) => `
    insert into ${SCHEMA}.projects_${relation}_lnk (project_id, organization_id)
    select projects.id, organizations.id
    from public.projects join ${SCHEMA}.organizations on organizations.code = projects.${column}`,
  ),
  `create index bench_changed on ${SCHEMA}.projects (state, last_changed_at, id)`,
  `create index bench_value on ${SCHEMA}.projects (state, total_value, id)`,
  'commit',
  ...['projects', 'organizations', 'projects_organization_lnk', 'projects_proposer_lnk'].map(
    (table) => `vacuum analyze ${SCHEMA}.${table}`,
  ),
];

/**
 * Starts Strapi in production mode, without its panel, telemetry and request log, on this Node, with tables of its own
 * in a schema of the same database: each document has an id, and link tables contain its organizations, as Strapi makes
 * them. The caller has a token for everything; a filter selects an organization's rows.
 */
export async function startStrapi(url: string, parent: string): Promise<Peer> {
  const folder = join(parent, 'strapi');
  await install(folder, {
    name: 'strapi-beside',
    dependencies: { '@strapi/strapi': VERSION, pg: '8.23.1' },
    strapi: { telemetryDisabled: true },
  });
  write(folder, FILES);
  for (const made of ['database/migrations', 'public/uploads']) mkdirSync(join(folder, made), { recursive: true });
  const tokenFile = join(folder, 'token');
  rmSync(tokenFile, { force: true });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: url,
    DATABASE_SCHEMA: SCHEMA,
    TOKEN_FILE: tokenFile,
    STRAPI_TELEMETRY_DISABLED: 'true',
    STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
    STRAPI_HIDE_STARTUP_MESSAGE: 'true',
  };
  await dropSchema(url, SCHEMA);
  await statements(url, [`create schema ${SCHEMA}`]);
  const end = await startServer([join(folder, 'node_modules', '@strapi', 'strapi', 'bin', 'strapi.js'), 'start'], {
    cwd: folder,
    env,
    answers: `${address}/_health`,
  }).catch(async (error: unknown) => {
    await dropSchema(url, SCHEMA);
    throw error;
  });
  const token = existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8') : '';
  return {
    name: `Strapi ${VERSION}`,
    sameTables: false,
    fill: () => statements(url, FILL),
    request: (order, organizationId) => {
      const query = new URLSearchParams([
        ['filters[state][$eq]', '0'],
        ...(organizationId === null
          ? []
          : ['organization', 'proposer'].map((relation, row) => [
              `filters[$or][${row}][${relation}][documentId][$eq]`,
              documentId(organizationId),
            ])),
        ...['organization', 'proposer'].map((relation) => [`populate[${relation}][fields][0]`, 'name']),
        ['sort[0]', ORDERS[order] ?? ORDERS.changed ?? ''],
        ['sort[1]', 'id:desc'],
        ['pagination[page]', '1'],
        ['pagination[pageSize]', '25'],
      ]);
      return { url: `${address}/api/projects?${query}`, headers: { authorization: `Bearer ${token}` } };
    },
    read: (answer) => {
      const { data, meta } = answer as { data: { code: string }[]; meta: { pagination: { total: number } } };
      return { codes: data.map(({ code }) => code), total: meta.pagination.total, atLeast: false };
    },
    stop: async () => {
      await end();
      await dropSchema(url, SCHEMA);
    },
  };
}
