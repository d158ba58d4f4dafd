import { type RawBuilder, sql } from 'kysely';
import {
  MAX_TIMELINE_ROWS,
  TIMELINE_GROUPS,
  type TimelineGroup,
  type TimelinePage,
  type TimelineProject,
} from '@pimis/contract/portfolio/timeline';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { type Quarter, quarterEnd } from '@pimis/domain/dates/dates';
import { progressOfValues } from '@pimis/domain/indicators/earned-value';
import { fromHundredths, totalHundredths } from '@pimis/domain/money/decimal';
import { formerSpans, spanOf } from '@pimis/domain/portfolio/timeline';
import type { Database } from '../../../platform/database/database.ts';
import { invalidFields } from '../../../platform/errors.ts';
import {
  decodePageKey,
  encodePageKey,
  keysetCondition,
  limitOf,
  type Order,
  orderOf,
  type PageKey,
  type PageRequest,
} from '../../../platform/lists/keyset-pagination.ts';
import { dayInBelgrade } from '../../../platform/database/sql-days.ts';
import { figuresHoldOn, HAS_FIGURES } from '../../project-list/measured.ts';
import { leftAt } from '../../projects/left-phases.ts';
import type { PortfolioScope } from '../scope.ts';

/** Parameters of the timeline besides the filters. */
export const TIMELINE_PARAMETERS = ['group', 'rows', 'after'];
const ROWS = 200;

/**
 * Bodies are ordered by their numbers, so that bodies of one ministry are neighbours (docs/decisions/0212-timeline.md).
 * Sectors have an index; for bodies the filtered rows are sorted and the first ones taken.
 */
export const ORDERS: Readonly<Record<TimelineGroup, Order>> = {
  body: { column: 'projects.organization_id', id: 'projects.id', type: 'text', descending: false, nullable: false },
  sector: { column: 'projects.sector', id: 'projects.id', type: 'integer', descending: false, nullable: false },
};

/** The parsed query of a timeline. */
export interface TimelineQuery {
  group: TimelineGroup;
  rows: number;
  after: PageKey | null;
}

/** Reads the parameters of the timeline; ValidationError for a value that none of them can have. */
export function readTimelineQuery({ group = 'body', rows, after }: Record<string, string>): TimelineQuery {
  const known = TIMELINE_GROUPS.find((name) => name === group);
  if (known === undefined) throw invalidFields({ group: 'InvalidField' });
  const count = rows === undefined ? ROWS : Number(/^\d{1,4}$/.test(rows) ? rows : 0);
  if (count < 1 || count > MAX_TIMELINE_ROWS) throw invalidFields({ rows: 'InvalidField' });
  return {
    group: known,
    rows: count,
    after: after === undefined ? null : decodePageKey(after, 'after', ORDERS[known]),
  };
}

/** The period of a stored plan. */
interface RawSpan {
  start: string | null;
  end: string | null;
}

/** Data read for each project in addition to its own columns. Amounts are decimal strings in RSD. */
export interface RawCourse {
  steps: TimelineProject['steps'] | null;
  plans: RawSpan[] | null;
  measured: (Quarter & { ev: string; bac: string }) | null;
}

/**
 * SQL: the rounds of a project's phases in order; each entry into a phase begins one. A round includes changes within
 * the phase, and ends at the latest with the project. Before its history each phase has one round.
 */
