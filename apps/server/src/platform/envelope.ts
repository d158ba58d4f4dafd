import { CATALOGUE, type StatusName } from '@pimis/contract/errors';
import type { Envelope, EnvelopeError } from '@pimis/contract/envelope';

/** A successful answer. */
export function ok<Payload, Additional = null>(
  payload: Payload,
  additionalInformation: Additional | null = null,
): Envelope<Payload, Additional> {
  return { payload, additionalInformation, status: { code: 0, name: 'Success' }, errors: [] };
}

/** An answer that carries another catalogue entry than success. */
export function envelope(
  name: StatusName,
  details: { payload?: unknown; additionalInformation?: unknown; errors?: EnvelopeError[] } = {},
): Envelope<unknown> {
  return {
    payload: details.payload ?? null,
    additionalInformation: details.additionalInformation ?? null,
    status: { code: CATALOGUE[name].code, name },
    errors: details.errors ?? [],
  };
}
