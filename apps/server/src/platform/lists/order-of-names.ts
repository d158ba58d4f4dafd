import type { Script } from '@pimis/domain/text/transliterate';
import { ApiError } from '../errors.ts';

/**
 * SQL of a name as its reader's alphabet orders it: abeceda for Latin, azbuka otherwise. Columns of titles and other
 * texts have no collation of their own, and databases of the product order by code points. `name` is trusted SQL, never
 * input.
 */
export const nameInOrder = (name: string, script: Script | undefined): string =>
  script === 'latin' ? `(pimis_latin(${name}) collate "sr-Latn-x-icu")` : `(${name} collate "sr-x-icu")`;

/** The script of a list's reader, in which its names are ordered; Cyrillic if none is named. */
export function readScript(script: unknown): Script | undefined {
  if (script === undefined || script === '' || script === 'cyrillic') return undefined;
  if (script === 'latin') return script;
  throw new ApiError('ValidationError', { fieldErrors: [{ field: 'script', code: 'InvalidField' }] });
}
