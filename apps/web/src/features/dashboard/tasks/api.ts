import { queryOptions } from '@tanstack/react-query';
import type { StepRequest, StepResult, TaskRow } from '@pimis/contract/tasks';
import { call, download, fileAddress } from '../../../api/client.ts';
import { expectedState } from '../../../api/expected-state.ts';
import type { Text } from '../../../i18n/use-text.ts';
import { listParameters, type TableState } from '../../../ui/DataTable/state.ts';

/** The parameters of the call for the table of tasks. */
export const taskParameters = (state: TableState, coming: boolean): string =>
  listParameters(state, coming ? { coming: 'true' } : {});

export function taskTableQuery(parameters: string) {
  return queryOptions({
    queryKey: ['dashboard', 'tasks', 'table', parameters],
    placeholderData: (before) => before,
    queryFn: async () => {
      const { payload, additional } = await call('GET /tasks/paged', { query: parameters });
      return { rows: payload, totalRows: additional.totalRows, long: additional };
    },
  });
}

/** Downloads the whole table with its filters and order. Throws ApiFailure. */
export function saveTasks(
  { sortBy, descending, filters }: TableState,
  { format, coming, paper }: { format: 'xlsx' | 'csv'; coming: boolean; paper: Text['paper'] },
): Promise<void> {
  const query: Record<string, string> = { format, ...paper, ...(coming ? { coming: 'true' } : {}) };
  if (sortBy) Object.assign(query, { sort_by: sortBy, sort_desc: String(descending) });
  for (const [name, value] of Object.entries(filters)) query[`filter[${name}]`] = value;
  return download(fileAddress('GET /tasks/export', { query }), `tasks.${format}`);
}

/** The step of a task in the state in which it is shown. */
const stepOf = (task: TaskRow): StepRequest => ({
  code: task.projectCode,
  step: task.nextStep.key,
  expected: expectedState(task),
});

/** Takes the step of each task; returns the results in the same order. Throws ApiFailure. */
export async function takeSteps(tasks: readonly TaskRow[]): Promise<StepResult[]> {
  return (await call('POST /tasks/steps', { body: { steps: tasks.map(stepOf) } })).payload;
}
