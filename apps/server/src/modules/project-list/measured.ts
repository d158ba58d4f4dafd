import { type RawBuilder, sql } from 'kysely';

/**
 * Which projects have figures of earned value on a day (docs/earned-value.md), for the earned value view and the filter
 * of the project table.
 */

/** The figures of a day (YYYY-MM-DD): condition on published.earned_values, named `measured`. */
export const figuresHoldOn = (day: string): RawBuilder<boolean> =>
  sql<boolean>`measured.project_id = projects.id and measured.valid_from <= ${day}::date and measured.valid_to > ${day}::date`;

/** Without a plan and an approved report a project has no figures. */
export const HAS_FIGURES = sql<boolean>`measured.pv is not null`;

/** The state of a project at the end of a past day: a condition on published.project_history, named `history`. */
export function stateHeldOn(day: string): RawBuilder<boolean> {
  const moment = sql`((${day}::date + 1)::timestamp at time zone 'Europe/Belgrade')`;
  return sql<boolean>`history.project_id = projects.id and history.valid_from < ${moment}
      and (history.valid_to is null or history.valid_to >= ${moment})`;
}

/**
 * Whether a project has figures on a day. On a past day it must have existed, because earned value reads its state on
 * that day.
 */
export const isMeasuredOn = (day: string, isPast: boolean): RawBuilder<boolean> => sql<boolean>`(exists (
    select from published.earned_values measured where ${figuresHoldOn(day)} and ${HAS_FIGURES})
  ${isPast ? sql`and exists (select from published.project_history history where ${stateHeldOn(day)})` : sql``})`;
