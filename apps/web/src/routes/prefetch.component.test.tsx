import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TableView } from '@pimis/contract/table-views';
import { initSession } from '../api/session.ts';
import { formQuery } from '../forms/api.ts';
import { initI18n } from '../i18n/i18n.ts';
import { makeRouter } from '../router.tsx';
import { view } from '../testing/kept-views.ts';

const CLAIMS = ['Project_View', 'Registry_View'];
const REFUSED = 'P-403';
let requests: string[] = [];
let views: readonly TableView[] = [];
/** Delays the answer with the views. */
let held: Promise<void> | null = null;

/** A token as the server writes it; its middle part names the user. */
const token = () => {
  const claims = { user_id: 7, user_name: 'proba', user_full_name: 'Proba', user_organization_id: '50112' };
  return `x.${btoa(JSON.stringify({ ...claims, security_claims: CLAIMS, exp: 4_000_000_000 }))}.x`;
};

function answerOf(path: string): Response {
  const refused = path.includes(REFUSED);
  const payload = path.includes('login/refresh')
    ? { accessToken: token() }
    : views.length > 0 && path === 'table-views'
      ? views
      : path.includes('paged')
        ? []
        : {};
  const status = refused ? { code: 1, name: 'AccessDenied' } : { code: 0, name: 'Success' };
  return Response.json(
    { payload, additionalInformation: { totalRows: 0, project: {} }, status, errors: [] },
    { status: refused ? 403 : 200 },
  );
}

beforeAll(async () => {
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) => {
    const path = address.replace(/^\/api\//, '');
    requests.push(`${method} ${path}`);
    return ((path === 'table-views' && held) || Promise.resolve()).then(() => answerOf(path));
  });
  await initI18n(['daily', 'forms', 'frame', 'projects', 'registries', 'security', 'table']);
  await initSession();
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  requests = [];
  views = [];
  held = null;
});
afterEach(() => vi.useRealTimers());

/** The requests of the frame on every screen. */
const FRAME = ['GET dashboard', 'GET configuration'];

async function preloaded(to: string, client = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } })) {
  const router = makeRouter(client);
  const before = router.state.location.href;
  await router.preloadRoute({ to });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(router.state.location.href).toBe(before);
  return { client, own: requests.filter((call) => !FRAME.includes(call)) };
}

test.each([
  ['/projects/P-1/details', ['GET projects/P-1', 'GET projects/P-1/follow']],
  ['/projects/P-1/documents', ['GET projects/P-1', 'GET projects/P-1/follow', 'GET projects/P-1/documents']],
  ['/projects', ['GET projects/paged']],
  ['/registry/banks', ['GET registry/banks']],
  ['/notifications', ['GET notifications']],
])('what %s shows is requested before anybody goes there, and only read', async (to, calls) => {
  const { own } = await preloaded(to);
  for (const call of calls) expect(own.filter((one) => one.split('?')[0] === call)).toHaveLength(1);
  expect(own.filter((one) => !one.startsWith('GET '))).toEqual([]);
});

test('unfinished uploads are left to the screen, which knows who may add documents', async () => {
  const { own } = await preloaded('/projects/P-1/documents');
  expect(own.filter((call) => call.includes('uploads'))).toEqual([]);
});

test('what a role does not open is not requested', async () => {
  for (const to of ['/archived-projects', '/reporting', '/project-lists/3']) {
    requests = [];
    expect((await preloaded(to)).own).toEqual([]);
  }
});

test('nothing is requested for an address without the number of a document', async () => {
  const { own } = await preloaded('/projects/P-1/documents/abc/revisions');
  expect(own.filter((call) => call.includes('documents'))).toEqual([]);
});

test('a refusal is left to the screen, which asks by itself', async () => {
  const { client, own } = await preloaded(`/projects/${REFUSED}/details`);
  expect(own).toContain(`GET projects/${REFUSED}`);
  expect(client.getQueryData(['project', REFUSED])).toBeUndefined();
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test('a form that was requested is taken by its screen once; whoever opens it later reads it anew', async () => {
  // Fake time, because the prefetched form expires soon, and a busy machine may need longer for this test.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const { client } = await preloaded('/projects/P-1/phases/3/forms/plan/id/9');
  const form = () => requests.filter((call) => call === 'GET projects/P-1/forms/9').length;
  expect(form()).toBe(1);
  await client.fetchQuery(formQuery('P-1', 9, undefined));
  expect(form()).toBe(1);
  client.removeQueries({ queryKey: formQuery('P-1', 9, undefined).queryKey, exact: true });
  await client.fetchQuery(formQuery('P-1', 9, undefined));
  expect(form()).toBe(2);
});

const LATE_ROWS = `${encodeURIComponent('filter[isPlanLate]')}=true`;
const rowsOf = (calls: readonly string[]) => calls.filter((call) => call.startsWith('GET projects/paged'));

test('views are requested together with the rows of a table, once, and rows once where no view is the default', async () => {
  views = [view(1, 'Касне', { table: 'projects' })];
  const { client, own } = await preloaded('/projects');
  expect(own.map((call) => call.split('?')[0])).toEqual(['GET projects/paged', 'GET table-views']);
  requests = [];
  await preloaded('/archived-projects', client);
  await preloaded('/registry/banks', client);
  expect(requests).not.toContain('GET table-views');
});

test('the rows of the default view are requested as soon as it is known, and alone once the views are', async () => {
  views = [view(1, 'Касне', { table: 'projects', isDefault: true, search: { 'f.isPlanLate': 'true' } })];
  const { client } = await preloaded('/projects');
  expect(rowsOf(requests)).toHaveLength(2);
  expect(rowsOf(requests)[1]).toContain(LATE_ROWS);
  requests = [];
  client.removeQueries({ queryKey: ['projects'] });
  await preloaded('/projects', client);
  expect(rowsOf(requests)).toEqual([expect.stringContaining(LATE_ROWS)]);
});

test('the screen of a table waits for the views, once', async () => {
  const answer = Promise.withResolvers<void>();
  held = answer.promise;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } });
  const router = makeRouter(client);
  let isReady = false;
  const table = router.preloadRoute({ to: '/projects' }).then(() => {
    isReady = true;
  });
  await vi.waitFor(() => expect(rowsOf(requests)).toHaveLength(1));
  // A screen without a table is opened meanwhile.
  await router.preloadRoute({ to: '/notifications' });
  expect(isReady).toBe(false);
  answer.resolve();
  await table;
});
