import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { CATALOGUE } from '@pimis/contract/errors';
import { RefusalSchema } from '@pimis/contract/envelope';
import { CLAIMS } from '@pimis/domain/access/claims';
import { CLIENT_CLAIMS, opensToClients } from '@pimis/domain/access/clients';
import type { Permission } from '@pimis/domain/access/policies';
import { KEY } from '../access/idempotency.ts';

/** The groups of calls. */
const TAGS = {
  system: 'Settings of the installation that the sign-in page needs, and whether it is ready',
  login: 'Signing in with a password, a second factor or a passkey; sessions',
  users: 'Users, their own profiles and their rights to data about them',
  security: 'Stand-ins, second factors and passkeys of users',
  clients: 'Other systems: their tokens, and who may make them',
  webhooks: 'Messages to other systems about what happened, and their deliveries',
  roles: 'Roles and their claims',
  organizations: 'Bodies, and requests for registration',
  registry: 'Code tables: reading, changing, importing',
  operations: 'Long work: progress, files, cancelling',
  views: 'Saved views of tables, own and shared ones',
  dashboard: 'What waits for the caller, and numbers of the day',
  tasks: 'Steps and tasks that wait for the caller',
  notices: 'Notices of the operators',
  projects: 'Projects: list, page, steps, organizations, appropriations',
  options: 'Versions of a project that are compared',
  portfolio: 'All projects together: timeline, money, progress, fiscal calendar, scenarios',
  lists: 'Lists of the commission and its decisions',
  forms: 'Forms of phases: values, revisions, remarks, checks',
  indicators: 'Indicators of projects',
  documents: 'Documents of projects and their revisions',
  exports: 'Workbooks and archives',
  reports: 'Board reports and papers',
  comments: 'Comments on projects',
  notifications: 'The bell of a user, and what somebody follows',
  administration: 'Audit, health, mail and personal data',
  'open data': 'Public data without an account',
} as const satisfies Record<string, string>;

/** The input of a call, if it is not JSON. */
export type Taken = 'form' | 'files' | 'bytes';

const CONSUMED: Record<Taken, { type: string; body?: TSchema }> = {
  form: { type: 'application/x-www-form-urlencoded' },
  files: {
    type: 'multipart/form-data',
    // Fields come before the file that they belong to.
    body: Type.Object({ file: Type.String({ format: 'binary' }) }, { additionalProperties: Type.String() }),
  },
  bytes: { type: 'application/offset+octet-stream', body: Type.String({ format: 'binary' }) },
};

/** Answers of a call that a standard fixes: they have no envelope. */
export interface StandardAnswers {
  success: TSchema;
  refusal: TSchema;
}

const JSON_TYPE = 'application/json';
const CHANGES: readonly string[] = ['post', 'put', 'patch', 'delete'];
/**
 * Statuses with which every call may be refused, those of calls that change something, and those of calls with a body.
 */
const REFUSALS = [400, 401, 403, 404, 422, 429, 500, 503];
const REFUSED_CHANGES = [409];
const REFUSED_BODIES = [413, 415];
const REFUSED_PRECONDITIONS = [412];
const KNOWN_TAG = 'The ETag of an answer that the caller has; 304 if it is still the answer';
const TAG = 'An ETag of the call that reads the resource, or *';

const NAMES = Object.keys(CATALOGUE) as (keyof typeof CATALOGUE)[];

/** The refusals with a status, each with its code and name. */
function refusalsWith(http: number): object {
  const names = NAMES.filter((name) => CATALOGUE[name].http === http);
  const rows = names.map((name) => `- ${CATALOGUE[name].code} ${name}: ${CATALOGUE[name].en}`);
  const [first = 'ServiceError'] = names;
  const status = { code: CATALOGUE[first].code, name: first };
  return {
    description: ['Refused. `status` is one of:', '', ...rows].join('\n'),
    content: {
      [JSON_TYPE]: {
        schema: { $ref: '#/components/schemas/Refusal' },
        example: { payload: null, additionalInformation: null, status, errors: [] },
      },
    },
  };
}

/** POST /projects/{projectCode}/comments: postProjectsByProjectCodeComments. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => `by-${name}`)
    .split(/[^A-Za-z0-9]+/);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Whether a client may make the call, if its claims give it the permission. */
function isForClients({ policy, closedToClients }: NonNullable<RouteOptions['config']>): boolean {
  if (closedToClients === true || typeof policy !== 'object' || !('permission' in policy)) return false;
  const needed: readonly Permission[] = [policy.permission].flat();
  return needed.some(opensToClients);
}

interface DescribedSchema {
  querystring?: { properties?: object };
  [key: string]: unknown;
}

