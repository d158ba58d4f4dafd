import { queryOptions } from '@tanstack/react-query';
import { call, download, fileAddress } from '../../../api/client.ts';
import type { Text } from '../../../i18n/use-text.ts';

/** The list whose projects are shown; without it the projects that await a decision of the user. */
export interface DecisionSource {
  type: number;
  name: string;
}

const paramsOf = ({ type, name }: DecisionSource) => ({ projectTypeList: type, projectListName: name });

/** Summaries of several decisions; `more`: there are further projects. */
export function decisionsQuery(list: DecisionSource | null) {
  return queryOptions({
    // Keys that a step on any project invalidates (projectsMoved).
    queryKey: list ? ['lists', list.type, list.name, 'summaries'] : ['dashboard', 'tasks', 'decisions'],
    queryFn: async () => {
      const { payload, additional } = list
        ? await call('GET /projects/lists/:projectTypeList/:projectListName/summaries', { params: paramsOf(list) })
        : await call('GET /tasks/decisions', {});
      return { rows: payload, more: additional.more };
    },
  });
}

/** Downloads the table as a paper. Throws ApiFailure. */
export function savePaper(list: DecisionSource | null, paper: Text['paper']): Promise<void> {
  const address = list
    ? fileAddress('GET /projects/lists/:projectTypeList/:projectListName/summaries/paper', {
        params: paramsOf(list),
        query: paper,
      })
    : fileAddress('GET /tasks/decisions/paper', { query: paper });
  return download(address, 'sazetak.pdf');
}
