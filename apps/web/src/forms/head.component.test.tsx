import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ProjectForm } from '@pimis/contract/forms';
import { draw, formOf } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import type { FormProject } from './api.ts';
import { Head } from './Head.tsx';
import { FormStore } from './store.ts';

async function drawHead(form: Partial<ProjectForm>, project: Partial<FormProject>) {
  const definition = formOf([]);
  const store = new FormStore({
    definition,
    values: {},
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  const head = {
    definition,
    form: { code: 'proba', name: 'Проба', phase: 0, status: 1, inputJsonRevisions: [], ...form } as ProjectForm,
    project: project as FormProject,
    store,
    onValidation: () => undefined,
    onRevision: () => undefined,
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Head {...head} /> }),
    history: createMemoryHistory({ initialEntries: ['/projects/PROBA/phases/91/forms/kvartalni/id/103'] }),
  });
  return draw(<RouterProvider router={router as never} />);
}

test('the head of a form is as wide as the screen, whatever its project is called', async () => {
  await page.viewport(360, 800);
  signIn();
  const screen = await drawHead({}, { code: 'PROBA', name: 'ш'.repeat(300) });
  const line = screen.getByText(/^Идеја · ш+/);
  await expect.element(line).toBeVisible();
  expect(line.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
});

test('the help of a form is that of its phase, by the number of the specification', async () => {
  signIn();
  const screen = await drawHead({}, { code: 'PROBA', name: 'Проба' });
  const help = screen.getByRole('link', { name: 'Упутство' });
  await expect.element(help).toHaveAttribute('href', `/help/${formOf([]).help}?lang=sr-Cyrl`);
});

test('a quarterly report says that a correction holds it, and leads there', async () => {
  signIn();
  const report = { code: 'kvartalni', name: 'Квартални-2026-4', phase: 5 };
  const place = { code: 'PROBA', name: 'Проба', status: 0, phase: 11, phaseStatus: 1, projectPhaseId: 121 };
  const screen = await drawHead(report, place);
  await expect.element(screen.getByText(/^У току је корекција плана\./)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Корекција: унос' }))
    .toHaveAttribute('href', '/projects/PROBA/phases/121/forms');
});
