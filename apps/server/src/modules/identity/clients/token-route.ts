import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TokenAnswerSchema, TokenRefusalSchema } from '@pimis/contract/clients';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { anonymousRoute } from '../../../platform/http/http.ts';
import { OAuthError } from './oauth-error.ts';
import { issueToken } from './tokens.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Clients ask once in ten minutes; many may share the address of a proxy. */
const LIMIT = { name: 'client tokens', perMinute: 120, inMemory: true };
/** Statuses of a malformed request: the standard has one answer for all of them. */
const WRONG_FORM: readonly number[] = [400, 413, 415, 422];

/** Reads a form. A parameter without a value counts as omitted, and none may be repeated (RFC 6749, 3.2). */
function readForm(text: string): Record<string, string> {
  const parameters = new URLSearchParams(text);
  const names = [...parameters.keys()];
  if (new Set(names).size !== names.length) throw new OAuthError('invalid_request', 'A parameter is repeated.');
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

function refused(reply: FastifyReply, error: OAuthError): FastifyReply {
  if (error.httpStatus === 401) reply.header('www-authenticate', 'Basic realm="PIMIS", charset="UTF-8"');
  return reply
    .status(error.httpStatus)
    .header('pragma', 'no-cache')
    .send({ error: error.code, error_description: error.description });
}

/** The token endpoint. Its answers and errors are those of RFC 6749, 5: no envelope. */
export function tokenRoute(app: FastifyInstance, context: Context): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
      readForm(text),
    );
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof OAuthError) return refused(reply, error);
      const status = error instanceof ApiError ? error.httpStatus : (error as { statusCode?: number }).statusCode;
      if (status !== undefined && WRONG_FORM.includes(status)) {
        return refused(reply, new OAuthError('invalid_request', `The request must be a form (${FORM}).`, error));
      }
      // Limits and failures get the product's usual answers.
      throw error;
    });
    anonymousRoute(
      scope,
      'POST /oauth/token',
      {
        tag: 'clients',
        limit: LIMIT,
        takes: 'form',
        standard: { success: TokenAnswerSchema, refusal: TokenRefusalSchema },
        summary: 'An access token for a client (OAuth 2.0, client credentials)',
      },
      async ({ body, request, reply }) => {
        const { authorization } = request.headers;
        const caller = { address: request.ip, authorization, origin: originOf(request) };
        return reply.header('pragma', 'no-cache').send(await issueToken(context, body, caller));
      },
    );
  });
}
