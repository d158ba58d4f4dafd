import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export function calendarQuery(parameters: string) {
  return queryOptions({
    queryKey: ['portfolio', 'calendar', parameters],
    placeholderData: (before) => before,
    queryFn: async () => (await call('GET /portfolio/calendar', { query: parameters })).payload,
  });
}

/** Projects behind a number, with how many there are. */
export function numberQuery(parameters: string) {
  return queryOptions({
    queryKey: ['portfolio', 'calendar', 'projects', parameters],
    queryFn: async () => {
      const { payload, additional } = await call('GET /portfolio/calendar/projects', { query: parameters });
      return { rows: payload, ...additional };
    },
  });
}

export function ceilingHistoryQuery(year: number, source: string, sector: number | null) {
  return queryOptions({
    queryKey: ['portfolio', 'ceilings', year, source, sector],
    queryFn: async () => {
      const query = { year, ...(source === '' ? {} : { source }), ...(sector === null ? {} : { sector }) };
      return (await call('GET /portfolio/ceilings/history', { query })).payload;
    },
  });
}
