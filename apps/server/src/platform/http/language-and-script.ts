import { type Written, writtenAs } from '@pimis/domain/text/wording';
import { invalidFields } from '../errors.ts';

const LANGUAGES = ['sr', 'en'] as const;
const SCRIPTS = ['cyrillic', 'latin'] as const;

/** One of the known values, or none. Error: ValidationError. */
function oneOf<Value extends string>(text: string | undefined, known: readonly Value[], field: string) {
  const found = known.find((value) => value === text);
  if (text !== undefined && found === undefined) throw invalidFields({ [field]: 'InvalidField' });
  return found;
}

/** Language and script of a file, from the query of the call. Error: ValidationError. */
export function writtenOf({
  language,
  script,
}: {
  language?: string | undefined;
  script?: string | undefined;
}): Written {
  return writtenAs({ language: oneOf(language, LANGUAGES, 'language'), script: oneOf(script, SCRIPTS, 'script') });
}
