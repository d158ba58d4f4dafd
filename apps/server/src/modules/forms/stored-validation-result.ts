import type { ValidationResult, ValidationItem } from '@pimis/domain/forms/types';
import type { CachedSchema, CachedValidator } from '../../platform/validator-cache.ts';

function stored(item: ValidationItem): CachedSchema {
  return { StatusCode: { Code: item.code }, Index: item.index, Path: item.path };
}

/** A validation result in the form of revisions and answers. */
export function storedValidationResult(validation: ValidationResult): CachedValidator {
  return { Errors: validation.errors.map(stored), Warnings: validation.warnings.map(stored) };
}
