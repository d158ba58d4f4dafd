import { sql } from 'kysely';
import type { PortfolioCourse } from '@pimis/contract/portfolio/overview';
import { DEFAULT_PROJECT_TYPE } from '@pimis/domain/constants';
import { phasePath } from '@pimis/domain/workflow/phases';
import { TURN_SIDES } from '@pimis/domain/workflow/turn-sides';
import { type Counted, percentile } from '@pimis/domain/portfolio/percentile';
import { analyticalRows } from '../../platform/database/analytical-read.ts';
import type { Database } from '../../platform/database/database.ts';
import { dayInBelgrade } from '../../platform/database/sql-days.ts';
import { isPassed } from '../projects/left-phases.ts';
import { ON_TURN } from '../project-list/row.ts';
import type { PortfolioScope } from './scope.ts';

/** The phases of a project from the idea to the effects, without side phases (important, correction). */
const WAY = phasePath({ type: DEFAULT_PROJECT_TYPE, important: false });
const SHOWN_LISTS = 12;
const MEDIAN = 0.5;
const NINETIETH = 0.9;

type Phases = PortfolioCourse['phases'];
type List = PortfolioCourse['lists'][number];

/** The number of projects for each number of days taken or waited, as JSON: [[days, projects], …]. */
const HISTOGRAM = sql`json_agg(json_build_array(counted.days, counted.projects) order by counted.days)`;

/** The number of projects that entered and passed each phase, and the calendar days between. */
async function readPhases(db: Database, { source, condition, isPending }: PortfolioScope): Promise<Phases> {
  const taken = sql`${dayInBelgrade(sql`entered.closed_at`)} - ${dayInBelgrade(sql`entered.started_at`)}`;
  // A pending project has passed all its closed phases, so the index suffices without the status of each phase.
  const duration = isPending ? taken : sql`case when ${isPassed('entered')} then ${taken} end`;
  // Counted by days first: sorting every phase of every project for its percentiles takes several times as long.
  const rows = await analyticalRows(
    db,
    sql<{ phase: number; reached: number; passed: number; days: Counted[] | null }>`
    with counted as (
      select entered.phase, ${duration} as days, count(*)::integer as projects
      from ${source} join published.project_phases as entered on entered.project_id = projects.id
      where ${condition} and entered.phase in (${sql.join(WAY.map((phase) => sql.lit(phase)))})
      group by 1, 2)
    select counted.phase, sum(counted.projects)::integer as reached,
           coalesce(sum(counted.projects) filter (where counted.days is not null), 0)::integer as passed,
           ${HISTOGRAM} filter (where counted.days is not null) as days
    from counted group by counted.phase`,
    { inOrder: true },
  );
  return WAY.flatMap((phase) =>
    rows
      .filter((row) => row.phase === phase)
      .map(({ days, ...row }) => ({
        ...row,
        medianDays: percentile(days ?? [], MEDIAN),
        ninetiethDays: percentile(days ?? [], NINETIETH),
      })),
  );
}

/** Where projects wait, by phase and side, with the calendar days since the open step began. */
async function readWaits(db: Database, { source, condition, day }: PortfolioScope): Promise<PortfolioCourse['waits']> {
  const rows = await analyticalRows(
    db,
    sql<{ phase: number; place: number; projects: number; days: Counted[] | null }>`
    with since as (
      select projects.phase, projects.open_steps, ${dayInBelgrade(sql`projects.waiting_since`)} as since, count(*) as projects
      from ${source} where ${condition} group by 1, 2, 3),
    counted as (
      -- Sides are found for some hundred groups, not for each project.
      select projects.phase, ${sql.raw(ON_TURN)} as place,
             case when cardinality(projects.open_steps) > 0 then greatest(${day}::date - projects.since, 0) end as days,
             sum(projects.projects)::integer as projects
      from since projects group by 1, 2, 3)
    select counted.phase, counted.place, sum(counted.projects)::integer as projects,
           ${HISTOGRAM} filter (where counted.days is not null) as days
    from counted group by 1, 2 order by 1, 2`,
  );
  return rows.map(({ place, days: counted, ...row }) => ({
    ...row,
    side: TURN_SIDES[place - 1] ?? 'nobody',
    medianDays: percentile(counted ?? [], MEDIAN),
  }));
}

/** The newest lists with projects of the filter. */
function readLists(db: Database, { source, condition }: PortfolioScope): Promise<List[]> {
  return analyticalRows(
    db,
    sql<List>`
    with newest as (
      select lists.id from published.project_lists as lists
      where exists (
        select from published.project_list_items as items join ${source} on projects.id = items.project_id
        where items.list_id = lists.id and ${condition})
      order by lists.id desc limit ${SHOWN_LISTS}),
    counted as (
      select items.list_id, coalesce(items.phase, 0) as phase, coalesce(items.decision, 0) as decision,
             count(*)::integer as projects
      from ${source} join published.project_list_items as items on items.project_id = projects.id
      where ${condition} and items.list_id in (select id from newest) group by 1, 2, 3)
    select lists.type, lists.name, lists.session_on::text as "sessionDay",
           json_agg(json_build_object('phase', counted.phase, 'decision', counted.decision, 'projects', counted.projects)
                    order by counted.decision, counted.phase) as decisions
    from counted join published.project_lists as lists on lists.id = counted.list_id
    group by lists.id, lists.type, lists.name, lists.session_on order by lists.id`,
  );
}

/** The progress of projects from the idea to the effects, where they wait, and the commission's decisions. */
export async function readCourse(db: Database, scope: PortfolioScope): Promise<PortfolioCourse> {
  const [phases, waits, lists] = await Promise.all([readPhases(db, scope), readWaits(db, scope), readLists(db, scope)]);
  return { phases, waits, lists };
}
