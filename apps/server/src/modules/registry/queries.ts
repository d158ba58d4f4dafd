import { sql } from 'kysely';
import type { CurrencyRate } from '@pimis/contract/registries';
import type { Script } from '@pimis/domain/text/transliterate';
import type { Database, Tx } from '../../platform/database/database.ts';
import { nameInOrder } from '../../platform/lists/order-of-names.ts';
import { type NamedKey, nearCondition, nearRank } from '../../platform/lists/search.ts';
import { rateSql } from './table.ts';

const NAMED: NamedKey = { key: sql.ref('c.search_key'), name: sql.ref('c.name') };

/**
 * Currencies with their newest middle rate on or before the day, РСД per 1 unit with four decimals; a rate that was
 * withdrawn does not count. A filter by `code` (letters or digits) returns one currency, even without a rate.
 */
export async function suggestCurrencies(
  db: Database | Tx,
  filter: { code?: string; search?: string; script?: Script | undefined },
  day: string,
  limit: number,
): Promise<CurrencyRate[]> {
  const { code, search = '', script } = filter;
  const conditions = [sql`(c.valid_to is null or c.valid_to >= ${day})`];
  if (code === undefined) conditions.push(sql`r.middle_rate is not null`);
  else conditions.push(sql`(c.code = upper(${code}) or c.numeric_code = ${code})`);
  if (search !== '') conditions.push(nearCondition(NAMED, search));
  const best = search === '' ? sql`(c.code = 'EUR') desc` : nearRank(NAMED, search);
  const result = await sql<CurrencyRate>`
    select c.code as id, c.name, c.numeric_code as "exchangeCode",
           ${rateSql('r.middle_rate', 'r.unit')} as "exchangeRate",
           r.rate_date as "exchangeDate"
    from currencies c
    left join lateral (
      select middle_rate, unit, rate_date from exchange_rates
      where currency_code = c.code and rate_date <= ${day} and valid_to is null
      order by rate_date desc limit 1
    ) r on true
    where ${sql.join(conditions, sql` and `)}
    order by ${best}, ${sql.raw(nameInOrder('c.name', script))}, c.code
    limit ${limit}`.execute(db);
  return result.rows;
}

/** The newest middle rate of a currency on or before the day; undefined if there is none. */
export async function rateOn(
  db: Database | Tx,
  currency: string,
  day: string,
): Promise<{ date: string; rate: string; name: string; numericCode: string } | undefined> {
  const [row] = await suggestCurrencies(db, { code: currency }, day, 1);
  if (!row?.exchangeRate || !row.exchangeDate) return undefined;
  return { date: row.exchangeDate, rate: row.exchangeRate, name: row.name, numericCode: row.exchangeCode };
}
