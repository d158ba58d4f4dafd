import { completeForm } from '../src/forms/complete.ts';
import { IDEA_EXAMPLE, IDEA_EXAMPLE_DATA } from '@pimis/examples/idea';
import { setPath } from '../src/forms/paths.ts';
import { findFormDefinition } from '../src/forms/catalogue.ts';
import type { Field, FormDefinition, FormValues, JudgeContext, Kind, ValidationResult } from '../src/forms/types.ts';
import { validateForm } from '../src/forms/validate.ts';

export const TODAY: JudgeContext = { today: '2025-11-20', foreignFunds: false };

/** A form that must exist. */
export function formOf(code: string): FormDefinition {
  const found = findFormDefinition(code);
  if (!found) throw new Error(`No form ${code}`);
  return found;
}

/** Values of the catalogue's example with some places changed; `undefined` takes one away. */
export function example(changes: Record<string, unknown> = {}): FormValues {
  const values = structuredClone(IDEA_EXAMPLE);
  for (const [path, value] of Object.entries(changes)) setPath(values, path, value);
  return values;
}

/** The validation on an idea with the values, completed first as on every save. */
export function validationOf(values: FormValues, context: JudgeContext = TODAY): ValidationResult {
  const idea = formOf('ideja');
  return validateForm(idea, completeForm(idea, values, IDEA_EXAMPLE_DATA), IDEA_EXAMPLE_DATA, context);
}

/** A form of one section with these fields, for checks of the engine alone. */
export function formWith(fields: readonly Field[], more: Partial<FormDefinition> = {}): FormDefinition {
  return {
    code: 'proba',
    aliases: [],
    version: 1,
    phase: 0,
    family: 'generic',
    title: { sr: 'Проба', en: 'Trial' },
    titleStage: 0,
    help: 0,
    revisionRoute: false,
    sections: [{ key: 'all', title: { sr: 'Све', en: 'All' }, fields }],
    defaults: () => ({}),
    compute: () => undefined,
    rules: [],
    ...more,
  };
}

export const label = (text: string) => ({ sr: text, en: text });

/** A field of this kind at the path `a`. */
export const fieldOf = (kind: Kind, more: Partial<Field> = {}): Field => ({
  path: 'a',
  kind,
  label: label('А'),
  ...more,
});
