import { sql } from 'kysely';
import type { NamedPortfolioGroup, PortfolioOverview, PortfolioSums } from '@pimis/contract/portfolio/overview';
import { analyticalRows } from '../../platform/database/analytical-read.ts';
import type { Database } from '../../platform/database/database.ts';
import { inOrderOfPhases } from './phase-order.ts';
import type { PortfolioScope } from './scope.ts';
import { NOTHING, plainSums, SUMS_OF_SUMS, sumsOf } from './sums.ts';
import { groupedBy, groupingSets } from '../../platform/database/grouping.ts';

/** The columns by which one statement groups its sums, each separately. */
const GROUPS = {
  phases: sql`sums.phase`,
  sectors: sql`sums.sector`,
  levels: sql`sums.level`,
  years: sql`sums.year`,
};

type Part = 'all' | 'phases' | 'sectors' | 'levels' | 'years';

const MOST_BODIES = 12;

/**
 * Number, worth, spent amount and late projects by phase, sector, level, year of opening, and organization: the
 * organizations of the highest worth, or all if `mostBodies` is null.
 */
export async function readOverview(
  db: Database,
  scope: PortfolioScope,
  mostBodies: number | null = MOST_BODIES,
): Promise<PortfolioOverview> {
  const { source, condition, day } = scope;
  const [rows, bodies] = await Promise.all([
    // One pass over the projects makes some hundred rows, which are then summed five times.
    analyticalRows(
      db,
      sql<PortfolioSums & { part: Part; key: string }>`
      with sums as materialized (
        select projects.phase, projects.sector, projects.level,
               extract(year from projects.created_at at time zone 'Europe/Belgrade')::integer as year,
               count(*) as projects, sum(projects.total_value) as value, sum(projects.spent) as spent,
               sum(case when ${scope.isLate} then 1 else 0 end) as late
        from ${source} where ${condition} group by 1, 2, 3, 4)
      select ${groupedBy(GROUPS)} as part,
             coalesce(sums.phase::text, sums.sector::text, sums.level::text, sums.year::text, 'none') as key, ${SUMS_OF_SUMS}
      from sums
      group by ${groupingSets(GROUPS)}
      order by part, coalesce(sums.phase, sums.sector, sums.level, sums.year)`,
    ),
    analyticalRows(
      db,
      sql<NamedPortfolioGroup & { bodies: number }>`
      with owned as (
        select projects.organization_id as key, ${sumsOf(day)}, coalesce(sum(projects.total_value), 0) as worth
        from ${source} where ${condition} group by projects.organization_id)
      select owned.key, owned.projects, owned.value, owned.spent, owned.late, organizations.name,
             (select count(*)::integer from owned) as bodies
      from owned join published.organizations as organizations on organizations.id = owned.key
      order by owned.worth desc, owned.key limit ${mostBodies}::bigint`,
    ),
  ]);
  const of = (wanted: Part) =>
    rows.filter(({ part }) => part === wanted).map((row) => ({ key: row.key, ...plainSums(row) }));
  const [all] = rows.filter(({ part, projects }) => part === 'all' && projects !== null);
  return {
    all: all ? plainSums(all) : NOTHING,
    phases: inOrderOfPhases(of('phases')),
    sectors: of('sectors'),
    levels: of('levels'),
    years: of('years'),
    bodies: bodies.map((row) => ({ key: row.key, name: row.name, ...plainSums(row) })),
    furtherBodies: (bodies[0]?.bodies ?? 0) - bodies.length,
  };
}
