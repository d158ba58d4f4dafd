import { sql } from 'kysely';
import { addDays } from '@pimis/domain/dates/dates';
import { keptKeys, referenceKey, referencesOf } from '@pimis/domain/forms/kept';
import type {
  FormData,
  FormDefinition,
  FormValues,
  FoundReference,
  Kept,
  ReferenceKind,
} from '@pimis/domain/forms/types';
import { isObject } from '@pimis/domain/forms/paths';
import { registryOf } from '@pimis/domain/registries/catalogue';
import type { Database, Tx } from '../../platform/database.ts';
import { sourceOf, validOn } from '../registry/table.ts';

/** Rates of this many days may still come with a save: drafts lie for a while. */
const RATE_DAYS = 30;
/** How far a rate may be from those, so that a file with a rate from elsewhere can be taken: 2 %. */
const RATE_MARGIN = 0.02;

interface Row {
  id: string;
  name: string;
}

async function validRows(
  db: Database | Tx,
  code: 'budget-users' | 'locations',
  ids: readonly string[],
  day: string,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const registry = registryOf(code);
  const { rows } = await sql<Row>`
    select t.id, t.name from ${sql.table(sourceOf(registry))} t
    where t.id = any(${[...ids]}::text[]) and ${validOn(registry, 't', day)}`.execute(db);
  return rows;
}

interface Currency extends Row {
  /** Ten-thousandths of РСД per 1 unit. */
  low: string;
  high: string;
}

/** Valid currencies with the bounds of the rates that counted on one of the last days. */
async function currencyBounds(db: Database | Tx, ids: readonly string[], day: string): Promise<Currency[]> {
  if (ids.length === 0) return [];
  const since = addDays(day, -RATE_DAYS);
  const { rows } = await sql<Currency>`
    select c.code as id, c.name,
           ceil(min(r.middle_rate / r.unit) * ${1 - RATE_MARGIN}::numeric * 10000)::text as low,
           floor(max(r.middle_rate / r.unit) * ${1 + RATE_MARGIN}::numeric * 10000)::text as high
    from currencies c join exchange_rates r on r.currency_code = c.code
    where c.code = any(${[...ids]}::text[]) and ${validOn(registryOf('currencies'), 'c', day)}
      and r.valid_to is null and r.rate_date <= ${day}::date
      and r.rate_date >= coalesce((
        select max(e.rate_date) from exchange_rates e
        where e.currency_code = c.code and e.valid_to is null and e.rate_date <= ${since}::date), '-infinity')
    group by c.code, c.name`.execute(db);
  return rows;
}

function isWithin(rate: unknown, { low, high }: Currency): boolean {
  if (typeof rate !== 'string' || !/^\d+\.\d{4}$/.test(rate)) return false;
  const value = BigInt(rate.replace('.', ''));
  return value >= BigInt(low) && value <= BigInt(high);
}

interface Asked {
  definition: FormDefinition;
  values: FormValues;
  data: FormData;
  kept: Kept | undefined;
  /** YYYY-MM-DD */
  day: string;
}

/**
 * Looks up the registry rows that values name anew: whether the registry offers them is for the judge, and what they
 * are called is taken from the registry, never from the call. The values are changed in place.
 */
export async function checkReferences(
  db: Database | Tx,
  { definition, values, data, kept, day }: Asked,
): Promise<(reference: FoundReference) => boolean> {
  const { right } = keptKeys(definition, kept);
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
    // A rate counts when it is the one that the form keeps from its first save, or one of these days.
    const fits = (row: Currency) =>
      (row.id === 'EUR' && value.exchangeRate === ownRate) || isWithin(value.exchangeRate, row);
    const candidates = kind === 'currency' ? bounds.filter(fits) : rows[kind];
    const row = candidates.find(({ id }) => id === value.id);
    if (!row) continue;
    value.name = row.name;
    offered.add(referenceKey(reference));
  }
  return (reference) => offered.has(referenceKey(reference));
}
