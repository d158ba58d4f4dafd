import { OVERVIEW_CALLS } from './overview.ts';
import { TIMELINE_CALLS } from './timeline.ts';

/** Calls of the portfolio, by view. The query of each is that of the project table, without paging and order. */
export const PORTFOLIO_CALLS = {
  ...OVERVIEW_CALLS,
  ...TIMELINE_CALLS,
} as const;
