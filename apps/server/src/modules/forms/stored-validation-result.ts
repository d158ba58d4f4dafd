import type { ValidationResult, ValidationItem } from '@pimis/domain/forms/types';
import type { StoredValidationItem, StoredValidationResult } from '../../platform/database/stored-validation-result.ts';

function stored(item: ValidationItem): StoredValidationItem {
  return { StatusCode: { Code: item.code }, Index: item.index, Path: item.path };
}

/** A validation result in the form of revisions and answers. */
export function storedValidationResult(validation: ValidationResult): StoredValidationResult {
  return { Errors: validation.errors.map(stored), Warnings: validation.warnings.map(stored) };
}
