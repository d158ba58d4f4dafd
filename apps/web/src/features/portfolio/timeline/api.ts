import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

/** The projects of the timeline, page by page; `parameters` without the key of a page. */
export function timelineQuery(parameters: string) {
  return infiniteQueryOptions({
    queryKey: ['portfolio', 'timeline', parameters],
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const query = new URLSearchParams(parameters);
      if (pageParam !== '') query.set('after', pageParam);
      const { payload, additional } = await call('GET /portfolio/timeline', { query: query.toString() });
      return { rows: payload, ...additional };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export function projectTimelineQuery(projectCode: string) {
  return queryOptions({
    queryKey: ['project', projectCode, 'timeline'],
    queryFn: async () => (await call('GET /projects/:projectCode/timeline', { params: { projectCode } })).payload,
  });
}
