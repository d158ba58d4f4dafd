import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ProjectForm } from '@pimis/contract/forms';
import type { FormDefinition } from '@pimis/domain/forms/types';
import { draw, formOf } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import type { FormProject } from './api.ts';
import { Head } from './Head.tsx';
import { FormStore } from './store.ts';

async function drawHead(
  form: Partial<ProjectForm>,
  project: Partial<FormProject>,
  definition: FormDefinition = formOf([]),
) {
  const store = new FormStore({
    definition,
    values: {},
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  const head = {
    definition,
    form: {
      code: 'proba',
      name: 'Проба',
      phase: 0,
      status: 1,
      inputJsonRevisions: [],
      rights: { edit: true },
      ...form,
    } as unknown as ProjectForm,
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

test('since when a form is used is folded behind a question mark', async () => {
  signIn();
  const header = { sr: 'Образац се примењује од 01.01.2023.', en: 'Form in use since 1 January 2023' };
  const screen = await drawHead({}, { code: 'PROBA', name: 'Проба' }, { ...formOf([]), header });
  const since = screen.getByText('Образац се примењује од 1.1.2023.');
  await expect.element(since).not.toBeVisible();
  await screen.getByRole('button', { name: /^Објашњење: / }).click();
  await expect.element(since).toBeVisible();
});

test('that a form was never saved is said in the head only to who reads it: who fills it in has the bar', async () => {
  signIn();
  const project = { code: 'PROBA', name: 'Проба' };
  const filled = await drawHead({}, project);
  await expect.element(filled.getByRole('heading')).toBeVisible();
  await expect.element(filled.getByText('Није сачувано')).not.toBeInTheDocument();
  await filled.unmount();
  const rights = { edit: false } as ProjectForm['rights'];
  const read = await drawHead({ rights }, project);
  await expect.element(read.getByText('Није сачувано')).toBeVisible();
});
