import type { Verdict, VerdictItem } from '@pimis/domain/forms/types';
import type { StoredItem, StoredValidation } from '../../platform/validator-cache.ts';

function stored(item: VerdictItem): StoredItem {
  return { StatusCode: { Code: item.code }, Index: item.index, Path: item.path };
}

/** A verdict as revisions keep it and answers carry it. */
export function storedVerdict(verdict: Verdict): StoredValidation {
  return { Errors: verdict.errors.map(stored), Warnings: verdict.warnings.map(stored) };
}
