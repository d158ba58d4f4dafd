import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import { isDeepStrictEqual } from 'node:util';
import { type RefusalName, REFUSALS } from '@pimis/contract/refusals';
import { validatorOf } from '../platform/http/http.ts';

/**
 * Serializes answers as the product does, and fails the call if the answer differs from its route's schema: a wrong
 * type, a missing field, or an unknown one.
 */
export function checkedAnswers({ schema, url, method }: { schema: unknown; url: string; method: string }) {
  const declared = schema as TSchema;
  let exact: Validator | undefined;
  return (answer: unknown): string => {
    const text = JSON.stringify(answer);
    const sent: unknown = JSON.parse(text);
    exact ??= exactly(declared);
    // A refused answer is examined field by field; this check accepts correct ones ten times faster.
    if (exact.Check(sent)) return text;
    const [error] = validatorOf(declared).Errors(sent);
    if (error) throw new Error(`${method} ${url} answers ${error.instancePath} ${error.message}`);
    const known: unknown = Value.Clean(declared, structuredClone(sent));
    if (!isDeepStrictEqual(known, sent)) {
      throw new Error(`${method} ${url} answers what its schema does not name: ${namesBeside(sent, known).join(', ')}`);
    }
    return text;
  };
}

/** Fails if a refusal carries fields that the contract does not allow for its name. */
export function checkRefusal({ name, payload, additional }: { name: string; payload: unknown; additional: unknown }) {
  const declared: { payload?: TSchema; additional?: TSchema } = Object.hasOwn(REFUSALS, name)
    ? REFUSALS[name as RefusalName]
    : {};
  for (const [part, schema, sent] of [
    ['payload', declared.payload, payload],
    ['additionalInformation', declared.additional, additional],
  ] as const) {
    if (sent === null) continue;
    const [error] = schema ? validatorOf(schema).Errors(sent) : [{ instancePath: '', message: 'is not declared' }];
    if (error) throw new Error(`${name} carries ${part}${error.instancePath} ${error.message}`);
  }
}

const exacts = new WeakMap<TSchema, Validator>();

/** The schema with all objects closed; cached for all servers of a process. */
function exactly(declared: TSchema): Validator {
  const made = exacts.get(declared) ?? Compile(closed(declared) as TSchema);
  exacts.set(declared, made);
  return made;
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const { properties } = schema as { properties?: Record<string, unknown> };
  if (typeof properties !== 'object') return parts;
  // A property may have the name of a keyword.
  parts.properties = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, closed(part)]));
  return { additionalProperties: false, ...parts };
}

/** Paths that only one of two values has. */
function namesBeside(sent: unknown, known: unknown, at = ''): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const place = at ? `${at}.${name}` : name;
    const other = typeof known === 'object' && known !== null ? (known as Record<string, unknown>)[name] : undefined;
    return other === undefined && value !== undefined ? [place] : namesBeside(value, other, place);
  });
}
