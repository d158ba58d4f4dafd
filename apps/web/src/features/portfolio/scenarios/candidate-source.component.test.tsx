import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { CandidateSource, candidatesOf, NewScenario, useSource } from './NewScenario.tsx';
import './scenarios.css';

async function shownAt(address: string, component: () => ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return draw(<RouterProvider router={router as never} />);
}

/** Projects wait for the identification and for the preparedness. */
beforeEach(() => {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const list = typeof url === 'string' ? /pendingForList=(\d)/.exec(url)?.[1] : undefined;
    const totalRows = { 4: 3, 5: 1 }[Number(list)] ?? 0;
    const status = { code: 0, name: 'Success' };
    return Response.json({ payload: [], additionalInformation: { totalRows, groups: null }, status, errors: [] });
  });
});
afterEach(() => vi.restoreAllMocks());

const Source = () => <CandidateSource source={useSource()} />;
const sourceAt = (address: string) => shownAt(address, Source);

test('the first list that projects wait for is chosen until somebody chooses another', async () => {
  const screen = await sourceAt('/');
  const select = screen.getByRole('combobox');
  await expect.element(select).toHaveDisplayValue('Чекају листу: Идентификација (3)');
  await select.selectOptions('Чекају листу: Идеја (0)');
  await expect.element(select).toHaveDisplayValue('Чекају листу: Идеја (0)');
});

test('projects of the filter are offered, but not those of a filter that shows finished ones', async () => {
  const screen = await sourceAt('/?f.sector=2');
  await expect.element(screen.getByRole('option', { name: 'По филтеру портфолија' })).toBeInTheDocument();
  await screen.unmount();
  const finished = await sourceAt('/?which=finished&f.sector=2');
  await expect.element(finished.getByText(/Филтер портфолија приказује завршене пројекте/)).toBeVisible();
  expect(finished.getByRole('option', { name: 'По филтеру портфолија' }).elements()).toEqual([]);
});

test('a filter is sent as the project table sends it', () => {
  const filters = { search: 'пут', 'totalValue-from': '10' };
  expect(candidatesOf('filter', { page: 1, perPage: 20, filters } as never)).toEqual({
    filter: { 'filter[search]': 'пут', 'filter[totalValue-from]': '10' },
  });
});

test('the dialog of a new scenario ends within the narrowest screen, however long the names of lists are', async () => {
  await page.viewport(320, 700);
  const screen = await shownAt('/', () => <NewScenario onClose={() => undefined} />);
  const source = screen.getByRole('combobox');
  await expect.element(source).toBeVisible();
  const form = source.element().closest('form');
  const right = (element: Element) => element.getBoundingClientRect().right;
  expect(right(source.element())).toBeLessThanOrEqual(form ? right(form) : 0);
});

test('the select of the dialog looks as its field of the name', async () => {
  await page.viewport(1280, 800);
  const screen = await shownAt('/', () => <NewScenario onClose={() => undefined} />);
  await expect.element(screen.getByRole('combobox')).toBeVisible();
  const look = (element: Element) => {
    // Colours are not compared, because the field of the name may already have the focus.
    const { appearance, fontSize, height, width } = getComputedStyle(element);
    return { appearance, fontSize, height, width };
  };
  const name = look(screen.getByRole('textbox').element());
  expect(look(screen.getByRole('combobox').element())).toEqual({ ...name, appearance: 'none' });
});
