import { OpenDataQuerySchema } from '@pimis/contract/open-data';
import { normalizeTexts } from '@pimis/domain/text/normal';
import { Value } from 'typebox/value';
import { validatorOf } from '../../platform/http/http.ts';
import type { ListQuery } from './pages/list.ts';

const NAMES = Object.keys(OpenDataQuerySchema.properties).filter(
  (name) => name !== 'perPage' && name !== 'updatedSince',
);
const LEAST_TEXT = 2;

/**
 * The conditions of a list in a URL. Parameters without a value and foreign ones (of social networks, for example) are
 * ignored; null if a value is invalid.
 */
export function readListQuery(query: unknown): ListQuery | null {
  const given = query as Record<string, unknown>;
  const known = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = given[name];
      if (typeof value !== 'string' || value.trim() === '') return [];
      return name === 'text' && value.trim().length < LEAST_TEXT ? [] : [[name, value.trim()]];
    }),
  );
  if (normalizeTexts(known).length > 0) return null;
  const value = Value.Convert(OpenDataQuerySchema, known);
  return validatorOf(OpenDataQuerySchema).Check(value) ? (value as ListQuery) : null;
}
