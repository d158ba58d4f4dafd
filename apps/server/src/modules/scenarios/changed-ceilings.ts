import { sql } from 'kysely';
import { cellKey, type YearAmount } from '@pimis/domain/portfolio/scenario/types';
import type { Database } from '../../platform/database.ts';
import type { StoredScenario } from './queries.ts';

interface Entered {
  year: number;
  source: string;
  amount: string | null;
  /** Amounts in force since the scenario was made; null where there was none. */
  had: (string | null)[];
}

/**
 * The ceilings of a scenario with those that have been entered anew since it was made. A ceiling whose amount was never
 * entered is the author's own and stays.
 */
export async function changedCeilings(
  db: Database,
  { id, ceilings }: Pick<StoredScenario, 'id' | 'ceilings'>,
): Promise<YearAmount[]> {
  const { rows } = await sql<Entered>`
    select entered.year, entered.source, entered.amount::text as amount, past.had
    from scenarios made
    join fiscal_ceilings entered on entered.sector is null and entered.changed_at > made.created_at
    cross join lateral (
      select json_agg(revisions.amount::text)
               filter (where revisions.until > made.created_at or revisions.until is null)
             as amounts, min(revisions.changed_at) as first
      from (select amount, changed_at, lead(changed_at) over (order by revision) as until
            from fiscal_ceiling_revisions where ceiling_id = entered.id) revisions) known
    cross join lateral (
      select case when known.first > made.created_at then (known.amounts::jsonb || 'null'::jsonb)::json
                  else known.amounts end as had) past
    where made.id = ${id}::integer`.execute(db);
  const kept = new Map(ceilings.map((ceiling) => [cellKey(ceiling.year, ceiling.source), ceiling]));
  for (const { year, source, amount, had } of rows) {
    const key = cellKey(year, source);
    if (!had.includes(kept.get(key)?.amount ?? null)) continue;
    if (amount === null) kept.delete(key);
    else kept.set(key, { year, source, amount });
  }
  return [...kept.values()];
}
