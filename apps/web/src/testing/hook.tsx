import { Notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect } from 'vitest';
import { draw } from './form.tsx';

/**
 * Runs a hook on a screen at an address, which shows messages and nothing else; `route` is the path of that screen.
 * `now` is what the hook gives at present.
 */
export async function drawHook<Result>(
  useIt: () => Result,
  { address = '/hook', route }: { address?: string; route?: string } = {},
) {
  let given: { now: Result; cache: QueryClient } | undefined;
  const Screen = () => {
    given = { now: useIt(), cache: useQueryClient() };
    return <Notifications />;
  };
  const root = createRootRoute({ component: Screen });
  const routes = [...new Set([route ?? address.replace(/\?.*/, ''), '/elsewhere'])].map((path) =>
    createRoute({ getParentRoute: () => root, path }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  await expect.poll(() => given).toBeDefined();
  const { cache } = given as { cache: QueryClient };
  return {
    screen,
    cache,
    now: () => (given as { now: Result }).now,
    /** The address as the user sees it. */
    address: () => decodeURIComponent(router.state.location.href),
    router,
  };
}
