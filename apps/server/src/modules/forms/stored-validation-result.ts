import type { Verdict, VerdictItem } from '@pimis/domain/forms/types';
import type { CachedSchema, CachedValidator } from '../../platform/validator-cache.ts';

function stored(item: VerdictItem): CachedSchema {
  return { StatusCode: { Code: item.code }, Index: item.index, Path: item.path };
}

/** A validation result in the form of revisions and answers. */
export function storedValidationResult(verdict: Verdict): CachedValidator {
  return { Errors: verdict.errors.map(stored), Warnings: verdict.warnings.map(stored) };
}
