import { type RawBuilder, sql } from 'kysely';
import { can } from '@pimis/domain/access/policies';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { isPlanLate } from '../project-list/portfolio-filters.ts';
import { readSelection } from '../project-list/selection.ts';

/** The projects of the table that a view of the portfolio includes. */
export interface PortfolioScope {
  /** The source of a statement, named `projects`, with the columns of the project table. */
  source: RawBuilder<unknown>;
  /** A condition on `projects` that combines visibility, tab and filters. */
  condition: RawBuilder<boolean>;
  /** True if nothing is filtered and the user sees all projects of the tab. */
  isWhole: boolean;
  /** Whether all projects of the tab are pending: none of them was stopped or merged. */
  isPending: boolean;
  /** Whether the plan of a project has ended before its realization. */
  isLate: RawBuilder<boolean>;
  /** Today in Belgrade (YYYY-MM-DD). */
  day: string;
}

/** Parameters of the project table for paging and sorting. */
const OF_PAGES = ['page', 'perPage', 'sort_by', 'sort_desc'];

/**
 * The projects that a query of the project table selects for this user: the same tab, visibility and filters, by the
 * same code. `further` names parameters that the view reads itself. Errors: ValidationError for an unknown parameter,
 * Forbidden for the archive without its permission.
 */
export async function portfolioScope(
  context: Context,
  user: CurrentUser,
  query: Record<string, string>,
  further: readonly string[] = [],
): Promise<PortfolioScope> {
  if (query.status === 'archived' && !can(user, 'project.archivedList')) throw new ApiError('Forbidden');
  const paged = OF_PAGES.find((name) => query[name] !== undefined && !further.includes(name));
  if (paged !== undefined) throw invalidFields({ [paged]: 'UnknownField' });
  const day = today(context);
  const clock = { day, now: context.now() };
  const { source, all, tab, scope, filters } = await readSelection(context.db, user, query, clock, further);
  return {
    source,
    condition: sql<boolean>`${sql.join([scope, ...filters], sql` and `)}`,
    isPending: tab === 'pending',
    isWhole: all && filters.length === 0,
    isLate: isPlanLate(day),
    day,
  };
}
