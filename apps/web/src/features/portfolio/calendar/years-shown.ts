import { yearsOf } from '@pimis/domain/portfolio/scenario/calendar';

/** The number of years ahead for which ceilings can be set before there are needs. */
const YEARS_AHEAD = 3;

/**
 * The years of the calendar: those of its lines and, for users who enter ceilings, the current year and those ahead.
 */
export const yearsShown = (ofLines: readonly number[], thisYear: number, withYearsAhead: boolean): number[] =>
  yearsOf(withYearsAhead ? [...ofLines, thisYear, thisYear + YEARS_AHEAD] : [...ofLines]);
