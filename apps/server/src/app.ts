import './platform/process/production.ts';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, type FastifySerializerCompiler, type FastifyServerOptions } from 'fastify';

import { randomUUID } from 'node:crypto';
import { productEvents } from './listeners.ts';
import { signAuditWith } from './platform/audit/audit-signature.ts';
import { compressAnswers } from './platform/http/compression.ts';
import { authenticate } from './platform/access/authenticate.ts';
import { answerOnce } from './platform/access/idempotency.ts';
import type { Context } from './platform/context.ts';
import { installErrorHandling, refuseInvalidAddress } from './platform/http/error-handling.ts';
import type { Metrics } from './platform/watching/metrics.ts';
import { describeOnce } from './platform/http/interface-description.ts';
import { installJsonParser } from './platform/http/json.ts';
import { isProxy } from './platform/http/networks.ts';
import { announceReadOnly, refuseWritesWhileReadOnly } from './platform/http/read-only-calls.ts';
import { tagAnswers } from './platform/http/preconditions.ts';
import { openApiOptions } from './platform/http/openapi.ts';
import { serializeRequest } from './platform/http/request-log-serializer.ts';
import { trackCallers } from './platform/limits/pool-quota.ts';
import { browserHeaders, sendBrowserHeaders } from './platform/http/security-headers.ts';
import { clientErrorHandler } from './platform/http/client-error-handler.ts';
import { drainConnections } from './platform/http/draining.ts';
import { guardSlowRequests } from './platform/http/slow-request-guard.ts';
import { guardStalledAnswers } from './platform/http/stalled-answers.ts';
import { traceCalls, tracedParts } from './platform/watching/tracing.ts';
import { drainUnreadBodies } from './platform/http/unread-request-body.ts';
import { leaveContentUnread } from './platform/http/head-requests.ts';
import { compileSchema, openToAnybody, requirePolicies } from './platform/http/http.ts';
import { webApplication, webAssets } from './platform/http/web-application.ts';
import { readIndexPage } from './platform/http/index-page.ts';
import { auditRoutes } from './modules/audit/routes.ts';
import { commentRoutes } from './modules/comments/routes.ts';
import { dashboardRoutes } from './modules/dashboard/routes.ts';
import { taskRoutes } from './modules/dashboard/task-routes.ts';
import { documentRoutes } from './modules/documents/routes.ts';
import { fiscalCalendarRoutes } from './modules/fiscal-calendar/routes.ts';
import { tableViewRoutes } from './modules/table-views/routes.ts';
import { followingRoutes } from './modules/following/routes.ts';
import { remarkRoutes } from './modules/forms/remarks/routes.ts';
import { formRoutes } from './modules/forms/routes.ts';
import { personalDataRoutes } from './modules/personal-data/routes.ts';
import { identityRoutes } from './modules/identity/routes.ts';
import { healthRoutes } from './modules/health/routes.ts';
import { indicatorRoutes } from './modules/indicators/routes.ts';
import { listRoutes } from './modules/lists/routes.ts';
import { noticeRoutes } from './modules/notices/routes.ts';
import { notificationRoutes } from './modules/notifications/routes.ts';
import { operationRoutes } from './modules/operations/routes.ts';
import { organizationRoutes } from './modules/organizations/routes.ts';
import { projectListRoutes } from './modules/project-list/routes.ts';
import { openDataRoutes } from './modules/open-data/routes.ts';
import { optionRoutes } from './modules/project-page/options/option-routes.ts';
import { earnedValueRoutes } from './modules/earned-value/routes.ts';
import { portfolioRoutes } from './modules/portfolio/routes.ts';
import { portalRoutes, previewRoutes } from './modules/portal/routes.ts';
import { projectRoutes } from './modules/project-page/routes.ts';
import { registryRoutes } from './modules/registry/routes.ts';
import { exportRoutes } from './modules/reports/export-routes.ts';
import { reportRoutes } from './modules/reports/routes.ts';
import { webhookRoutes } from './modules/webhooks/routes.ts';
import { scenarioRoutes } from './modules/scenarios/routes.ts';
import { systemRoutes } from './modules/system/routes.ts';

/** The body limit of calls that need no account; routes for signed-in users allow more. */
const ANYBODYS_BODY_BYTES = 16 * 1024;
const HEADERS_MS = 15_000;
const CONNECTIONS_CHECKED_MS = 5_000;

/** Libraries log their input at the level `trace`: the upload library logs all headers of a call. */
const SECRET_HEADERS = [
  'headers',
  'busboyOptions.headers',
  '*.authorization',
  '*.cookie',
  '*.headers.authorization',
  '*.headers.cookie',
];

