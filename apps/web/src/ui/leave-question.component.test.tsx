import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw } from '../testing/form.tsx';
import { Away, leaveAsked } from '../testing/leaving.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';

test('whoever was about to leave while input was sent leaves when it is saved', async () => {
  let saved = () => {};
  function Screen() {
    const [unsaved, setUnsaved] = useState(true);
    saved = () => setUnsaved(false);
    return (
      <>
        <Away />
        <LeaveQuestion unsaved={unsaved} />
      </>
    );
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory({ initialEntries: ['/form'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  await leaveAsked();
  expect(router.state.location.pathname).toBe('/form');
  saved();
  await expect.poll(() => router.state.location.pathname).toBe('/projects');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
