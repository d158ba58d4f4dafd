import type { FastifyReply } from 'fastify';
import type { Envelope, EnvelopeError, FieldError, Status, Success } from '@pimis/contract/envelope';
import { CATALOGUE, type StatusName } from '@pimis/contract/errors';
import type { OperationStarted } from '@pimis/contract/registries';

const ACCEPTED = 202;

/** Number and name of an entry of the catalogue. */
export function statusOf(name: StatusName): Status {
  return { code: CATALOGUE[name].code, name };
}

/** A successful response; `additionalInformation` is optional. */
export function ok<Payload>(payload: Payload): Success<Payload>;
export function ok<Payload, Additional>(
  payload: Payload,
  additionalInformation: Additional,
): Success<Payload, Additional>;
export function ok<Payload>(payload: Payload, additionalInformation: unknown = null): Success<Payload, unknown> {
  return { payload, additionalInformation, status: { code: 0, name: 'Success' }, errors: [] };
}

/**
 * A successful response with the rows of a page; other data of the page, such as its total, is in
 * `additionalInformation`.
 */
export function okPage<Page extends { rows: unknown }>({
  rows,
  ...more
}: Page): Success<Page['rows'], Omit<Page, 'rows'>> {
  return ok(rows, more);
}

/** The response to a call whose work has only started, with the location of the operation. */
export function begun(reply: FastifyReply, operationLocation: string): Success<OperationStarted> {
  reply.status(ACCEPTED);
  return { ...ok({ operationLocation }), status: statusOf('OperationRunning') };
}

/** An answer that carries another catalogue entry than success. */
export function envelope<Payload = null>(
  name: StatusName,
  details: {
    payload?: Payload;
    additionalInformation?: unknown;
    errors?: EnvelopeError[];
    fieldErrors?: FieldError[];
  } = {},
): Envelope<Payload, null> {
  return {
    payload: details.payload ?? null,
    additionalInformation: (details.additionalInformation ?? null) as null,
    status: statusOf(name),
    errors: details.errors ?? [],
    fieldErrors: details.fieldErrors ?? [],
  };
}
