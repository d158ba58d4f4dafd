import { sameValue } from '@pimis/domain/forms/align-arrays';
import { COPIED_UNSEEN } from '@pimis/domain/forms/messages';
import { normalValue } from '@pimis/domain/forms/normalize';
import { getPath } from '@pimis/domain/forms/paths';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { fieldsOf } from '@pimis/domain/forms/visibility';
import type { StoredValidationItem, StoredValidationResult } from '../../platform/database/stored-validation-result.ts';

/**
 * Fields that were copied from an earlier form and not looked at. They are kept as warnings of the revision, so that
 * whoever continues the form, sends it or decides on it sees them (docs/decisions/0292-copying.md).
 */

export const unseenWarning = (path: string): StoredValidationItem => ({
  StatusCode: { Code: COPIED_UNSEEN },
  Index: 0,
  Path: path,
});

export function unseenIn({ Warnings }: StoredValidationResult): string[] {
  return Warnings.flatMap(({ StatusCode, Path }) =>
    StatusCode.Code === COPIED_UNSEEN && Path !== undefined ? [Path] : [],
  );
}

/**
 * The fields to mark in the next revision, in the order of the form. `given` comes from the editor; for clients that do
 * not send it, the marks of the newest revision stay where the value is the same. Empty fields have no mark.
 */
export function unseenFields(
  definition: FormDefinition,
  given: readonly string[] | undefined,
  {
    newest,
    stored,
    values,
  }: { newest: { validation: StoredValidationResult } | undefined } & Record<'stored' | 'values', FormValues>,
): string[] {
  const marked = new Set(given ?? (newest ? unseenIn(newest.validation) : []));
  return fieldsOf(definition)
    .filter((field) => {
      const value = getPath(values, field.path);
      if (!marked.has(field.path) || normalValue(field, value) === undefined) return false;
      return given !== undefined || sameValue(field, value, getPath(stored, field.path));
    })
    .map(({ path }) => path);
}
