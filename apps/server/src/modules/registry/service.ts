import type { Database, Tx } from '../../platform/database/database.ts';
import { rateOn } from './queries.ts';

/** The newest middle rate of a currency on or before a day, РСД per 1 unit; undefined if there is none. */
export function exchangeRateOn(db: Database | Tx, currency: string, day: string) {
  return rateOn(db, currency, day);
}
