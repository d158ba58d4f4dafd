import { type RawBuilder, sql } from 'kysely';
import { STEP_KEYS, TURN_SIDES } from '@pimis/domain/workflow/turn-sides';
import { invalidFields } from '../../platform/errors.ts';
import { ON_TURN } from './row.ts';

/** Filters of the project list about the open step (table `projects`). */

/** In the order of the numbers of ON_TURN. */
const SIDES: readonly string[] = [...TURN_SIDES, 'nobody'];

/** Parses the comma-separated values of a filter. Error: ValidationError for an unknown value. */
function valuesOf(text: string, known: readonly string[], field: string): string[] {
  const values = text.split(',').map((value) => value.trim());
  if (values.some((value) => !known.includes(value))) throw invalidFields({ [`filter[${field}]`]: 'InvalidField' });
  return values;
}

/** Whether one of the sides has to act. `nobody`: no step is open. */
export function isOnTurn(text: string): RawBuilder<boolean> {
  const places = valuesOf(text, SIDES, 'onTurn').map((side) => SIDES.indexOf(side) + 1);
  return sql<boolean>`${sql.raw(ON_TURN)} in (${sql.join(places.map((place) => sql.lit(place)))})`;
}

/** Whether one of the steps is open. */
export function isOpenStep(text: string): RawBuilder<boolean> {
  return sql<boolean>`projects.open_steps && ${valuesOf(text, STEP_KEYS, 'openStep')}::text[]`;
}

/**
 * Whether the open step was due before a day (YYYY-MM-DD). The column follows stepNormDays of the domain package
 * (migration 0157). Indexes projects_step_due and projects_changed.
 */
export function isLateOn(day: string, late: boolean): RawBuilder<boolean> {
  const isLate = sql<boolean>`projects.step_due_on < ${day}::date`;
  return late ? isLate : sql<boolean>`(${isLate}) is not true`;
}
