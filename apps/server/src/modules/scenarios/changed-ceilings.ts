import { cellKey, type YearAmount } from '@pimis/domain/portfolio/scenario/types';
import type { Database } from '../../platform/database/database.ts';
import { ceilingsChangedSince } from '../fiscal-calendar/ceilings.ts';
import type { StoredScenario } from './queries.ts';

/**
 * The ceilings of a scenario, updated by those that were changed since it was made. A ceiling whose amount was never
 * entered is the author's own and stays.
 */
export async function changedCeilings(
  db: Database,
  { createdAt, ceilings }: Pick<StoredScenario, 'createdAt' | 'ceilings'>,
): Promise<YearAmount[]> {
  const present = new Map(ceilings.map((ceiling) => [cellKey(ceiling.year, ceiling.source), ceiling]));
  for (const { year, source, amount, had } of await ceilingsChangedSince(db, createdAt)) {
    const key = cellKey(year, source);
    if (!had.includes(present.get(key)?.amount ?? null)) continue;
    if (amount === null) present.delete(key);
    else present.set(key, { year, source, amount });
  }
  return [...present.values()];
}
