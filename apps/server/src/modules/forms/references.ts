import { retainedKeys, referenceKey, referencesOf } from '@pimis/domain/forms/retained-fields';
import type {
  FormData,
  FormDefinition,
  FormValues,
  FoundReference,
  StoredRevision,
  ReferenceKind,
} from '@pimis/domain/forms/types';
import { isObject } from '@pimis/domain/forms/paths';
import type { Database, Tx } from '../../platform/database/database.ts';
import { currencyBounds, type CurrencyOption, validRows } from '../registry/lookup-options.ts';

function isWithin(rate: unknown, { low, high }: CurrencyOption): boolean {
  if (typeof rate !== 'string' || !/^\d+\.\d{4}$/.test(rate)) return false;
  const value = BigInt(rate.replace('.', ''));
  return value >= BigInt(low) && value <= BigInt(high);
}

interface Check {
  definition: FormDefinition;
  values: FormValues;
  data: FormData;
  stored: StoredRevision | undefined;
  /** YYYY-MM-DD */
  day: string;
}

/**
 * Looks up the registry rows of changed values. The validation decides whether the registry offers them; their names
 * come from the registry, never from the call. It changes the values in place.
 */
export async function checkReferences(
  db: Database | Tx,
  { definition, values, data, stored, day }: Check,
): Promise<(reference: FoundReference) => boolean> {
  const { right } = retainedKeys(definition, stored);
  const found = referencesOf(definition, values).filter((reference) => !right.has(referenceKey(reference)));
  const idsOf = (kind: ReferenceKind) => [
    ...new Set(found.filter((reference) => reference.kind === kind).map(({ value }) => String(value.id))),
  ];
  const rows = {
    org: await validRows(db, 'budget-users', idsOf('org'), day),
    location: await validRows(db, 'locations', idsOf('location'), day),
  };
  const bounds = await currencyBounds(db, idsOf('currency'), day);
  const ownRate = isObject(data.exchangeRate) ? data.exchangeRate.rate : undefined;
  const offered = new Set<string>();
  for (const reference of found) {
    const { kind, value } = reference;
    // A rate is valid if it is that of the form's first save, or the rate of one of these days.
    const fits = (row: CurrencyOption) =>
      (row.id === 'EUR' && value.exchangeRate === ownRate) || isWithin(value.exchangeRate, row);
    const candidates = kind === 'currency' ? bounds.filter(fits) : rows[kind];
    const row = candidates.find(({ id }) => id === value.id);
    if (!row) continue;
    value.name = row.name;
    offered.add(referenceKey(reference));
  }
  return (reference) => offered.has(referenceKey(reference));
}
