import { createMemoryHistory, createRootRoute, createRouter, Link, RouterProvider } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from './form.tsx';

/** A link to another screen, which a test draws beside its own. */
export const Away = () => <Link to="/projects">На други екран</Link>;

/**
 * Draws a screen at an address of its own, beside a link to another; `path` says where the user is. The screen stays
 * drawn, as it does while the next one is on its way.
 */
export async function drawBesideAway(Screen: ComponentType) {
  const component = () => (
    <>
      <Away />
      <Screen />
    </>
  );
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ['/form'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  return { screen, path: () => router.state.location.pathname };
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
