import { type RawBuilder, sql } from 'kysely';
import type { PortfolioCourse } from '@pimis/contract/portfolio/overview';
import { PHASE } from '@pimis/domain/workflow/phases';
import { TURN_SIDES } from '@pimis/domain/workflow/turn-sides';
import { type Counted, percentile } from '@pimis/domain/portfolio/percentile';
import type { Database } from '../../platform/database.ts';
import { ON_TURN, WAITING_SINCE } from '../project-list/row.ts';
import type { PortfolioScope } from './scope.ts';

/** The way of a project from the idea to the effects; a way besides it (important, correction) is none of its steps. */
const WAY: readonly number[] = [
  PHASE.idea,
  PHASE.identification,
  PHASE.preparedness,
  PHASE.preImplementation,
  PHASE.plan,
  PHASE.reporting,
  PHASE.conclusion,
  PHASE.effects,
];
const SHOWN_LISTS = 12;
const DAY_SECONDS = 86_400;
const MEDIAN = 0.5;
const NINETIETH = 0.9;

type Phases = PortfolioCourse['phases'];
type List = PortfolioCourse['lists'][number];

/** Days with the number of projects that took or waited as many, as JSON: [[days, projects], …]. */
const HISTOGRAM = sql`json_agg(json_build_array(counted.days, counted.projects) order by counted.days)`;

/** Whole days between two instants. */
const daysBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${to} - ${from}) / ${sql.lit(DAY_SECONDS)})::integer`;

/** How many have entered and closed each phase, and the whole days between. */
async function readPhases(db: Database, { source, condition }: PortfolioScope): Promise<Phases> {
  // Counted by days first: sorting every phase of every project for its percentiles takes several times as long.
  const { rows } = await sql<{ phase: number; reached: number; passed: number; days: Counted[] | null }>`
    with counted as (
      select entered.phase, ${daysBetween(sql`entered.started_at`, sql`entered.closed_at`)} as days, count(*)::integer as projects
      from ${source} join published.project_phases as entered on entered.project_id = projects.id
      where ${condition} and entered.phase in (${sql.join(WAY.map((phase) => sql.lit(phase)))})
      group by 1, 2)
    select counted.phase, sum(counted.projects)::integer as reached,
           coalesce(sum(counted.projects) filter (where counted.days is not null), 0)::integer as passed,
           ${HISTOGRAM} filter (where counted.days is not null) as days
    from counted group by counted.phase`.execute(db);
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

/** Where projects wait: by phase and side, with the whole days since the open step began. */
async function readWaits(
  db: Database,
  { source, condition }: PortfolioScope,
  now: Date,
): Promise<PortfolioCourse['waits']> {
  const days = daysBetween(
    sql`${sql.raw(WAITING_SINCE)}`,
    sql`greatest(${now}::timestamptz, ${sql.raw(WAITING_SINCE)})`,
  );
  const { rows } = await sql<{ phase: number; place: number; projects: number; days: Counted[] | null }>`
    with counted as (
      select projects.phase, ${sql.raw(ON_TURN)} as place, case when cardinality(projects.open_steps) > 0 then ${days} end as days,
             count(*)::integer as projects
      from ${source} where ${condition} group by 1, 2, 3)
    select counted.phase, counted.place, sum(counted.projects)::integer as projects,
           ${HISTOGRAM} filter (where counted.days is not null) as days
    from counted group by 1, 2 order by 1, 2`.execute(db);
  return rows.map(({ place, days: counted, ...row }) => ({
    ...row,
    side: TURN_SIDES[place - 1] ?? 'nobody',
    medianDays: percentile(counted ?? [], MEDIAN),
  }));
}

/** The newest lists with projects of the filter. */
async function readLists(db: Database, { source, condition }: PortfolioScope): Promise<List[]> {
  const { rows } = await sql<List>`
    with counted as (
      select items.list_id, coalesce(items.phase, 0) as phase, coalesce(items.decision, 0) as decision,
             count(*)::integer as projects
      from ${source} join published.project_list_items as items on items.project_id = projects.id
      where ${condition} group by 1, 2, 3),
    newest as (select distinct list_id from counted order by list_id desc limit ${SHOWN_LISTS})
    select lists.type, lists.name, lists.session_on::text as "sessionDay",
           json_agg(json_build_object('phase', counted.phase, 'decision', counted.decision, 'projects', counted.projects)
                    order by counted.decision, counted.phase) as decisions
    from newest join counted using (list_id) join published.project_lists as lists on lists.id = newest.list_id
    group by lists.id, lists.type, lists.name, lists.session_on order by lists.id`.execute(db);
  return rows;
}

/** The way of the projects from the idea to the effects, where they wait, and what the commission decided. */
export async function readCourse(db: Database, scope: PortfolioScope, now: Date): Promise<PortfolioCourse> {
  const [phases, waits, lists] = await Promise.all([
    readPhases(db, scope),
    readWaits(db, scope, now),
    readLists(db, scope),
  ]);
  return { phases, waits, lists };
}
