import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ProjectForm } from '@pimis/contract/forms';
import { draw, formOf } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import type { FormProject } from './api.ts';
import { Head } from './Head.tsx';
import { FormStore } from './store.ts';

test('the head of a form is as wide as the screen, whatever its project is called', async () => {
  await page.viewport(360, 800);
  signIn();
  const name = 'ш'.repeat(300);
  const definition = formOf([]);
  const store = new FormStore({
    definition,
    values: {},
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  const form = { code: 'proba', name: 'Проба', phase: 0, status: 1, inputJsonRevisions: [] } as unknown as ProjectForm;
  const project = { code: 'PROBA', name } as unknown as FormProject;
  const head = { definition, form, project, store, onValidation: () => undefined, onRevision: () => undefined };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Head {...head} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  const line = screen.getByText(/^Идеја · ш+$/);
  await expect.element(line).toBeVisible();
  expect(line.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
});
