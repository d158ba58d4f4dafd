import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TotalRows } from '@pimis/contract/envelope';
import { call } from '../../../api/client.ts';

/** What everything that an options tab reads is kept under, for throwing it away after a change. */
export function optionKey(code: string, kind: 'organizations' | 'appropriations') {
  return ['project', code, kind];
}

/** One page of a table of the options; the page before stays until it has come. */
export function useOptionList<Row, More extends TotalRows>(
  code: string,
  kind: 'organizations' | 'appropriations',
  parameters: string,
) {
  return useQuery({
    queryKey: [...optionKey(code, kind), parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call<Row[], More>('GET', `projects/${code}/${kind}?${parameters}`);
      return { ...additional, rows: payload };
    },
  });
}
