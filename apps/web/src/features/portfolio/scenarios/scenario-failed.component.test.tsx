import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { ApiFailure } from '../../../api/client.ts';
import { draw } from '../../../testing/form.tsx';
import { ScenarioFailed } from './ScenarioFailed.tsx';

test('a scenario that the address does not name leads to those that there are, as a deleted one does', async () => {
  for (const error of [new ApiFailure(404, 'NotFound'), new ApiFailure(422, 'ValidationError')]) {
    const router = createRouter({
      routeTree: createRootRoute({ component: () => <ScenarioFailed error={error} onRetry={() => undefined} /> }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
    const screen = await draw(<RouterProvider router={router as never} />);
    await expect.element(screen.getByRole('link', { name: 'Сви сценарији' })).toBeVisible();
    expect(screen.getByRole('button').elements()).toEqual([]);
    await screen.unmount();
  }
});

test('the filter goes along from a scenario to the list of them', async () => {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <ScenarioFailed error={new ApiFailure(404, 'NotFound')} onRetry={() => undefined} />,
    }),
    history: createMemoryHistory({ initialEntries: ['/?f.sector=2&which=finished&a=1'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  await expect.element(screen.getByRole('link')).toBeVisible();
  const href = screen.getByRole('link').element().getAttribute('href') ?? '';
  const { pathname, searchParams } = new URL(href, 'http://localhost');
  expect([pathname, searchParams.get('which'), searchParams.has('f.sector'), searchParams.has('a')]).toEqual([
    '/portfolio/scenarios',
    'finished',
    true,
    false,
  ]);
});
