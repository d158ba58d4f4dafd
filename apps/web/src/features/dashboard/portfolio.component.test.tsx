import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { PortfolioSummary } from '@pimis/contract/dashboard';
import { draw } from '../../testing/form.tsx';
import { Portfolio } from './Portfolio.tsx';

afterEach(() => vi.restoreAllMocks());

test('its links lead to the projects that it counts, not to those of a filter that the portfolio had last', async () => {
  const quarters = [{ year: 2026, quarter: 1, planned: '2.00', spent: '1.00' }];
  const payload: PortfolioSummary = {
    warnings: [],
    counts: [],
    lowestSpi: null,
    lowestCpi: null,
    overshoot: null,
    quarters,
  };
  vi.spyOn(window, 'fetch').mockImplementation(() =>
    Promise.resolve(
      Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] }),
    ),
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: Portfolio }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  await expect.poll(() => screen.getByRole('link').elements()).toHaveLength(2);
  const addresses = screen
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));
  expect(addresses).toEqual(['/portfolio/progress?which=pending', '/portfolio/overview?which=pending']);
});
