import { useQueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TableView } from '@pimis/contract/table-views';
import { draw } from '../../testing/form.tsx';
import { view } from '../../testing/kept-views.ts';
import { signIn } from '../../testing/sign-in.ts';
import { FIRST_PAGE, listParameters, writeTableState } from './state.ts';
import { tableViewsQuery } from './table-views.ts';
import { useTableState } from './use-table-state.ts';

const PATH = '/projects';
const KEY = `pimis.table.${PATH}.1`;

beforeEach(() => signIn());

/** Opens a screen that requests the rows of its table; returns the different requests in order. */
async function opened(address: string, views: readonly TableView[] = []) {
  const requests: string[] = [];
  function Screen() {
    useQueryClient().setQueryData(tableViewsQuery.queryKey, [...views]);
    const [state, ask] = useTableState('proba');
    const parameters = listParameters(state);
    if (!requests.includes(parameters)) requests.push(parameters);
    return (
      <>
        <button type="button" onClick={() => void ask({ ...state, page: 2 })}>
          {parameters}
        </button>
        <button type="button" onClick={() => void ask({ ...state, sortBy: 'name' })}>
          Поређај
        </button>
      </>
    );
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  return { requests, router, screen };
}

const LATE = view(1, 'Касне', { isDefault: true, search: { 'f.late': 'true', sort: 'name' } });

test('a table opens with the default view of its reader: no other rows are requested first', async () => {
  const { requests, router } = await opened(PATH, [view(2, 'Други'), LATE]);
  await expect.poll(() => router.state.location.search).toEqual({ 'f.late': 'true', sort: 'name' });
  await expect.poll(() => router.state.status).toBe('idle');
  expect(requests).toEqual([listParameters({ ...FIRST_PAGE, sortBy: 'name', filters: { late: 'true' } })]);
});

test.for([
  ['the default of another table', PATH, [view(1, 'Касне', { table: 'other', isDefault: true })], 1],
  ['a view that is no default', PATH, [view(1, 'Касне', { search: { page: 4 } })], 1],
  ['an address with a state', `${PATH}?page=2`, [LATE], 2],
] as const)('%s does not open with a view', async ([, address, views, page]) => {
  const { requests, screen } = await opened(address, views);
  await expect.element(screen.getByText(`perPage=10&page=${page}`)).toBeVisible();
  expect(requests).toEqual([listParameters({ ...FIRST_PAGE, page })]);
});

test('what was filtered in this tab comes back in place of the default view, an order alone does not', async () => {
  sessionStorage.setItem(KEY, JSON.stringify(writeTableState({ ...FIRST_PAGE, filters: { search: 'мост' } })));
  const filtered = await opened(PATH, [LATE]);
  await expect.poll(() => filtered.router.state.location.search).toEqual({ 'f.search': 'мост' });
  await filtered.screen.unmount();
  sessionStorage.setItem(KEY, JSON.stringify(writeTableState({ ...FIRST_PAGE, sortBy: 'code' })));
  const ordered = await opened(PATH, [LATE]);
  await expect.poll(() => ordered.router.state.location.search).toEqual({ 'f.late': 'true', sort: 'name' });
});

test('a table that comes back is requested once, as it was saved, and its address says so', async () => {
  sessionStorage.setItem(KEY, JSON.stringify(writeTableState({ ...FIRST_PAGE, page: 3, sortBy: 'name' })));
  const { requests, router } = await opened(PATH);
  await expect.poll(() => router.state.location.search).toEqual({ page: 3, sort: 'name' });
  await expect.poll(() => router.state.status).toBe('idle');
  expect(requests).toEqual(['perPage=10&page=3&sort_by=name&sort_desc=false']);
});

test('what one user has filtered is not shown to the next in the same tab', async () => {
  sessionStorage.setItem(KEY, JSON.stringify(writeTableState({ ...FIRST_PAGE, filters: { search: 'пречишћавање' } })));
  signIn(2);
  const { requests } = await opened(PATH);
  await expect.poll(() => requests).toEqual([listParameters(FIRST_PAGE)]);
});

test('an address that says how the table stands is requested alone', async () => {
  sessionStorage.setItem(KEY, JSON.stringify(writeTableState({ ...FIRST_PAGE, page: 3 })));
  const { requests, screen } = await opened(`${PATH}?page=2`);
  await expect.element(screen.getByText('perPage=10&page=2')).toBeVisible();
  expect(requests).toEqual(['perPage=10&page=2']);
});

test('an address with a page that no list has shows the first one, and says so', async () => {
  const { requests, router } = await opened(`${PATH}?page=999999999&sort=name`);
  await expect.poll(() => router.state.location.search).toEqual({ sort: 'name' });
  expect(requests).toEqual([listParameters({ ...FIRST_PAGE, sortBy: 'name' })]);
});

test('a table is turned where the browser keeps nothing', async () => {
  const denied = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { screen } = await opened(PATH);
  await screen.getByRole('button').first().click();
  await expect.element(screen.getByText('perPage=10&page=2')).toBeVisible();
  denied.mockRestore();
});

test('another page is read from its top, and after another order the table stays under the pointer', async () => {
  const { screen, router } = await opened(PATH);
  const went = vi.spyOn(router, 'navigate');
  await screen.getByRole('button', { name: 'Поређај' }).click();
  await screen.getByRole('button').first().click();
  expect(went.mock.calls.map(([{ resetScroll }]) => resetScroll)).toEqual([false, true]);
});

test('this computer keeps the chosen order, but not what was filtered, which may name people', async () => {
  const { router, screen } = await opened(`${PATH}?f.search=ana`);
  await screen.getByRole('button', { name: 'Поређај' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ 'f.search': 'ana', sort: 'name' });
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ sort: 'name' });
});
