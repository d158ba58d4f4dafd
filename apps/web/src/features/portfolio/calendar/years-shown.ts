import { yearsOf } from '@pimis/domain/portfolio/scenario/calendar';

/** The years that a ministry sets ceilings for, where nothing is needed yet. */
const YEARS_AHEAD = 3;

/** The years of the calendar: those of its lines, and for who enters ceilings this year and those ahead of it. */
export const yearsShown = (ofLines: readonly number[], thisYear: number, withYearsAhead: boolean): number[] =>
  yearsOf(withYearsAhead ? [...ofLines, thisYear, thisYear + YEARS_AHEAD] : [...ofLines]);
