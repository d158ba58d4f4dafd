import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { FormPage } from './FormPage.tsx';

const answer = (payload: unknown, name: string, status: number) =>
  Response.json({ payload, additionalInformation: null, status: { code: 0, name }, errors: [] }, { status });

/** A server that finds no form, and the project only if one is given. */
function serve(project: object | null): void {
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const asksForProject = typeof url === 'string' && url.endsWith('/projects/PRVI');
    return asksForProject && project ? answer(project, 'Success', 200) : answer(null, 'NotFound', 404);
  });
}

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

async function drawFormPage() {
  const root = createRootRoute();
  const path = '/projects/$projectCode/phases/$projectPhaseId/forms/$formType/id/$phaseFormId';
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path, component: FormPage })]),
    history: createMemoryHistory({ initialEntries: ['/projects/PRVI/phases/7/forms/ideja/id/9'] }),
  });
  return draw(<RouterProvider router={router as never} />);
}

const HINT = /Пројекат не постоји или немате право да га видите/;

test('a form of a project that the user does not see, or of none, says what the project’s page says', async () => {
  serve(null);
  const screen = await drawFormPage();
  await expect.element(screen.getByText('Тражени податак не постоји.')).toBeVisible();
  await expect.element(screen.getByText(HINT)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Иди на преглед' })).toBeVisible();
});

test('a form that a project of the user does not have says nothing of the right to see it', async () => {
  serve({ code: 'PRVI', name: 'Први' });
  const screen = await drawFormPage();
  await expect.element(screen.getByText('Тражени податак не постоји.')).toBeVisible();
  await expect.element(screen.getByText(HINT)).not.toBeInTheDocument();
});
