import { CONCLUSION } from './definitions/conclusion.ts';
import { CORRECTION } from './definitions/correction.ts';
import { EFFECTS_FORM } from './definitions/effects.ts';
import { PIF_FORMS } from './definitions/pif.ts';
import { PLAN } from './definitions/plan.ts';
import { PRE_IMPLEMENTATION } from './definitions/pre-implementation.ts';
import { PREPARATION_FORMS } from './definitions/preparation.ts';
import { QUARTERLY } from './definitions/quarterly.ts';
import { QUARTERLY_CORRECTION } from './definitions/quarterly-correction.ts';
import { RATIONALIZATION } from './definitions/rationalization.ts';
import { SHORT_PIF } from './definitions/short-pif.ts';
import type { FormDefinition } from './types.ts';

/** Every form of the product, newest version of each last. Published versions are never removed. */
const DEFINITIONS: FormDefinition[] = [
  ...PREPARATION_FORMS,
  ...PRE_IMPLEMENTATION,
  ...PLAN,
  ...QUARTERLY,
  ...CORRECTION,
  ...QUARTERLY_CORRECTION,
  ...RATIONALIZATION,
  ...CONCLUSION,
  ...EFFECTS_FORM,
  ...PIF_FORMS,
  ...SHORT_PIF,
];

/** Offers an additional version, for tests of new versions; the returned function withdraws it. */
export function offerForm(definition: FormDefinition): () => void {
  DEFINITIONS.push(definition);
  return () => void DEFINITIONS.splice(DEFINITIONS.indexOf(definition), 1);
}

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
