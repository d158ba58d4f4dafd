import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { isDay, type Quarter, quarterOrder } from '@pimis/domain/dates/dates';
import { statusQuarter } from '@pimis/domain/indicators/measured-periods';
import { CLOSING_STATUSES } from '@pimis/domain/workflow/statuses';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { invalidFields } from '../../platform/errors.ts';
import { type PortfolioScope, portfolioScope } from '../portfolio/scope.ts';
import { figuresHoldOn, HAS_FIGURES, stateHeldOn } from '../project-list/measured.ts';
import { WAITING_SINCE } from '../project-list/row.ts';

/** The projects that a query selects, and its day. */
export interface ProgressScope extends PortfolioScope {
  /** YYYY-MM-DD. */
  day: string;
  isPast: boolean;
}

/**
 * The projects selected by a query, and its day: today or `atDay`. Filters use the present values of projects; figures,
 * phases and waits are those of the day. Errors: as portfolioScope; ValidationError for an invalid or future day.
 */
export async function progressScope(
  context: Context,
  user: CurrentUser,
  query: Record<string, string>,
  further: readonly string[] = [],
): Promise<ProgressScope> {
  const scope = await portfolioScope(context, user, query, ['atDay', ...further]);
  const now = today(context);
  const day = query.atDay || now;
  if (!isDay(day) || day > now) throw invalidFields({ atDay: 'InvalidField' });
  return { ...scope, day, isPast: day < now };
}

/**
 * The state of each project on a past day, as `was`: at any moment at most one row of its history applies. The project
 * has waited since the row before its present phase and status ended, or since its history began, but not later than
 * the beginning of this row.
 */
function pastState(day: string): RawBuilder<unknown> {
  const waits = sql`history.phase_status not in (${sql.join(CLOSING_STATUSES.map((status) => sql.lit(status)))})`;
  return sql`join lateral (
    select history.phase, history.phase_status, history.status,
           case when ${waits} then (
             select coalesce(
               max(earlier.valid_to) filter (
                 where (earlier.phase, earlier.phase_status) is distinct from (history.phase, history.phase_status)),
               min(earlier.valid_from), history.valid_from)
             from published.project_history earlier
             where earlier.project_id = projects.id and earlier.valid_from < history.valid_from) end as waiting_since,
           case when ${waits} then history.valid_from end as waiting_at_latest_since
    from published.project_history history
    where ${stateHeldOn(day)}) was on true`;
}

const NOW_STATE = sql`cross join lateral (select projects.phase, projects.phase_status, projects.status,
  ${sql.raw(WAITING_SINCE)} as waiting_since, null::timestamptz as waiting_at_latest_since) was`;

/** Planned value of a row of `measured` at the end of a quarter: 0 before its plan begins, the whole after its end. */
function plannedAt(at: Quarter): RawBuilder<string> {
  const place = sql`${sql.lit(quarterOrder(at))} - measured.planned_first + 1`;
  return sql<string>`case when ${place} < 1 then 0
    else measured.planned[least(${place}, cardinality(measured.planned))] end`;
}

/**
 * A statement's table `facts`: the projects of the scope on its day, with the data for warnings and groups.
 * `measuredOnly` leaves out projects without figures. On a past day `waiting_since` costs a search of its own;
 * `waiting_at_latest_since` (null today) often answers without it.
 */
export function factsOf({ source, condition, day, isPast }: ProgressScope, measuredOnly: boolean): RawBuilder<unknown> {
  const figures = measuredOnly
    ? sql`join published.earned_values as measured on ${figuresHoldOn(day)} and ${HAS_FIGURES}`
    : sql`left join published.earned_values as measured on ${figuresHoldOn(day)}`;
  return sql`select projects.id, projects.sector, projects.organization_id, projects.districts, projects.total_value,
      was.phase, was.phase_status, was.status = ${sql.lit(PROJECT_STATUS.pending)} as pending,
      (was.waiting_since at time zone 'Europe/Belgrade')::date as waiting_since,
      (was.waiting_at_latest_since at time zone 'Europe/Belgrade')::date as waiting_at_latest_since,
      measured.planned_start, measured.planned_end, measured.bac, measured.year,
      measured.quarter, measured.pv, measured.ev, measured.ac, measured.spi, measured.cpi, measured.eac,
      ${plannedAt(statusQuarter(day))} as planned_now
    from ${source} ${isPast ? pastState(day) : NOW_STATE}
    ${figures} where ${condition}`;
}
