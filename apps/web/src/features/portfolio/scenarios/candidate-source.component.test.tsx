import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { draw } from '../../../testing/form.tsx';
import { CandidateSource, candidatesOf } from './NewScenario.tsx';

async function sourceAt(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <CandidateSource value="1" onChange={() => undefined} /> }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return draw(<RouterProvider router={router as never} />);
}

test('projects of the filter are offered, but not those of a filter that shows finished ones', async () => {
  const screen = await sourceAt('/?f.sector=2');
  await expect.element(screen.getByRole('option', { name: 'По филтеру изнад' })).toBeInTheDocument();
  await screen.unmount();
  const finished = await sourceAt('/?which=finished&f.sector=2');
  await expect.element(finished.getByText(/Филтер изнад приказује завршене пројекте/)).toBeVisible();
  expect(finished.getByRole('option', { name: 'По филтеру изнад' }).elements()).toEqual([]);
});

test('a filter is sent as the project table sends it', () => {
  const filters = { search: 'пут', 'totalValue-from': '10' };
  expect(candidatesOf('filter', { page: 1, perPage: 20, filters } as never)).toEqual({
    filter: { 'filter[search]': 'пут', 'filter[totalValue-from]': '10' },
  });
});
