import { sql } from 'kysely';
import type { PortfolioMap, PortfolioSums } from '@pimis/contract/portfolio/overview';
import { analyticalRows } from '../../platform/database/analytical-read.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PortfolioScope } from './scope.ts';
import { NOTHING, plainSums, SUMS_OF_SUMS } from './sums.ts';

type Part = 'all' | 'none' | 'district' | 'municipality';
type Row = PortfolioSums & { part: Part; key: string; name: string; district: string; inSeveral: number };

/** Sums by district and municipality. A project in several places counts in each of them with its full value. */
export async function readMap(db: Database, { source, condition, isLate }: PortfolioScope): Promise<PortfolioMap> {
  // One pass groups projects by their places; then the places of some thousand groups are expanded, not of each
  // project.
  const rows = await analyticalRows(
    db,
    sql<Row>`
    with sums as materialized (
      select projects.districts, projects.municipalities, count(*) as projects, sum(projects.total_value) as value,
             sum(projects.spent) as spent, sum(case when ${isLate} then 1 else 0 end) as late
      from ${source} where ${condition} group by 1, 2),
    in_district as (
      select placed.code, ${SUMS_OF_SUMS} from sums cross join lateral unnest(sums.districts) as placed (code) group by 1),
    in_municipality as (
      select placed.id, ${SUMS_OF_SUMS} from sums cross join lateral unnest(sums.municipalities) as placed (id) group by 1)
    select * from (
    select 'all' as part, '' as key, '' as name, '' as district, ${SUMS_OF_SUMS},
           coalesce(sum(sums.projects) filter (where cardinality(sums.districts) > 1), 0)::integer as "inSeveral"
    from sums having count(*) > 0
    union all
    select 'none', '', '', '', ${SUMS_OF_SUMS}, 0 from sums where sums.districts = '{}' having count(*) > 0
    union all
    select 'district', districts.code, districts.name, '', coalesce(placed.projects, 0), coalesce(placed.value, '0.00'),
           coalesce(placed.spent, '0.00'), coalesce(placed.late, 0), 0
    from published.districts as districts left join in_district placed on placed.code = districts.code
    union all
    select 'municipality', municipalities.id, municipalities.name, coalesce(municipalities.district_code, ''),
           placed.projects, placed.value, placed.spent, placed.late, 0
    from in_municipality placed join published.municipalities as municipalities on municipalities.id = placed.id) places
    order by part, case part when 'district' then key end, name`,
  );
  const of = (part: Part) => rows.filter((row) => row.part === part);
  const [all] = of('all');
  const [none] = of('none');
  return {
    all: all ? plainSums(all) : NOTHING,
    none: none ? plainSums(none) : NOTHING,
    inSeveral: all?.inSeveral ?? 0,
    districts: of('district').map(({ key, name, ...row }) => ({ key, name, ...plainSums(row) })),
    municipalities: of('municipality').map(({ key, name, district, ...row }) => ({
      key,
      name,
      district,
      ...plainSums(row),
    })),
  };
}
