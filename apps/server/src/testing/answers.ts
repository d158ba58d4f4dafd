import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { isDeepStrictEqual } from 'node:util';
import { validatorOf } from '../platform/http.ts';

/**
 * Writes answers as the product does, and fails the call when one is not as its route declares it: a field of another
 * type, a missing one, or one that the contract does not name.
 */
export function checkedAnswers({ schema, url, method }: { schema: unknown; url: string; method: string }) {
  const declared = schema as TSchema;
  return (answer: unknown): string => {
    const text = JSON.stringify(answer);
    const sent: unknown = JSON.parse(text);
    const [error] = validatorOf(declared).Errors(sent);
    if (error) throw new Error(`${method} ${url} answers ${error.instancePath} ${error.message}`);
    const known: unknown = Value.Clean(declared, structuredClone(sent));
    if (!isDeepStrictEqual(known, sent)) {
      throw new Error(`${method} ${url} answers what its schema does not name: ${namesBeside(sent, known).join(', ')}`);
    }
    return text;
  };
}

/** Places that are in one value and not in the other. */
function namesBeside(sent: unknown, known: unknown, at = ''): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const place = at ? `${at}.${name}` : name;
    const other = typeof known === 'object' && known !== null ? (known as Record<string, unknown>)[name] : undefined;
    return other === undefined && value !== undefined ? [place] : namesBeside(value, other, place);
  });
}
