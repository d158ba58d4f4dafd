import { readStoredValues } from '@pimis/domain/forms/parse';
import type { FormDefinition } from '@pimis/domain/forms/types';
import type { StoredValidationItem } from '../../platform/database/stored-validation-result.ts';
import type { RevisionRecord } from '../form-store/revisions.ts';

/** A revision as its definition reads it, with a warning for each unknown value of a migration. */
export interface RevisionView extends RevisionRecord {
  unknown: readonly StoredValidationItem[];
}

/**
 * Migrated revisions may have values that their version does not know. They stay stored, nobody sees them, and the next
 * save drops them with a warning (docs/forms.md, D4).
 */
export function revisionView(definition: FormDefinition, revision: RevisionRecord): RevisionView {
  const { values, warnings } = readStoredValues(definition, revision.input);
  const unknown = warnings.map(({ code, index, path }) => ({ StatusCode: { Code: code }, Index: index, Path: path }));
  return { ...revision, input: values, unknown };
}
