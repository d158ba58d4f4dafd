import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { MeasuredProjects, PortfolioWarnings } from '@pimis/contract/portfolio/progress';
import { call } from '../../../api/client.ts';

export function progressQuery(parameters: string) {
  return queryOptions({
    queryKey: ['portfolio', 'progress', parameters],
    placeholderData: (before) => before,
    queryFn: async () => (await call('GET /portfolio/progress', { query: parameters })).payload,
  });
}

/** Pages of measured projects, the largest budget first. */
export function measuredProjectsQuery(parameters: string) {
  return infiniteQueryOptions({
    queryKey: ['portfolio', 'measured', parameters],
    initialPageParam: '',
    queryFn: async ({ pageParam }): Promise<MeasuredProjects> => {
      const query = pageParam === '' ? parameters : `${parameters}&after=${encodeURIComponent(pageParam)}`;
      return (await call('GET /portfolio/progress/projects', { query })).payload;
    },
    getNextPageParam: ({ next }: MeasuredProjects) => next ?? undefined,
  });
}

/** The figures of one project; null while it has no plan in force or no approved report. */
export function ownProgressQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code, 'progress'],
    queryFn: async () =>
      (await call('GET /projects/:projectCode/progress', { params: { projectCode: code } })).payload.measured,
  });
}

/** Pages of warnings, the heaviest first. */
export function warningsQuery(parameters: string) {
  return infiniteQueryOptions({
    queryKey: ['portfolio', 'warnings', parameters],
    initialPageParam: '',
    queryFn: async ({ pageParam }): Promise<PortfolioWarnings> => {
      const query = pageParam === '' ? parameters : `${parameters}&after=${encodeURIComponent(pageParam)}`;
      return (await call('GET /portfolio/warnings', { query })).payload;
    },
    getNextPageParam: ({ next }: PortfolioWarnings) => next ?? undefined,
  });
}
