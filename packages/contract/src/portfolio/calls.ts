import { FISCAL_CALENDAR_CALLS } from './calendar.ts';
import { OVERVIEW_CALLS } from './overview.ts';
import { TIMELINE_CALLS } from './timeline.ts';
import { PROGRESS_CALLS } from './progress.ts';
import { SCENARIO_CALLS } from './scenarios.ts';

/** Calls of the portfolio, by view. The query of each is that of the project table, without paging and order. */
export const PORTFOLIO_CALLS = {
  ...OVERVIEW_CALLS,
  ...TIMELINE_CALLS,
  ...PROGRESS_CALLS,
  ...FISCAL_CALENDAR_CALLS,
  ...SCENARIO_CALLS,
} as const;
