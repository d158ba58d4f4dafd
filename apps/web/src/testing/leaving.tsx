import { Notifications } from '@mantine/notifications';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from './form.tsx';

/** A link to another screen, which a test draws beside its own. */
export const Away = () => <Link to="/projects">На други екран</Link>;

/**
 * Draws a screen at an address of its own, beside a link to another; `path` says where the user is. The screen stays
 * drawn, as it does while the next one is on its way. `route` names the parameters of the address, `from` the screens
 * before it.
 */
export async function drawBesideAway(
  Screen: ComponentType,
  { route, address, from = [] }: { route: string; address: string; from?: string[] } = {
    route: '/form',
    address: '/form',
  },
) {
  const component = () => (
    <>
      <Away />
      <Notifications />
      <Screen />
    </>
  );
  const root = createRootRoute({ component });
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: route })]),
    history: createMemoryHistory({ initialEntries: [...from, address] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  return {
    screen,
    path: () => router.state.location.pathname,
    /** Goes to another screen from a dialog, as the browser's back button does. */
    goElsewhere: () => router.navigate({ to: '/projects' } as never),
  };
}

const question = () => page.getByRole('dialog', { name: 'Несачуване измене' });

/** Leaves the screen, and is asked first. */
export async function leaveAsked(): Promise<void> {
  await page.getByText('На други екран').click();
  await expect.element(question()).toBeVisible();
}

/** The question has gone by itself. */
export const askedNoMore = () => expect.element(question()).not.toBeInTheDocument();

/** Answers the question: the user stays. */
export const stay = () => question().getByRole('button', { name: 'Настави унос' }).click();

/** Answers the question: the user leaves. */
export const leave = () => question().getByRole('button', { name: 'Одбаци' }).click();