/** The page of the description styles its elements and shows embedded pictures. */
const DESCRIPTION_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The modules in order; each adds its routes under /api. */
const MODULES = [
  systemRoutes,
  identityRoutes,
  organizationRoutes,
  registryRoutes,
  operationRoutes,
  dashboardRoutes,
  taskRoutes,
  noticeRoutes,
  tableViewRoutes,
  projectListRoutes,
  optionRoutes,
  projectRoutes,
  portfolioRoutes,
  earnedValueRoutes,
  fiscalCalendarRoutes,
  scenarioRoutes,
  listRoutes,
  formRoutes,
  remarkRoutes,
  indicatorRoutes,
  documentRoutes,
  exportRoutes,
  reportRoutes,
  followingRoutes,
  commentRoutes,
  notificationRoutes,
  auditRoutes,
  personalDataRoutes,
  healthRoutes,
  openDataRoutes,
  previewRoutes,
  webhookRoutes,
];

/** The parts of a server, to which it adds its log and listeners. */
export type ServerParts = Omit<Context, 'log' | 'events'>;

/** Makes the HTTP server. It does not listen yet: tests inject requests. */
export async function buildApp(
  parts: ServerParts,
  options: {
    webFolder?: string;
    helpFolder?: string;
    writeAnswers?: FastifySerializerCompiler<unknown>;
    logTo?: { write: (line: string) => void };
    /** Counts calls; unset: nothing is counted. */
    metrics?: Metrics | undefined;
    /** Aborted when the server is about to end. */
    leaving?: AbortSignal;
  } = {},
): Promise<{ app: FastifyInstance; context: Context }> {
  const writeAnswers = options.writeAnswers ?? (() => (data: unknown) => JSON.stringify(data));
  // Set here and not later: otherwise Fastify loads two unused compilers of its own. Its types allow only those two.
  const compilersFactory = { buildValidator: () => compileSchema, buildSerializer: () => writeAnswers };
  const page = readIndexPage(options.webFolder);
  const writeHeaders = browserHeaders({ https: parts.config.publicUrl.startsWith('https:') });
  const app = fastify({
    schemaController: { compilersFactory } as unknown as NonNullable<FastifyServerOptions['schemaController']>,
    logger: {
      level: parts.config.logLevel,
      serializers: { req: serializeRequest },
      redact: { paths: SECRET_HEADERS, remove: true },
      ...(options.logTo ? { stream: options.logTo } : {}),
    },
    genReqId: () => randomUUID(),
    // Only a proxy of ours may set the client's address.
    trustProxy: (address) => isProxy(parts.config, address),
    bodyLimit: ANYBODYS_BODY_BYTES,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CONNECTIONS_CHECKED_MS },
    forceCloseConnections: 'idle',
    frameworkErrors: refuseInvalidAddress(writeHeaders, page),
    clientErrorHandler: clientErrorHandler(writeHeaders, page),
    // The specification writes some addresses with a slash at the end.
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  });
  signAuditWith(parts.config);
  const context: Context = { ...tracedParts(parts), log: app.log, events: productEvents() };

  app.decorateRequest('currentUser', null);
  trackCallers(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Answers depend on the user and the moment, so nobody may cache them. Files of the page set other headers.
    reply.header('cache-control', 'no-store');
  });
  if (parts.readOnly) announceReadOnly(app, parts.readOnly);
  options.metrics?.countCalls(app);
  traceCalls(app);
  if (options.leaving) drainConnections(app, options.leaving);
  guardSlowRequests(app);
  guardStalledAnswers(app);
  installJsonParser(app);

  sendBrowserHeaders(app, writeHeaders);
  leaveContentUnread(app);
  answerOnce(app, context);
  tagAnswers(app);
  compressAnswers(app);
  drainUnreadBodies(app);
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: false });
  installErrorHandling(app, context);
  app.addHook('onRequest', authenticate(context));
  if (parts.readOnly) refuseWritesWhileReadOnly(app, parts.readOnly);
  await app.register(swagger, openApiOptions(parts.config.publicUrl));
  await app.register(async (scope) => {
    openToAnybody(scope);
    describeOnce(scope, app);
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DESCRIPTION_POLICY });
    await webAssets(scope, parts.config.helpRoot, options);
  });
  requirePolicies(app);
  await app.register(
    async (api) => {
      for (const addRoutes of MODULES) addRoutes(api, context);
    },
    { prefix: '/api' },
  );
  await portalRoutes(app, context);
  await webApplication(app, context, { ...options, page });
  return { app, context };
}
