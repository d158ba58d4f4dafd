import { sql } from 'kysely';
import type { CurrencyRate } from '@pimis/contract/registries';
import type { Database, Tx } from '../../platform/database.ts';
import { likeText } from '../../platform/paging.ts';

/** Currencies with their newest middle rate on or before the day, РСД per 1 unit with four decimals. */
export async function suggestCurrencies(
  db: Database | Tx,
  filter: { code?: string; search?: string },
  day: string,
  limit: number,
): Promise<CurrencyRate[]> {
  const search = likeText(filter.search ?? '');
  const result = await sql<CurrencyRate>`
    select c.code as id, c.name, c.numeric_code as "exchangeCode",
           to_char(round(r.middle_rate / r.unit, 4), 'FM9999999990.0000') as "exchangeRate",
           r.rate_date as "exchangeDate"
    from currencies c
    left join lateral (
      select middle_rate, unit, rate_date from exchange_rates
      where currency_code = c.code and rate_date <= ${day}
      order by rate_date desc limit 1
    ) r on true
    where (${filter.code ?? null}::text is null or c.code = upper(${filter.code ?? null}::text) or c.numeric_code = ${filter.code ?? null}::text)
      and (${search} = '' or pimis_fold(c.name) like '%' || pimis_fold(${search}) || '%' or c.code ilike ${`${search}%`})
      and (${filter.code ?? null}::text is not null or r.middle_rate is not null)
      and (c.valid_to is null or c.valid_to >= ${day})
    order by (c.code = 'EUR') desc, c.name, c.code
    limit ${limit}`.execute(db);
  return result.rows;
}

/** The newest middle rate of a currency on or before the day; undefined when there is none. */
export async function rateOn(
  db: Database | Tx,
  currency: string,
  day: string,
): Promise<{ date: string; rate: string; name: string; numericCode: string } | undefined> {
  const [row] = await suggestCurrencies(db, { code: currency }, day, 1);
  if (!row?.exchangeRate || !row.exchangeDate) return undefined;
  return { date: row.exchangeDate, rate: row.exchangeRate, name: row.name, numericCode: row.exchangeCode };
}
