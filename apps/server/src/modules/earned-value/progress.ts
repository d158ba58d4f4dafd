import { sql } from 'kysely';
import type {
  NamedProgressGroup,
  PortfolioProgress,
  ProgressGroup,
  ProgressValues,
} from '@pimis/contract/portfolio/progress';
import { quarterEnd, quarterOrder } from '@pimis/domain/dates/dates';
import { statusQuarter } from '@pimis/domain/indicators/measured-periods';
import { WARNING_KEYS, type WarningKey } from '@pimis/domain/portfolio/warnings';
import { analyticalRows } from '../../platform/database/analytical-read.ts';
import type { Database } from '../../platform/database/database.ts';
import { inOrderOfPhases } from '../portfolio/phase-order.ts';
import { factsOf, type ProgressScope } from './facts.ts';
import { figuresOf, type Sums } from './figures.ts';
import { indexText, warningCondition } from './warnings.ts';
import { groupedBy, groupingSets } from '../../platform/database/grouping.ts';

/** The columns by which a statement groups its sums. */
const GROUPS = { phases: sql`facts.phase`, sectors: sql`facts.sector` };

/**
 * All projects of a group are compared with the plan up to the same day, so that a project that stops reporting falls
 * behind.
 */
const sums = (
  day: string,
) => sql`count(*)::integer as projects, coalesce(sum(facts.bac), 0)::numeric(24, 2)::text as bac,
  count(*) filter (where facts.year * 4 + facts.quarter < ${sql.lit(quarterOrder(statusQuarter(day)))})::integer as older,
  coalesce(sum(facts.planned_now), 0)::numeric(24, 2)::text as pv, coalesce(sum(facts.ev), 0)::numeric(24, 2)::text as ev,
  coalesce(sum(facts.ac), 0)::numeric(24, 2)::text as ac`;

const valuesOf = ({ projects, older, ...summed }: Sums & { projects: number; older: number }): ProgressValues => ({
  projects,
  older,
  ...figuresOf(summed),
});

const MOST_GROUPS = 30;

interface Group extends Sums {
  projects: number;
  older: number;
  kind: 'all' | 'phases' | 'sectors' | 'bodies' | 'districts';
  key: string;
  name: string;
}

/**
 * The sums of all measured projects, by phase and by sector, and of the bodies and districts with the largest budgets.
 */
function readGroups(db: Database, scope: ProgressScope): Promise<Group[]> {
  const summed = sums(scope.day);
  const largest = sql`order by sum(facts.bac) desc, 2 limit ${MOST_GROUPS}`;
  return analyticalRows(
    db,
    sql<Group>`
    with facts as materialized (
      select facts.phase, facts.sector, facts.organization_id, facts.districts, facts.bac, facts.planned_now, facts.ev, facts.ac,
             facts.year, facts.quarter
      from (${factsOf(scope, true)}) facts),
    groups as (
      (select ${groupedBy(GROUPS)} as kind,
              coalesce(facts.phase::text, facts.sector::text, '') as key, ${summed},
              row_number() over (order by coalesce(facts.phase, facts.sector)) as place
       from facts group by ${groupingSets(GROUPS)})
      union all
      (select 'bodies', facts.organization_id, ${summed}, row_number() over (order by sum(facts.bac) desc, facts.organization_id)
       from facts group by facts.organization_id ${largest})
      union all
      (select 'districts', placed.code, ${summed}, row_number() over (order by sum(facts.bac) desc, placed.code)
       from facts cross join lateral unnest(facts.districts) as placed (code) group by placed.code ${largest}))
    select groups.kind, groups.key, coalesce(organizations.name, districts.name, '') as name, groups.projects, groups.older, groups.bac,
           groups.pv, groups.ev, groups.ac
    from groups
    left join published.organizations as organizations on groups.kind = 'bodies' and organizations.id = groups.key
    left join published.districts as districts on groups.kind = 'districts' and districts.code = groups.key
    order by groups.kind, groups.place`,
  );
}

/**
 * The number of projects with a warning of each rule, the number of projects that are not measured, and the lowest
 * indexes among the projects with a warning about them.
 */
export async function countWarnings(db: Database, scope: ProgressScope) {
  const counts = WARNING_KEYS.map(
    (key) => sql`count(*) filter (where ${warningCondition(key, scope.day)})::integer as ${sql.ref(key)}`,
  );
  const rows = await analyticalRows(
    db,
    sql<Record<WarningKey | 'unmeasured', number> & { spi: string | null; cpi: string | null }>`
    select count(*) filter (where facts.pv is null)::integer as unmeasured, ${sql.join(counts)},
           (min(facts.spi) filter (where ${warningCondition('lowSpi', scope.day)}))::text as spi,
           (min(facts.cpi) filter (where ${warningCondition('lowCpi', scope.day)}))::text as cpi
    from (${factsOf(scope, false)}) facts`,
  );
  const [row] = rows;
  return {
    unmeasured: row?.unmeasured ?? 0,
    warnings: WARNING_KEYS.map((key) => ({ key, projects: row?.[key] ?? 0 })),
    lowestSpi: indexText(row?.spi ?? null),
    lowestCpi: indexText(row?.cpi ?? null),
  };
}

/** Earned value of the projects of a filter on a day, by group; and how many warnings there are. */
export async function readProgress(db: Database, scope: ProgressScope): Promise<PortfolioProgress> {
  const [groups, { unmeasured, warnings }] = await Promise.all([readGroups(db, scope), countWarnings(db, scope)]);
  const of = (kind: Group['kind']) => groups.filter((group) => group.kind === kind);
  const plain = (group: Group): ProgressGroup => ({ key: group.key, ...valuesOf(group) });
  const named = (group: Group): NamedProgressGroup => ({ name: group.name, ...plain(group) });
  const [all] = of('all');
  return {
    day: scope.day,
    statusDay: quarterEnd(statusQuarter(scope.day)),
    all: valuesOf(all ?? { projects: 0, older: 0, bac: '0.00', pv: '0.00', ev: '0.00', ac: '0.00' }),
    unmeasured,
    warnings,
    phases: inOrderOfPhases(of('phases')).map(plain),
    sectors: of('sectors').map(plain),
    bodies: of('bodies').map(named),
    districts: of('districts').map(named),
  };
}
