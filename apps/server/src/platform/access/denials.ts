import type { FastifyRequest } from 'fastify';
import { originOf } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { auditCounted } from '../audit/counted-audit.ts';
import type { ApiError } from '../errors.ts';
import { pathWithoutSecrets } from '../http/request-log-serializer.ts';

const FORBIDDEN = 403;
/** The number of denials of one person at one route per day that get a row each. */
const FIRST = 10;

/**
 * Writes a refusal that is an attempt to use somebody else's resource to the audit log; `about` names the resource if
 * the URL does not. The answer is the same if this fails.
 */
export async function auditDenial(
  context: Pick<Context, 'db' | 'now'>,
  request: FastifyRequest,
  { httpStatus }: Pick<ApiError, 'httpStatus'>,
  about: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (httpStatus !== FORBIDDEN || !request.currentUser) return;
  const path = pathWithoutSecrets(request);
  const entry = {
    operation: 'access.denied',
    subjectType: 'route',
    subjectId: `${request.method} ${request.routeOptions.url ?? path}`,
    detail: { path, ...about },
  } as const;
  const key = `access:${request.currentUser.id}:${entry.subjectId}`;
  await auditCounted(context, key, FIRST, originOf(request), entry).catch((failure: unknown) => {
    request.log.error({ err: failure }, 'a denial was not audited');
  });
}
