import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CATALOGUE, type StatusName } from '@pimis/contract/errors';
import type { FieldError } from '@pimis/contract/envelope';
import type { Context } from '../context.ts';
import { isConstraintViolation, isDatabaseAway, isDatabaseError, UNIQUE_VIOLATION } from '../database/database.ts';
import { auditDenial } from '../access/denials.ts';
import { envelope } from './envelope.ts';
import { ApiError } from '../errors.ts';
import { markRefusals, noteRefusal } from '../limits/refusals.ts';
import { MAX_FIELD_ERRORS } from './http.ts';
import type { WriteHeaders } from './security-headers.ts';
import { withLingeringClose } from './unread-request-body.ts';
import { indexPageFor, isNavigation, type IndexPage } from './index-page.ts';

/** Catalogue names for Fastify's own refusals. */
const FRAMEWORK_STATUS: Record<number, StatusName> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'ValidationError',
  429: 'RequestLimitReached',
  503: 'ServiceUnavailable',
};

const UNAVAILABLE = 503;
const RETRY_AFTER_SECONDS = 5;

const SERIALIZATION_FAILURES = ['40001', '40P01', '55P03'];
/**
 * Text that PostgreSQL cannot store: it contains a NUL character, is not valid in the encoding, or is too long for an
 * index.
 */
const UNFIT_TEXT = ['22021', '22P05', '54000'];
/** Half of a character (a lone surrogate) in a JSON column; whatever else is written there is JSON. */
const INVALID_TEXT = '22P02';
const isUnfitJson = (error: unknown) =>
  isDatabaseError(error, INVALID_TEXT) && error instanceof Error && error.message.endsWith('for type json');

/** The fields of a call whose text cannot be stored, named as those that break a schema. */
function unfitFields(value: unknown, at = ''): FieldError[] {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? [{ field: at, code: 'InvalidField' }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => unfitFields(part, at ? `${at}.${name}` : name));
}

function asApiError(error: unknown, { query, body }: FastifyRequest): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isDatabaseError(error, UNIQUE_VIOLATION)) return new ApiError('DbUniqueViolation', { cause: error });
  // Our own checks run before the constraints of the tables, so this is a bug of the product.
  if (isConstraintViolation(error)) return new ApiError('DbError', { cause: error });
  if (SERIALIZATION_FAILURES.some((code) => isDatabaseError(error, code))) {
    return new ApiError('TranConflict', { cause: error });
  }
  // The caller sent it.
  if (UNFIT_TEXT.some((code) => isDatabaseError(error, code)) || isUnfitJson(error)) {
    const fieldErrors = [...unfitFields(query), ...unfitFields(body)].slice(0, MAX_FIELD_ERRORS);
    return new ApiError('ValidationError', { cause: error, fieldErrors });
  }
  if (isDatabaseAway(error)) return new ApiError('ServiceUnavailable', { cause: error });
  const status = (error as Partial<FastifyError>).statusCode;
  const name = status === undefined ? undefined : FRAMEWORK_STATUS[status];
  return name ? new ApiError(name, { cause: error }) : null;
}

/** The log message of an unexpected error. */
export const UNEXPECTED = 'unexpected failure';

/**
 * Addresses that the router refuses before any hook: those that cannot be decoded, or have too long a part. The answer
 * gets what the hooks add to others. A browser gets the page of an unknown screen.
 */
export const refuseInvalidAddress =
  (writeHeaders: WriteHeaders, page: IndexPage | null) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    writeHeaders(request.raw, reply.raw, (error) => {
      if (error) request.log.error({ err: error }, UNEXPECTED);
      reply
        .status(CATALOGUE.BadRequest.http)
        .type('application/json; charset=utf-8')
        // No handler watches a body that still arrives, so the connection is closed.
        .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', connection: 'close' });
      const answer =
        page && isNavigation(request.method, request.url)
          ? indexPageFor(request, reply, page)
          : JSON.stringify(envelope('BadRequest'));
      void reply.send(withLingeringClose(request.raw, reply, answer));
    });
  };

/** Turns every failure into an envelope with a catalogue code and without internals. */
export function installErrorHandling(app: FastifyInstance, context: Pick<Context, 'db' | 'now'>): void {
  markRefusals(app);
  app.setErrorHandler(async (error, request, reply) => {
    const known = asApiError(error, request);
    if (!known) {
      request.log.error({ err: error }, UNEXPECTED);
      return reply.status(500).send(envelope('ServiceError'));
    }
    const message = known.status === 'DbError' ? UNEXPECTED : known.status;
    if (known.httpStatus >= 500 && known.status !== 'ReadOnly')
      request.log.error({ err: known.cause ?? known }, message);
    noteRefusal(request, known);
    await auditDenial(context, request, known);
    const retryAfter = known.retryAfter ?? (known.httpStatus === UNAVAILABLE ? RETRY_AFTER_SECONDS : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply.status(CATALOGUE[known.status].http).send(
      envelope(known.status, {
        payload: known.payload,
        additionalInformation: known.additionalInformation,
        errors: known.errors,
        fieldErrors: known.fieldErrors,
      }),
    );
  });
}
