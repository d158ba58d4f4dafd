import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { useCrumbs } from '../ui/title.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import './shell.css';

const NAME = 'Седница са веома дугачким називом који не може да стане у заглавље екрана';

function Page() {
  useCrumbs(useMemo(() => [{ text: NAME }], []));
  return (
    <div style={{ display: 'flex', width: 400 }}>
      <Breadcrumbs />
    </div>
  );
}

test('a short crumb stays whole beside a long one', async () => {
  await page.viewport(1280, 600);
  const routeTree = createRootRoute({
    component: Page,
    staticData: { crumb: 'common.help' },
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const screen = await draw(<RouterProvider router={router as never} />);
  const above = screen.getByRole('listitem').getByRole('link', { name: 'Упутство' });
  await expect.element(above).toBeVisible();
  await expect.element(screen.getByRole('listitem').getByText(NAME)).toBeVisible();
  const { scrollWidth, clientWidth } = above.element();
  expect(clientWidth).toBe(scrollWidth);
});
