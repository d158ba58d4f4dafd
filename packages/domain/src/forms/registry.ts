import { PREPARATION_FORMS } from './definitions/preparation.ts';
import type { FormDefinition } from './types.ts';

/** Every form of the product, newest version of each last. Published versions are never removed. */
const DEFINITIONS: readonly FormDefinition[] = [...PREPARATION_FORMS];

export function allForms(): readonly FormDefinition[] {
  return DEFINITIONS;
}

/** The form with this code or alternative segment, in the given version or the newest; undefined when unknown. */
export function findFormDefinition(code: string, version?: number): FormDefinition | undefined {
  return DEFINITIONS.findLast(
    (form) =>
      (form.code === code || form.aliases.includes(code)) && (version === undefined || form.version === version),
  );
}
