import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { CandidateSource, candidatesOf, NewScenario } from './NewScenario.tsx';
import './scenarios.css';

async function shownAt(address: string, component: () => ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return draw(<RouterProvider router={router as never} />);
}

const sourceAt = (address: string) => shownAt(address, () => <CandidateSource value="1" onChange={() => undefined} />);

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

test('the dialog of a new scenario ends within the narrowest screen, however long the names of lists are', async () => {
  signIn();
  await page.viewport(320, 700);
  const screen = await shownAt('/', () => <NewScenario onClose={() => undefined} />);
  const source = screen.getByRole('combobox');
  await expect.element(source).toBeVisible();
  const form = source.element().closest('form');
  const right = (element: Element) => element.getBoundingClientRect().right;
  expect(right(source.element())).toBeLessThanOrEqual(form ? right(form) : 0);
});
