import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Claim } from '@pimis/domain/access/claims';
import { loadBothLanguages } from '../i18n/i18n.ts';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { HeaderTools } from './HeaderTools.tsx';
import { screenHits } from './screen-hits.ts';
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

/** A screen with the search in its header. */
async function drawScreen() {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation((asked) => {
    if (typeof asked !== 'string' || !asked.includes('/search?')) return new Promise(() => undefined);
    const status = { code: 0, name: 'Success' };
    return Promise.resolve(Response.json({ payload: [HIT], additionalInformation: null, status, errors: [] }));
  });
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          <HeaderTools />
          <main id="main" tabIndex={-1}>
            <input aria-label="Назив" />
          </main>
        </>
      ),
    }),
    history: createMemoryHistory({ initialEntries: [HIT.path] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  await expect.element(screen.getByRole('textbox', { name: 'Назив' })).toBeVisible();
  return screen;
}

test.for([
  [
    'from its button',
    (screen: Awaited<ReturnType<typeof draw>>) => screen.getByRole('button', { name: /Ctrl K/ }).click(),
  ],
  ['by keys, with nothing focused', () => userEvent.keyboard('{Control>}k{/Control}')],
] as const)(
  'the screen that is there already takes the focus when it is chosen in a search opened %s',
  async ([, open]) => {
    const screen = await drawScreen();
    await open(screen);
    await screen.getByRole('combobox').fill('први');
    await expect.element(screen.getByRole('option', { name: /Први/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('main')).toHaveFocus();
  },
);

test('a search that is given up returns the focus, or gives it to the screen where nothing had it', async () => {
  const screen = await drawScreen();
  const name = screen.getByRole('textbox', { name: 'Назив' });
  for (const origin of [screen.getByRole('main'), name]) {
    if (origin === name) await name.click();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(screen.getByRole('combobox')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(origin).toHaveFocus();
  }
});

test('a screen is found only by those who may open it', async () => {
  await draw(<p>Претрага</p>);
  await loadBothLanguages(['frame']);
  const router = createRouter({ routeTree: createRootRoute() });
  const found = (...claims: Claim[]) => {
    const user = { id: 1, login: 'ana', name: 'Ана', organizationId: '1', claims: new Set(claims) };
    return screenHits(router, user, 'листе', false).map(({ path }) => path);
  };
  expect([found(), found('Project_ListView')]).toEqual([[], ['/project-lists/3']]);
});
