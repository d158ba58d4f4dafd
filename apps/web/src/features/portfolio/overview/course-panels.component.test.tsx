import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { PortfolioCourse } from '@pimis/contract/portfolio/overview';
import { PHASE } from '@pimis/domain/workflow/phases';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { FIRST_PAGE } from '../../../ui/DataTable/state.ts';
import { CoursePanels } from './CoursePanels.tsx';

afterEach(() => vi.restoreAllMocks());

test('days are said in the form of the number that is shown, also where the median lies between two days', async () => {
  signIn();
  const phase = { phase: PHASE.idea, reached: 4, passed: 2, medianDays: 20.5, ninetiethDays: 40 };
  const payload: PortfolioCourse = { phases: [phase], waits: [], lists: [] };
  const status = { code: 0, name: 'Success' };
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload, additionalInformation: null, status, errors: [] }),
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <CoursePanels filter={FIRST_PAGE} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  await expect.element(screen.getByText(/обично 21 дан,/).first()).toBeInTheDocument();
});
