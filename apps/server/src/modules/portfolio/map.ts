import { sql } from 'kysely';
import type { PortfolioMap, PortfolioSums } from '@pimis/contract/portfolio/overview';
import type { Database } from '../../platform/database.ts';
import type { PortfolioScope } from './scope.ts';
import { NOTHING, plainSums, sumsOf } from './sums.ts';

interface Totals extends PortfolioSums {
  part: 'all' | 'none';
  inSeveral: number;
}

/** Sums by district and municipality. A project in several places counts in each of them with its whole worth. */
export async function readMap(db: Database, { source, condition, day }: PortfolioScope): Promise<PortfolioMap> {
  const [totals, districts, municipalities] = await Promise.all([
    sql<Totals>`
      select case grouping(projects.districts = '{}') when 1 then 'all' else 'none' end as part, ${sumsOf(day)},
             count(*) filter (where cardinality(projects.districts) > 1)::integer as "inSeveral"
      from ${source} where ${condition}
      group by grouping sets ((), (projects.districts = '{}'))
      having grouping(projects.districts = '{}') = 1 or projects.districts = '{}'`.execute(db),
    sql<PortfolioSums & { key: string; name: string }>`
      with placed as (
        select placed.code, ${sumsOf(day)}
        from ${source} cross join lateral unnest(projects.districts) as placed (code)
        where ${condition} group by placed.code)
      select districts.code as key, districts.name, coalesce(placed.projects, 0) as projects,
             coalesce(placed.value, '0.00') as value, coalesce(placed.spent, '0.00') as spent, coalesce(placed.late, 0) as late
      from published.districts as districts left join placed on placed.code = districts.code
      order by districts.code`.execute(db),
    sql<PortfolioSums & { key: string; name: string; district: string }>`
      with placed as (
        select placed.id, ${sumsOf(day)}
        from ${source} cross join lateral unnest(projects.municipalities) as placed (id)
        where ${condition} group by placed.id)
      select municipalities.id as key, municipalities.name, coalesce(municipalities.district_code, '') as district,
             placed.projects, placed.value, placed.spent, placed.late
      from placed join published.municipalities as municipalities on municipalities.id = placed.id
      order by municipalities.name`.execute(db),
  ]);
  const all = totals.rows.find(({ part }) => part === 'all');
  const none = totals.rows.find(({ part }) => part === 'none');
  return {
    all: all ? plainSums(all) : NOTHING,
    none: none ? plainSums(none) : NOTHING,
    inSeveral: all?.inSeveral ?? 0,
    districts: districts.rows,
    municipalities: municipalities.rows,
  };
}
