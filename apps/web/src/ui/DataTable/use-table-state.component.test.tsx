import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { FIRST_PAGE, listParameters, writeTableState } from './state.ts';
import { useTableState } from './use-table-state.ts';

const PATH = '/projects';
const KEY = `pimis.table.${PATH}`;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** A screen that asks for what its table shows; answers every different thing that was asked, in order. */
async function opened(address: string) {
  const asked: string[] = [];
  function Screen() {
    const [state] = useTableState();
    const parameters = listParameters(state);
    if (!asked.includes(parameters)) asked.push(parameters);
    return <p>{parameters}</p>;
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  return { asked, router, screen };
}

test('a table that comes back is asked for once, as it was kept, and its address says so', async () => {
  sessionStorage.setItem(KEY, JSON.stringify(writeTableState({ ...FIRST_PAGE, page: 3, sortBy: 'name' })));
  const { asked, router } = await opened(PATH);
  await expect.poll(() => router.state.location.search).toEqual({ page: 3, sort: 'name' });
  await expect.poll(() => router.state.status).toBe('idle');
  expect(asked).toEqual(['perPage=10&page=3&sort_by=name&sort_desc=false']);
});

test('an address that says how the table stands is asked for alone', async () => {
  sessionStorage.setItem(KEY, JSON.stringify(writeTableState({ ...FIRST_PAGE, page: 3 })));
  const { asked, screen } = await opened(`${PATH}?page=2`);
  await expect.element(screen.getByText('perPage=10&page=2')).toBeVisible();
  expect(asked).toEqual(['perPage=10&page=2']);
});
