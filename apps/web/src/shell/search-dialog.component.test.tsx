import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { SearchDialog } from './SearchDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const HIT = { kind: 'project', id: 'PRVI', title: 'Први', detail: 'Општина', path: '/projects/PRVI' };

test('an arrow pressed before there are hits leaves the first of them to Enter', async () => {
  signIn();
  const found = Promise.withResolvers<void>();
  vi.spyOn(window, 'fetch').mockImplementation(async (asked) => {
    const isSearch = typeof asked === 'string' && asked.includes('/search?');
    if (isSearch) await found.promise;
    const status = { code: 0, name: 'Success' };
    return Response.json({ payload: isSearch ? [HIT] : {}, additionalInformation: null, status, errors: [] });
  });
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <SearchDialog onClose={() => undefined} takeTyped={() => undefined} />,
    }),
    history: createMemoryHistory(),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  await screen.getByRole('combobox').fill('први');
  await userEvent.keyboard('{ArrowDown}');
  found.resolve();
  await expect.element(screen.getByRole('option', { name: /Први/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/projects/PRVI');
});
