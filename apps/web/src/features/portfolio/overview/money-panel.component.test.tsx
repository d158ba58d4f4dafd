import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { PortfolioMoney } from '@pimis/contract/portfolio/overview';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { FIRST_PAGE } from '../../../ui/DataTable/state.ts';
import { MoneyPanel } from './MoneyPanel.tsx';

afterEach(() => vi.restoreAllMocks());

test('the number of projects leads to those that have amounts by quarter, among the filtered ones', async () => {
  signIn();
  const payload: PortfolioMoney = {
    projects: 7,
    quarters: [{ year: 2026, quarter: 1, planned: '100.00', spent: '50.00' }],
  };
  const status = { code: 0, name: 'Success' };
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload, additionalInformation: null, status, errors: [] }),
  );
  const filter = { ...FIRST_PAGE, filters: { sector: '2' } };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <MoneyPanel filter={filter} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  const link = screen.getByRole('link', { name: /7/ });
  await expect.element(link).toBeInTheDocument();
  const { searchParams } = new URL(link.element().getAttribute('href') ?? '', window.location.href);
  expect([searchParams.get('f.inPlan'), searchParams.get('f.sector')]).toEqual(['true', '2']);
});
