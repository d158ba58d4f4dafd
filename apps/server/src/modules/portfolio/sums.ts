import { type RawBuilder, sql } from 'kysely';
import type { PortfolioSums } from '@pimis/contract/portfolio/overview';
import { isPlanLate } from '../project-list/portfolio-filters.ts';

/** The sums of a group of `projects` on a day (YYYY-MM-DD). */
export const sumsOf = (day: string): RawBuilder<unknown> => sql`
  count(*)::integer as projects, coalesce(sum(projects.total_value), 0)::numeric(20, 2)::text as value,
  coalesce(sum(projects.spent), 0)::numeric(20, 2)::text as spent,
  count(*) filter (where ${isPlanLate(day)})::integer as late`;

/** The sums of a group of rows that are already sums, named `sums`. */
export const SUMS_OF_SUMS = sql`
  sum(sums.projects)::integer as projects, sum(sums.value)::numeric(20, 2)::text as value,
  sum(sums.spent)::numeric(20, 2)::text as spent, sum(sums.late)::integer as late`;

export const NOTHING: PortfolioSums = { projects: 0, value: '0.00', spent: '0.00', late: 0 };

export const plainSums = ({ projects, value, spent, late }: PortfolioSums): PortfolioSums => ({
  projects,
  value,
  spent,
  late,
});
