import { expect, test } from 'vitest';
import { answerDownloads } from '../../testing/downloads.ts';
import { answerCalls, ownCache, readAfter, shownMeanwhile } from '../../testing/queries.ts';
import {
  activitiesQuery,
  allDocumentsQuery,
  createProject,
  decisionSummaryQuery,
  documentsChanged,
  documentsQuery,
  freeCodeQuery,
  invokeAction,
  latestActivitiesQuery,
  phasesQuery,
  projectQuery,
  projectsQuery,
  saveArchive,
  sendingCheckQuery,
  summaryQuery,
} from './api.ts';

test('a page of projects is read with its groups, and stays while the next one is read', async () => {
  answerCalls((address) => ({ payload: [address], additionalInformation: { totalRows: 7, groups: [2], more: true } }));
  const page = {
    rows: ['/api/projects/paged?page=1'],
    totalRows: 7,
    groups: [2],
    long: { totalRows: 7, groups: [2], more: true },
  };
  expect(await readAfter(projectsQuery('page=1'), ['projects'])).toEqual({ read: page, again: true });
  expect(await shownMeanwhile(projectsQuery('page=1'), projectsQuery('page=2'))).toEqual(page);
});

test.each([
  ['the project', projectQuery('A/1'), ''],
  ['its key facts', summaryQuery('A/1'), '/summary'],
  ['the summary by which it is decided', decisionSummaryQuery('A/1'), '/decision-summary'],
  ['the check before it is sent', sendingCheckQuery('A/1'), '/sending-check'],
  ['its phases', phasesQuery('A/1'), '/phases?noData=true'],
  ['its latest activities', latestActivitiesQuery('A/1'), '/activities'],
])('%s is read, and read again after a change of the project', async (_, query, path) => {
  answerCalls();
  const read = [`/api/projects/A%2F1${path}`];
  expect(await readAfter(query, ['project', 'A/1'])).toEqual({ read, again: true });
});

test.each([
  ['activities of a phase', activitiesQuery('A-1', 4, 'page=2'), 'phases/4/activities', 'activities'],
  ['documents', documentsQuery('A-1', 'page=2'), 'documents', 'documents'],
])('a page of %s is read, and read again after a change', async (_, query, path, part) => {
  answerCalls();
  expect(await readAfter(query, ['project', 'A-1', part])).toEqual({
    read: { rows: [`/api/projects/A-1/${path}?page=2`], totalRows: 7 },
    again: true,
  });
});

test('the activities of two phases, and of two pages, are kept apart', async () => {
  const { asked } = answerCalls();
  const client = ownCache();
  for (const [phase, page] of [
    [4, 'page=1'],
    [5, 'page=1'],
    [5, 'page=2'],
  ] as const) {
    await client.fetchQuery({ ...activitiesQuery('A-1', phase, page), staleTime: Infinity });
  }
  expect(asked()).toHaveLength(3);
});

/** Documents of the server, by its pages. */
function keepDocuments(total: number) {
  return answerCalls((address) => {
    const { searchParams } = new URL(address, 'http://a');
    const [page, size] = ['page', 'perPage'].map((name) => Number(searchParams.get(name)));
    const all = Array.from({ length: total }, (_, id) => ({ id }));
    const first = ((page ?? 1) - 1) * (size ?? 0);
    return { payload: all.slice(first, first + (size ?? 0)), additionalInformation: { totalRows: total } };
  });
}

test('all documents of a project are read, newest first, with no call more than they need', async () => {
  for (const [total, calls] of [
    [0, 1],
    [99, 1],
    [200, 2],
    [201, 3],
  ] as const) {
    const { asked } = keepDocuments(total);
    const { read, again } = await readAfter(allDocumentsQuery('A-1'), ['project', 'A-1', 'documents']);
    expect(read).toEqual(Array.from({ length: total }, (_, id) => ({ id })));
    expect(again).toBe(true);
    const page = (number: number) =>
      `GET /api/projects/A-1/documents?perPage=100&page=${number}&sort_by=createdDate&sort_desc=true`;
    expect(asked()).toEqual(Array.from({ length: calls }, (_, index) => page(index + 1)));
  }
});

test('documents that are removed while they are read end the read', async () => {
  const { asked } = answerCalls((address) => ({
    payload: address.includes('page=1') ? Array.from({ length: 100 }, (_, id) => ({ id })) : [],
    additionalInformation: { totalRows: 150 },
  }));
  expect((await readAfter(allDocumentsQuery('A-1'), [])).read).toHaveLength(100);
  expect(asked()).toHaveLength(2);
});

test('a change of documents reads them and the project again, and nothing else of it', async () => {
  answerCalls();
  const client = ownCache();
  const queries = [
    documentsQuery('A-1', 'page=1'),
    projectQuery('A-1'),
    summaryQuery('A-1'),
    documentsQuery('B-2', 'page=1'),
    projectQuery('B-2'),
  ];
  for (const query of queries) await client.fetchQuery(query as ReturnType<typeof projectQuery>);
  await documentsChanged(client, 'A-1');
  const changed = queries.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated);
  expect(changed).toEqual([true, true, false, false, false]);
});

test('an archive is saved once the server has allowed it: all documents, or the chosen parts', async () => {
  const { addresses, links } = answerDownloads();
  await saveArchive('A-1', 'documents', { script: 'latin' });
  await saveArchive('A-1', { projectPhaseId: '4' } as never, { language: 'en' });
  expect(addresses).toEqual(Array.from({ length: 2 }, () => '/api/reporting/projects/A-1/access'));
  expect(links).toEqual([
    '/api/reporting/projects/A-1/documents?script=latin',
    '/api/reporting/projects/A-1?projectPhaseId=4&language=en',
  ]);
});

test('the proposed working name is the one that the server has free', async () => {
  const { asked } = answerCalls(() => ({ payload: { code: 'A-2' } }));
  expect(await readAfter(freeCodeQuery('A-1'), ['project-codes'])).toEqual({ read: 'A-2', again: true });
  expect(freeCodeQuery('B-1').queryKey).not.toEqual(freeCodeQuery('A-1').queryKey);
  expect(asked()).toEqual(['GET /api/project-codes/free?code=A-1']);
});

test('a project is created, and a step is taken on one', async () => {
  const { sent } = answerCalls(() => ({ payload: { code: 'A-1' } }));
  expect(await createProject({ name: 'Пут' } as never)).toEqual({ code: 'A-1' });
  expect(await invokeAction('A/1', { action: 3 })).toEqual({ code: 'A-1' });
  expect(sent).toEqual([
    { call: 'POST /api/projects', body: { name: 'Пут' } },
    { call: 'PUT /api/projects/A%2F1/actions', body: { action: 3 } },
  ]);
});
