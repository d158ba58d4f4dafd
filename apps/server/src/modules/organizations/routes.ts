import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok, okPage } from '../../platform/http/envelope.ts';
import { anonymousRoute, openRoute, userRoute } from '../../platform/http/http.ts';
import { renderPdf } from '../../platform/documents/pdf/render.ts';
import { writtenAs } from '@pimis/domain/text/wording';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { organizationPaper } from './papers.ts';
import { listOrganizations } from './queries.ts';
import { changeRegistration, retrieveRegistration, submitRegistration } from './registration.ts';
import { readOrganization, resolveRegistration, updateOrganization } from './service.ts';

const tag = 'organizations';

/** Registered organizations and requests to register. */
export function organizationRoutes(app: FastifyInstance, context: Context): void {
  registrationRoutes(app, context);
  userRoute(
    app,
    'GET /security/organizations',
    { permission: 'organization.view', tag, summary: 'Organizations and requests to register' },
    async ({ user, query }) => okPage(await listOrganizations(context.db, user, query)),
  );
  userRoute(
    app,
    'GET /security/organizations/:organizationId',
    { tag, summary: 'Details of an organization' },
    async ({ user, params }) => ok(await readOrganization(context, user, params.organizationId)),
  );
  userRoute(
    app,
    'PUT /security/organizations/:organizationId',
    {
      permission: 'organization.edit',
      refusal: 'InvalidOrganizationPermission',
      tag,
      summary: 'Change short name and contacts of support',
    },
    async ({ user, params, body, request }) =>
      ok(await updateOrganization(context, user, params.organizationId, body, originOf(request))),
  );
  userRoute(
    app,
    'POST /security/organizations/:organizationId/request-resolve',
    { permission: 'organization.resolve', tag, summary: 'Approve or refuse a request to register' },
    async ({ user, params, body, request }) =>
      ok(await resolveRegistration(context, user, params.organizationId, body, originOf(request))),
  );
}

/** High enough to look up a request by its token, too low to guess tokens. */
const BY_TOKEN = { name: 'registration-token', perMinute: 20 };
/** The specification allows fewer requests from a network (registration.ts); this limit applies before that count. */
const REQUESTS = { name: 'registration', perMinute: 60, inMemory: true };
const PAPERS = { name: 'registration-paper', perMinute: 10 };

/** Calls without an account that register an organization. */
function registrationRoutes(app: FastifyInstance, context: Context): void {
  anonymousRoute(
    app,
    'POST /security/organizations',
    {
      tag,
      limit: REQUESTS,
      summary: 'Ask for an organization to be registered',
    },
    async ({ body, request }) => ok(await submitRegistration(context, body, originOf(request))),
  );
  anonymousRoute(
    app,
    'PUT /security/organizations',
    { tag, limit: BY_TOKEN, summary: 'Change a request by its token' },
    async ({ body, request }) => ok(await changeRegistration(context, body, originOf(request))),
  );
  anonymousRoute(
    app,
    'POST /security/organizations/retrieve',
    { tag, limit: BY_TOKEN, summary: 'A request by its token' },
    async ({ body }) => ok(await retrieveRegistration(context, body.registrationToken)),
  );
  openRoute(
    app,
    'GET /security/organizations/:organizationId/documents/:document',
    { tag, limit: PAPERS, summary: 'PDF: PIMIS-1 (registration) and PIMIS-2 (administrator), by token or right' },
    async ({ user, params, query, reply }) => {
      const { organizationId: id, document } = params;
      const wanted = { id, document, token: query.registrationToken };
      const pdf = await renderPdf(await organizationPaper(context, user, wanted, writtenAs(query)));
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', contentDisposition(`PIMIS-${document}-${id}.pdf`))
        .send(pdf);
    },
  );
}
