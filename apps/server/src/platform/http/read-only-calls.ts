import type { FastifyInstance } from 'fastify';
import type { CallName } from '@pimis/contract/calls';
import { COPY_HEADER, READ_ONLY_HEADER } from '@pimis/contract/read-only';
import { ApiError } from '../errors.ts';
import type { ReadOnlyMode } from '../process/read-only.ts';

/**
 * Calls other than GET that go on while the installation can only be read: those that only read, and those by which
 * people sign in, sign out and end their sessions.
 */
export const CALLS_WHILE_READ_ONLY: ReadonlySet<string> = new Set<CallName>([
  'POST /login',
  'POST /login/login-ldap',
  'POST /login/second-factor',
  'POST /login/second-step',
  'POST /login/passkey/options',
  'POST /login/passkey',
  'POST /login/location-verify/validate',
  'POST /login/location-verify',
  'POST /login/location-verify/refuse',
  'POST /login/logout',
  'POST /login/oidc/:provider/backchannel-logout',
  'POST /security/users/activation-token-validate',
  'POST /security/users/reset-token-validate',
  'POST /security/users/email-change/validate',
  'POST /security/users/email-change/stop/validate',
  'DELETE /security/users/:login/sessions',
  'DELETE /security/users/:login/sessions/:sessionId',
  'POST /security/organizations/retrieve',
  'POST /projects/success-key-indicator/calculate',
  'POST /projects/:projectCode/documents/:documentId/revisions/:revisionId/access',
  'POST /reporting/projects/:projectCode/access',
]);

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** Maintenance takes longer than a short outage. */
const RETRY_AFTER_SECONDS = 30;
const PREFIX = '/api';

/** Adds to each response the operator's text while the installation can only be read, and that it is a copy. */
export function announceReadOnly(app: FastifyInstance, mode: ReadOnlyMode): void {
  app.addHook('onRequest', async (_request, reply) => {
    const text = mode.text();
    if (text !== null) reply.header(READ_ONLY_HEADER, encodeURIComponent(text));
    const copiedAt = mode.copiedAt();
    if (copiedAt !== null) reply.header(COPY_HEADER, copiedAt);
  });
}

/** Refuses calls that would change something while the installation can only be read. Error: `ReadOnly`. */
export function refuseWritesWhileReadOnly(app: FastifyInstance, mode: ReadOnlyMode): void {
  app.addHook('onRequest', async (request) => {
    if (mode.text() === null || READS.includes(request.method)) return;
    const path = request.routeOptions.url ?? '';
    const name = `${request.method} ${path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path}`;
    if (CALLS_WHILE_READ_ONLY.has(name)) return;
    throw new ApiError('ReadOnly', { retryAfter: RETRY_AFTER_SECONDS });
  });
}
