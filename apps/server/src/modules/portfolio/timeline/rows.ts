import { type RawBuilder, sql } from 'kysely';
import {
  MAX_TIMELINE_ROWS,
  TIMELINE_GROUPS,
  type TimelineGroup,
  type TimelinePage,
  type TimelineProject,
} from '@pimis/contract/portfolio/timeline';
import { formerSpans, spanOf } from '@pimis/domain/portfolio/timeline';
import type { Database } from '../../../platform/database.ts';
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
} from '../../../platform/keyset-pagination.ts';
import { dayInBelgrade } from '../../../platform/sql-days.ts';
import { leftAt } from '../../projects/left-phases.ts';
import type { PortfolioScope } from '../scope.ts';

/** Parameters of the timeline besides the filters. */
export const TIMELINE_PARAMETERS = ['group', 'rows', 'after'];
const ROWS = 200;

/**
 * Bodies stand in the order of their numbers, in which bodies of one ministry are neighbours
 * (docs/decisions/0212-timeline.md). Sectors have an index; of bodies the first rows are sorted out of those of the filter.
 */
export const ORDERS: Readonly<Record<TimelineGroup, Order>> = {
  body: { column: 'projects.organization_id', id: 'projects.id', type: 'text', descending: false, nullable: false },
  sector: { column: 'projects.sector', id: 'projects.id', type: 'integer', descending: false, nullable: false },
};

/** What the query of a timeline asks for. */
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

/** A stored plan's period, as its values say. */
interface RawSpan {
  start: string | null;
  end: string | null;
}

/** What is read of each project besides its own columns. */
export interface RawCourse {
  steps: TimelineProject['steps'] | null;
  plans: RawSpan[] | null;
  done: string | null;
  reportedUntil: string | null;
}

/** SQL: the columns of RawCourse of the project with this id. */
export const courseColumns = (id: string): RawBuilder<unknown> => sql`
  (select json_agg(json_build_object('phase', entered.phase, 'start', ${dayInBelgrade(sql`entered.started_at`)}, 'end', ${dayInBelgrade(leftAt('entered'))})
                   order by entered.started_at, entered.id)
   from published.project_phases as entered where entered.project_id = ${sql.raw(id)}) as steps,
  (select json_agg(json_build_object('start', plans.plan #>> '{implementationDates,start}', 'end', plans.plan #>> '{implementationDates,end}')
                   order by plans.ordinal)
   from published.project_plans as plans where plans.project_id = ${sql.raw(id)}) as plans,
  reported.done, reported.until as "reportedUntil"`;

/** SQL: the newest approved quarter of the project with this id, to be joined beside courseColumns. */
export const reportedJoin = (id: string): RawBuilder<unknown> => sql`
  left join lateral (
    select indicators.rows #>> '{inactivity,activityQuarterSumPercent}' as done,
           indicators.rows #>> '{inactivity,quarterEndDate}' as until
    from published.project_forms as forms join published.project_indicators as indicators on indicators.form_id = forms.id
    where forms.project_id = ${sql.raw(id)} order by 2 desc limit 1) reported on true`;

/** The course of a project as it was read. */
export function courseOf({ steps, plans, done, reportedUntil }: RawCourse) {
  const spans = (plans ?? []).map(({ start, end }) => spanOf(start, end));
  const planned = spans.at(-1) ?? null;
  return { steps: steps ?? [], planned, former: formerSpans(spans.slice(0, -1), planned), done, reportedUntil };
}

type RawRow = RawCourse & Omit<TimelineProject, 'steps' | 'planned' | 'former'> & { id: number; value: string };

/** A page of the projects of the scope, ordered by group, with their numbers in the same order. What is read of a project is read for the page's rows only. */
export async function readTimeline(
  db: Database,
  { source, condition, isLate }: PortfolioScope,
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
           ${group === 'body' ? sql`organizations.name` : sql`null::text`} as "groupName", ${courseColumns('page.id')}
    from page join published.organizations as organizations on organizations.id = page.organization_id
    ${reportedJoin('page.id')}
    order by page.place`.execute(db);
  const shown = found.slice(0, rows);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ id: _id, value: _value, steps, plans, done, reportedUntil, ...own }) => ({
      ...own,
      isLate: own.isLate === true,
      ...courseOf({ steps, plans, done, reportedUntil }),
    })),
    ids: shown.map(({ id }) => id),
    next: last && found.length > rows ? encodePageKey(last) : null,
  };
}

/** How many projects the scope has, and from when to when they last. */
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
