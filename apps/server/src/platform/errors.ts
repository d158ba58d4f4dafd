import { CATALOGUE, type StatusName } from '@pimis/contract/errors';
import type { EnvelopeError, FieldError } from '@pimis/contract/envelope';
import { messageOfField } from '@pimis/contract/problems';
import type { LimitName } from './limits/limit-names.ts';
import type { RefusalAdditional, RefusalPayload } from '@pimis/contract/refusals';

/**
 * The one error that services and routes throw. Its name is an entry of the catalogue, which gives number and HTTP
 * status. `fieldErrors` name fields, which are also listed as texts in `errors`; `payload` and `additionalInformation`
 * contain data that the contract allows for this name (never internals).
 */
export class ApiError<Name extends StatusName = StatusName> extends Error {
  readonly status: StatusName;
  readonly errors: EnvelopeError[];
  readonly fieldErrors: FieldError[];
  readonly payload: unknown;
  readonly additionalInformation: unknown;
  /** Seconds until the call may be repeated; sent in the header Retry-After. */
  readonly retryAfter: number | undefined;
  /** The limit that refuses the call: in the log and in the metrics. */
  readonly limit: LimitName | undefined;

  constructor(
    status: Name,
    details: {
      errors?: EnvelopeError[];
      fieldErrors?: FieldError[];
      payload?: RefusalPayload<Name> | undefined;
      additionalInformation?: RefusalAdditional<Name>;
      retryAfter?: number;
      limit?: LimitName;
      cause?: unknown;
    } = {},
  ) {
    super(status, { cause: details.cause });
    this.name = 'ApiError';
    this.status = status;
    this.fieldErrors = details.fieldErrors ?? [];
    this.errors = [...(details.errors ?? []), ...this.fieldErrors.map(messageOfField)];
    this.payload = details.payload ?? null;
    this.additionalInformation = details.additionalInformation ?? null;
    this.retryAfter = details.retryAfter;
    this.limit = details.limit;
  }

  /** The problems as given, for an error that repeats them. */
  get problems(): { errors: EnvelopeError[]; fieldErrors: FieldError[] } {
    return {
      errors: this.errors.slice(0, this.errors.length - this.fieldErrors.length),
      fieldErrors: this.fieldErrors,
    };
  }

  get httpStatus(): number {
    return CATALOGUE[this.status].http;
  }
}

/** 422 ValidationError that names each field. */
export function invalidFields(fields: Record<string, string>): ApiError {
  return new ApiError('ValidationError', {
    fieldErrors: Object.entries(fields).map(([field, code]) => ({ field, code })),
  });
}
