import type { EnvelopeError, FieldError, Refused } from './envelope.ts';

/** Problems of refusals. Without schemas, because the sign-in loads it. */

/** A problem in a refusal: a message, a form value or a field. */
export type Problem = EnvelopeError | FieldError;

/** The text of a refused field among the errors of the envelope, for clients that read texts alone. */
export const messageOfField = ({ field, code }: FieldError): string => (field === '' ? code : `${field}.${code}`);

/** The problems of a refusal, each once: a field that is named by itself is not repeated as a text. */
export function problemsOf({ errors, fieldErrors = [] }: Pick<Refused, 'errors' | 'fieldErrors'>): Problem[] {
  const texts = new Set(fieldErrors.map(messageOfField));
  return [...errors.filter((error) => typeof error === 'object' || !texts.has(error)), ...fieldErrors];
}