/** The schemas of a route with what only the description needs. */
function described(schema: DescribedSchema, config: NonNullable<RouteOptions['config']>): object {
  const { takes, standard, tagged, ifMatch } = config;
  const { querystring } = schema;
  const consumed = takes && CONSUMED[takes];
  return {
    ...schema,
    // A list takes the names of its columns: an object whose properties are parameters of their own.
    ...(querystring && !querystring.properties
      ? { querystring: { type: 'object', properties: { parameters: querystring } } }
      : {}),
    ...(consumed ? { consumes: [consumed.type], ...(consumed.body ? { body: consumed.body } : {}) } : {}),
    ...(tagged
      ? { headers: Type.Object({ 'If-None-Match': Type.Optional(Type.String({ description: KNOWN_TAG })) }) }
      : {}),
    ...(ifMatch ? { headers: Type.Object({ 'If-Match': Type.Optional(Type.String({ description: TAG })) }) } : {}),
    ...(standard ? { response: { 200: standard.success, '4xx': standard.refusal } } : {}),
    ...(isForClients(config) ? { security: [{ bearer: [] }, { client: [] }] } : {}),
  };
}

interface Answered {
  description: string;
  headers?: object;
  content?: object;
}

interface Operation {
  operationId?: string;
  parameters?: object[];
  security?: object[];
  requestBody?: object;
  responses: Record<string, Answered | { $ref: string }>;
}

const FILE: Answered = {
  description: 'A file or a page; long work answers 202 with its operation',
  content: { '*/*': {} },
};

const answered = (status: string, content: object): Answered => ({
  description: status.startsWith('4') ? 'Refused, as the standard says' : 'Success',
  content,
});

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Of a client: the call acts once, also if it is sent again with the key within a day',
  schema: { type: 'string', pattern: KEY.source },
};

/** The header that a client may send with a POST. */
const headersOf = (method: string, { security = [] }: Operation): object[] =>
  method === 'post' && security.some((scheme) => 'client' in scheme) ? [IDEMPOTENCY_KEY] : [];

const takesHeader = ({ parameters = [] }: Operation, name: string): boolean =>
  parameters.some((parameter) => 'name' in parameter && parameter.name === name);

const UNCHANGED: Answered = { description: 'The caller has the answer already' };
const ETAG = { ETag: { description: 'Names the content of the answer', schema: { type: 'string' } } };

/** An operation with its name, its headers and its answers: its own, and the refusals. */
function complete(method: string, path: string, operation: Operation): Operation {
  const tagged = takesHeader(operation, 'If-None-Match');
  const own = Object.entries(operation.responses as Record<string, Answered>).map(
    ([status, { content }]): [string, Answered] => [
      status,
      content ? { ...answered(status, content), ...(tagged ? { headers: ETAG } : {}) } : FILE,
    ],
  );
  if (tagged) own.push(['304', UNCHANGED]);
  const headers = headersOf(method, operation);
  const refusals = '4XX' in operation.responses ? [] : refusalsOf(method, operation);
  return {
    operationId: operationId(method, path),
    ...operation,
    ...(headers.length > 0 ? { parameters: [...(operation.parameters ?? []), ...headers] } : {}),
    responses: Object.fromEntries<Operation['responses'][string]>([
      ...own,
      ...refusals.map((status) => [String(status), { $ref: `#/components/responses/Refused${status}` }] as const),
    ]),
  };
}

const refusalsOf = (method: string, operation: Operation): number[] => [
  ...REFUSALS,
  ...(CHANGES.includes(method) ? REFUSED_CHANGES : []),
  ...(takesHeader(operation, 'If-Match') ? REFUSED_PRECONDITIONS : []),
  ...(operation.requestBody ? REFUSED_BODIES : []),
];

/** How the interface is described; the description itself is made from the routes. */
export function openApiOptions(publicUrl: string): FastifyDynamicSwaggerOptions {
  const scopes = Object.fromEntries(CLIENT_CLAIMS.map((claim) => [claim, CLAIMS[claim].description.en]));
  const statuses = [...REFUSALS, ...REFUSED_CHANGES, ...REFUSED_PRECONDITIONS, ...REFUSED_BODIES];
  const openapi = {
    openapi: '3.1.0',
    info: {
      title: 'PIMIS',
      version: '1.0.0',
      summary: 'Preparation and monitoring of public capital projects',
      description:
        'Every JSON answer is an envelope; `status.code` 0 is success. docs/interface.md has the rules of all calls, docs/clients.md examples.',
      contact: { name: 'Operators of this installation', url: publicUrl },
      license: { name: 'Not licensed to others', identifier: 'LicenseRef-UNLICENSED' },
    },
    // Where the description was read.
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: {
      schemas: { Refusal: RefusalSchema },
      responses: Object.fromEntries(statuses.map((status) => [`Refused${status}`, refusalsWith(status)])),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a person, from signing in',
        },
        client: {
          type: 'oauth2',
          description: 'The access token of a client; its scopes are claims',
          flows: { clientCredentials: { tokenUrl: `${publicUrl}/api/oauth/token`, scopes } },
        },
      },
    },
    security: [{ bearer: [] }],
  };
  return {
    openapi: openapi as NonNullable<FastifyDynamicSwaggerOptions['openapi']>,
    transform: ({ schema, url, route }) => ({
      url,
      schema: described((schema ?? {}) as DescribedSchema, route.config ?? {}),
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      for (const [path, methods] of Object.entries(document.openapiObject.paths ?? {})) {
        for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
          (methods as Record<string, Operation>)[method] = complete(method, path, operation);
        }
      }
      return document.openapiObject;
    },
  };
}
