import { expect, test } from 'vitest';
import type { TaskRow } from '@pimis/contract/tasks';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { answerDownloads } from '../../../testing/downloads.ts';
import { answerCalls, readAfter, shownMeanwhile } from '../../../testing/queries.ts';
import { FIRST_PAGE } from '../../../ui/DataTable/state.ts';
import { saveTasks, takeSteps, taskParameters, taskTableQuery } from './api.ts';

const STATE = { ...FIRST_PAGE, sortBy: 'name', descending: true, filters: { sector: '1', search: 'пут' } };
const CYRILLIC = { script: 'cyrillic' } as const;

test('the table asks for coming tasks only where they are wanted', () => {
  const coming = (wanted: boolean) => new URLSearchParams(taskParameters(STATE, wanted)).get('coming');
  expect([true, false].map(coming)).toEqual(['true', null]);
});

test('a page of the table is read, stays while the next one is read, and is read again after a step', async () => {
  answerCalls((address) => ({ payload: [address], additionalInformation: { totalRows: 3, estimated: true } }));
  const page = { rows: ['/api/tasks/paged?page=1'], totalRows: 3, long: { totalRows: 3, estimated: true } };
  expect(await readAfter(taskTableQuery('page=1'), ['dashboard'])).toEqual({ read: page, again: true });
  expect(await shownMeanwhile(taskTableQuery('page=1'), taskTableQuery('page=2'))).toEqual(page);
});

test('the whole table is saved with its filters and order', async () => {
  const { addresses, names } = answerDownloads();
  await saveTasks(STATE, { format: 'xlsx', coming: true, paper: CYRILLIC });
  await saveTasks(FIRST_PAGE, { format: 'csv', coming: false, paper: { language: 'en' } });
  const queries = addresses.map((address) => {
    const { pathname, searchParams } = new URL(address, 'http://a');
    return [pathname, Object.fromEntries(searchParams)];
  });
  expect(queries).toEqual([
    [
      '/api/tasks/export',
      {
        format: 'xlsx',
        script: 'cyrillic',
        coming: 'true',
        sort_by: 'name',
        sort_desc: 'true',
        'filter[sector]': '1',
        'filter[search]': 'пут',
      },
    ],
    ['/api/tasks/export', { format: 'csv', language: 'en' }],
  ]);
  expect(names).toEqual(['tasks.xlsx', 'tasks.csv']);
});

test('steps are taken in the state in which the tasks were shown, and their results come in the same order', async () => {
  const { sent } = answerCalls(() => ({ payload: ['first', 'second'] }));
  const task = (projectCode: string, phaseStatus: number) =>
    ({
      projectCode,
      projectPhaseId: 4,
      phaseStatus,
      lastChangeDate: '2026-11-20T10:00:00Z',
      nextStep: { key: 'send' },
    }) as TaskRow;
  const { waitingConfirmation, sentToMinister } = PHASE_STATUS;
  const results = await takeSteps([task('A-1', waitingConfirmation), task('B-2', sentToMinister)]);
  expect(results).toEqual(['first', 'second']);
  const lastChangeDate = '2026-11-20T10:00:00Z';
  const steps = [
    { code: 'A-1', step: 'send', expected: { projectPhaseId: 4, status: waitingConfirmation } },
    { code: 'B-2', step: 'send', expected: { projectPhaseId: 4, status: sentToMinister, lastChangeDate } },
  ];
  expect(sent).toEqual([{ call: 'POST /api/tasks/steps', body: { steps } }]);
});
