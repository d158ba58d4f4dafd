import { CATALOGUE, type StatusName } from '@pimis/contract/errors';
import type { EnvelopeError } from '@pimis/contract/envelope';

/**
 * The one error that services and routes throw. Its name stands in the catalogue, which gives number and HTTP status;
 * `errors` name fields or rows, `payload` and `additionalInformation` carry what helps the caller (never internals).
 */
export class ApiError extends Error {
  readonly status: StatusName;
  readonly errors: EnvelopeError[];
  readonly payload: unknown;
  readonly additionalInformation: unknown;

  constructor(
    status: StatusName,
    details: { errors?: EnvelopeError[]; payload?: unknown; additionalInformation?: unknown; cause?: unknown } = {},
  ) {
    super(status, { cause: details.cause });
    this.name = 'ApiError';
    this.status = status;
    this.errors = details.errors ?? [];
    this.payload = details.payload ?? null;
    this.additionalInformation = details.additionalInformation ?? null;
  }

  get httpStatus(): number {
    return CATALOGUE[this.status].http;
  }
}

/** 422 ValidationError that names each field. */
export function invalidFields(fields: Record<string, string>): ApiError {
  return new ApiError('ValidationError', {
    errors: Object.entries(fields).map(([field, code]) => ({ field, code })),
  });
}
