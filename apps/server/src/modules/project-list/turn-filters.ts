import { type RawBuilder, sql } from 'kysely';
import { stepNormDays, STATUSES } from '@pimis/domain/workflow/statuses';
import { STEP_KEYS, TURN_SIDES } from '@pimis/domain/workflow/turn-sides';
import { invalidFields } from '../../platform/errors.ts';
import { ON_TURN, WAITING_SINCE } from './row.ts';

/** Filters of the project list about the open step (table `projects`). */

/** In the order of the numbers of ON_TURN. */
const SIDES: readonly string[] = [...TURN_SIDES, 'nobody'];

/** The values of a filter, with commas between them. Error: ValidationError for one that there is not. */
function valuesOf(text: string, known: readonly string[], field: string): string[] {
  const values = text.split(',').map((value) => value.trim());
  if (values.some((value) => !known.includes(value))) throw invalidFields({ [`filter[${field}]`]: 'InvalidField' });
  return values;
}

/** Is it the turn of one of the sides? `nobody`: no step is open. */
export function isOnTurn(text: string): RawBuilder<boolean> {
  const places = valuesOf(text, SIDES, 'onTurn').map((side) => SIDES.indexOf(side) + 1);
  return sql<boolean>`${sql.raw(ON_TURN)} in (${sql.join(places.map((place) => sql.lit(place)))})`;
}

/** Is one of the steps open? */
export function isOpenStep(text: string): RawBuilder<boolean> {
  return sql<boolean>`projects.open_steps && ${valuesOf(text, STEP_KEYS, 'openStep')}::text[]`;
}

/** Days that a step may take, by the status of the project. */
const NORM_DAYS = `case projects.phase_status ${STATUSES.map(({ id }) => `when ${id} then ${stepNormDays(id)}`).join(' ')} end`;

const SHORTEST_NORM = Math.min(...STATUSES.map(({ id }) => stepNormDays(id)));

/**
 * Has the open step waited for longer than it may, on a day (YYYY-MM-DD) in Belgrade? The day of the shortest norm is
 * compared first, because it is the same for all projects: what has changed lately is passed four times faster.
 */
export function isLateOn(day: string, late: boolean): RawBuilder<boolean> {
  const before = (days: RawBuilder<unknown>) =>
    sql`((${day}::date - ${days})::timestamp at time zone 'Europe/Belgrade')`;
  const isLate = sql<boolean>`(projects.waiting_since < ${before(sql.lit(SHORTEST_NORM))}
    and ${sql.raw(WAITING_SINCE)} < ${before(sql.raw(NORM_DAYS))})`;
  return late ? isLate : sql<boolean>`(${isLate}) is not true`;
}
