import { sql } from 'kysely';
import type { PortfolioCourse } from '@pimis/contract/portfolio/overview';
import { PHASE } from '@pimis/domain/workflow/phases';
import { TURN_SIDES } from '@pimis/domain/workflow/turn-sides';
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

type Phases = PortfolioCourse['phases'];
type List = PortfolioCourse['lists'][number];

/** How many have entered and closed each phase, and the days between. */
async function readPhases(db: Database, { source, condition }: PortfolioScope): Promise<Phases> {
  const days = sql`extract(epoch from entered.closed_at - entered.started_at) / ${sql.lit(DAY_SECONDS)}`;
  const { rows } = await sql<Phases[number]>`
    select entered.phase, count(*)::integer as reached, count(entered.closed_at)::integer as passed,
           round((percentile_cont(0.5) within group (order by ${days}))::numeric, 1)::float8 as "medianDays",
           round((percentile_cont(0.9) within group (order by ${days}))::numeric, 1)::float8 as "ninetiethDays"
    from ${source} join published.project_phases as entered on entered.project_id = projects.id
    where ${condition} and entered.phase in (${sql.join(WAY.map((phase) => sql.lit(phase)))})
    group by entered.phase`.execute(db);
  return WAY.flatMap((phase) => rows.filter((row) => row.phase === phase));
}

/** Where projects wait: by phase and side. */
async function readWaits(
  db: Database,
  { source, condition }: PortfolioScope,
  now: Date,
): Promise<PortfolioCourse['waits']> {
  const days = sql`greatest(0, extract(epoch from ${now}::timestamptz - ${sql.raw(WAITING_SINCE)}) / ${sql.lit(DAY_SECONDS)})`;
  const { rows } = await sql<{ phase: number; place: number; projects: number; medianDays: number | null }>`
    select projects.phase, ${sql.raw(ON_TURN)} as place, count(*)::integer as projects,
           round((percentile_cont(0.5) within group (order by ${days}))::numeric, 1)::float8 as "medianDays"
    from ${source} where ${condition} group by 1, 2 order by 1, 2`.execute(db);
  return rows.map(({ place, ...row }) => ({ ...row, side: TURN_SIDES[place - 1] ?? 'nobody' }));
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
