import { useQueryClient } from '@tanstack/react-query';
import { listParameters, type TableState } from '../../ui/DataTable/state.ts';
import { useOptimisticValue } from '../../ui/use-optimistic-value.ts';
import { projectsQuery } from '../projects/api.ts';
import { useProjectFilters } from '../projects/filters.ts';
import { FINISHED } from './filter.ts';
import { usePortfolioFilter } from './use-portfolio-filter.ts';

const COUNTED_PAGE = 5;

/** The properties of a bar for the filter that all views of the portfolio share. */
export function usePortfolioBar() {
  const client = useQueryClient();
  const [state, setState] = usePortfolioFilter();
  const { shown, ask } = useOptimisticValue(state, setState);
  const filters = useProjectFilters();
  const count = async (other: TableState) => {
    const status = other.which === FINISHED ? FINISHED : 'pending';
    const parameters = listParameters({ ...other, perPage: COUNTED_PAGE }, { status });
    return (await client.fetchQuery(projectsQuery(parameters))).totalRows;
  };
  return { filters, values: shown.filters, ask, state, count };
}
