import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { ApiFailure } from '../../api/client.ts';
import { draw } from '../../testing/form.tsx';
import { ViewFailed } from './ViewFailed.tsx';

async function failedAt(address: string, error: unknown) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <ViewFailed error={error} onRetry={() => undefined} /> }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return { router, screen: await draw(<RouterProvider router={router as never} />) };
}

test('a filter of an address that the server refuses can be removed, with all others', async () => {
  const refused = new ApiFailure(422, 'ValidationError', [{ field: 'filter[foo]', code: 'UnknownField' }]);
  const { router, screen } = await failedAt('/?which=finished&f.foo=1&f.sector=2', refused);
  await expect.element(screen.getByRole('alert').getByText('Један од филтера није исправан.')).toBeVisible();
  await screen.getByRole('button', { name: 'Обриши све' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ which: 'finished' });
});

test('any other failure is read again', async () => {
  const { screen } = await failedAt('/?f.sector=2', new ApiFailure(500, 'ServiceError'));
  await expect.element(screen.getByRole('button', { name: 'Покушај поново' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Обриши све' }).elements()).toEqual([]);
});
