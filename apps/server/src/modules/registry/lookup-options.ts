import { sql } from 'kysely';
import { addDays } from '@pimis/domain/dates/dates';
import { registryOf } from '@pimis/domain/registries/catalogue';
import type { Database, Tx } from '../../platform/database/database.ts';
import { sourceOf, validOn } from './table.ts';

/** A save may use rates of this many past days, because drafts stay open for a while. */
const RATE_DAYS = 30;
/** The allowed difference from those rates (2 %), so that a file with a rate from another source is accepted. */
const RATE_MARGIN = 0.02;

interface Row {
  id: string;
  name: string;
}

/** Rows with these ids that are valid on the day. */
export async function validRows(
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

export interface CurrencyOption extends Row {
  /** Ten-thousandths of РСД for 1 unit. */
  low: string;
  high: string;
}

/** Valid currencies with the bounds of the rates of the last days. */
export async function currencyBounds(
  db: Database | Tx,
  ids: readonly string[],
  day: string,
): Promise<CurrencyOption[]> {
  if (ids.length === 0) return [];
  const since = addDays(day, -RATE_DAYS);
  const { rows } = await sql<CurrencyOption>`
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