const rounds = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select phase, min(valid_from) as started, case when bool_and(valid_to is not null) then max(valid_to) end as ended
  from (
    select history.*, count(*) filter (where history.begins) over (order by history.valid_from, history.valid_to) as number
    from (
      select held.phase, held.valid_from, held.valid_to,
             (held.phase, held.valid_from) is distinct from
               (lag(held.phase) over (order by held.valid_from, held.valid_to), lag(held.valid_to) over (order by held.valid_from, held.valid_to)) as begins
      from published.project_history held
      where held.project_id = ${id} and held.status = ${sql.lit(PROJECT_STATUS.pending)}) history) history
  group by phase, number
  union all
  select entered.phase, entered.started_at, ${leftAt('entered')}
  from published.project_phases as entered
  where entered.project_id = ${id}
    and not exists (select from published.project_history held where held.project_id = ${id} and held.phase = entered.phase)`;

/** SQL: the columns of RawCourse of the project with this id, on a day (YYYY-MM-DD). */
export const courseColumns = (id: string, day: string): RawBuilder<unknown> => sql`
  (select json_agg(json_build_object('phase', round.phase, 'start', ${dayInBelgrade(sql`round.started`)}, 'end', ${dayInBelgrade(sql`round.ended`)})
                   order by round.started, round.phase)
   from (${rounds(sql.raw(id))}) round) as steps,
  (select json_agg(json_build_object('start', plans.plan #>> '{implementationDates,start}', 'end', plans.plan #>> '{implementationDates,end}')
                   order by plans.ordinal)
   from published.project_plans as plans where plans.project_id = ${sql.raw(id)}) as plans,
  (select json_build_object('year', measured.year, 'quarter', measured.quarter, 'ev', measured.ev::text, 'bac', measured.bac::text)
   from (select ${sql.raw(id)} as id) projects
   join published.earned_values measured on ${figuresHoldOn(day)} and ${HAS_FIGURES}) as measured`;

/** The work done by the end of the measured quarter, at the estimates of the plan in force. */
function progressOf(measured: RawCourse['measured']): Pick<TimelineProject, 'done' | 'reportedUntil'> {
  if (!measured) return { done: null, reportedUntil: null };
  const [ev, bac] = [totalHundredths(measured.ev) ?? 0n, totalHundredths(measured.bac) ?? 0n];
  const done = progressOfValues({ ev, bac });
  return { done: done === null ? null : fromHundredths(done), reportedUntil: quarterEnd(measured) };
}

/** The course of a project as it was read. */
export function courseOf({ steps, plans, measured }: RawCourse) {
  const spans = (plans ?? []).map(({ start, end }) => spanOf(start, end));
  const planned = spans.at(-1) ?? null;
  return { steps: steps ?? [], planned, former: formerSpans(spans.slice(0, -1), planned), ...progressOf(measured) };
}

type RawRow = RawCourse &
  Omit<TimelineProject, 'steps' | 'planned' | 'former' | 'done' | 'reportedUntil'> & { id: number; value: string };

/**
 * A page of the projects of the scope, ordered by group, with the number of all. Additional data is read only for the
 * rows of the page.
 */
export async function readTimeline(
  db: Database,
  { source, condition, isLate, day }: PortfolioScope,
  { group, rows, after }: TimelineQuery,
): Promise<{ rows: TimelineProject[]; ids: number[]; next: string | null }> {
  const order = ORDERS[group];
  const page: PageRequest = after
    ? { kind: 'keyset', key: after, side: 'after', take: rows + 1 }
    : { kind: 'offset', skip: 0, take: rows + 1, fromEnd: false };
  const { rows: found } = await sql<RawRow>`
    with page as materialized (
      select projects.id, (${sql.raw(order.column)})::text as value, projects.code::text as code, projects.name, projects.phase,
             projects.organization_id, ${isLate} as "isLate", row_number() over (order by ${orderOf(order, page)}) as place
      from ${source} where ${condition} and ${keysetCondition(order, page)}
      order by ${orderOf(order, page)} ${limitOf(page)})
    select page.id, page.value, page.code, page.name, page.phase, page."isLate", page.value as "group",
           ${group === 'body' ? sql`organizations.name` : sql`null::text`} as "groupName", ${courseColumns('page.id', day)}
    from page join published.organizations as organizations on organizations.id = page.organization_id
    order by page.place`.execute(db);
  const shown = found.slice(0, rows);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ id: _id, value: _value, steps, plans, measured, ...own }) => ({
      ...own,
      isLate: own.isLate === true,
      ...courseOf({ steps, plans, measured }),
    })),
    ids: shown.map(({ id }) => id),
    next: last && found.length > rows ? encodePageKey(last) : null,
  };
}

/** The number of projects in the scope, and their first and last day. */
export async function readBounds(
  db: Database,
  { source, condition, day }: PortfolioScope,
): Promise<Pick<TimelinePage, 'totalRows' | 'bounds'>> {
  const { rows } = await sql<{ totalRows: number; start: string | null; end: string | null }>`
    select count(*)::integer as "totalRows", ${sql`(min(projects.created_at) at time zone 'Europe/Belgrade')::date::text`} as start,
           greatest(max(projects.planned_end), ${day}::date)::text as "end"
    from ${source} where ${condition}`.execute(db);
  const { totalRows = 0, start = null, end = null } = rows[0] ?? {};
  return { totalRows, bounds: spanOf(start, end) };
}
