import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type {} from '@vitest/browser-playwright';
import { cdp, userEvent } from 'vitest/browser';
import type { Project } from '@pimis/contract/projects';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { SEND } from '../../testing/step.ts';
import { OptionsTab } from './OptionsTab.tsx';
import { ProjectLayout } from './ProjectLayout.tsx';
import { StatusButtons } from './StatusButtons.tsx';
import '../../ui/print.css';

const projectOf = (code: string) =>
  ({
    id: code === 'PRVI' ? 1 : 2,
    code,
    number: 1,
    name: `Пројекат ${code}`,
    status: 0,
    organizationId: '501',
    organizationName: 'Град',
    proposerOrganizationId: '501',
    proposerOrganizationName: 'Град',
    sector: 1,
    totalValue: '1.00',
    phase: 0,
    phaseStatus: 1,
    projectPhaseId: 7,
    phases: [{ phase: 0, state: 'current' }],
    counts: { documents: 0, comments: 0 },
    rights: { archive: true, settings: true },
    availableActions: [SEND],
    mainAction: SEND.id,
    taskAction: SEND.id,
    nextStep: null,
  }) as unknown as Project;

let sent: unknown[];

beforeEach(() => {
  sent = [];
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url, request) => {
    if (typeof request?.body === 'string') sent.push(JSON.parse(request.body));
    const code = typeof url === 'string' ? (/projects\/([A-Z]+)$/.exec(url)?.[1] ?? null) : null;
    return Response.json({
      payload: code === null ? { forms: [], warnings: [] } : projectOf(code),
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
});
afterEach(() => vi.restoreAllMocks());

/** The page of a project, and its options, at an address. */
async function drawAt(address: string) {
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({ getParentRoute: () => root, path: '/projects/$projectCode', component: ProjectLayout });
  const options = createRoute({ getParentRoute: () => page, path: 'options/$optionsTab', component: OptionsTab });
  const router = createRouter({
    routeTree: root.addChildren([page.addChildren([options])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return { router, screen: await draw(<RouterProvider router={router as never} />) };
}

test.each([SEND.label.sr, 'Заврши пројекат'])('the dialog „%s“ closes on the way to another project', async (step) => {
  const { screen, router } = await drawAt('/projects/PRVI');
  await expect.element(screen.getByRole('heading', { name: 'Пројекат PRVI' })).toBeVisible();
  await router.navigate({ to: '/projects/DRUGI' });
  await expect.element(screen.getByRole('heading', { name: 'Пројекат DRUGI' })).toBeVisible();
  await screen.getByRole('button', { name: step }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  router.history.back();
  await expect.element(screen.getByText('Пројекат PRVI')).toBeInTheDocument();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('an address that no project can have is one of nothing, and leads on', async () => {
  vi.mocked(window.fetch).mockImplementation(async () =>
    Response.json(
      {
        payload: null,
        additionalInformation: null,
        status: { code: 1004, name: 'ValidationError' },
        errors: ['projectCode.InvalidField'],
        fieldErrors: [{ field: 'projectCode', code: 'InvalidField' }],
      },
      { status: 422 },
    ),
  );
  const { screen } = await drawAt('/projects/%C4%91/details');
  await expect.element(screen.getByText('Страница не постоји')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Иди на преглед' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Покушај поново' }).elements()).toEqual([]);
});

test('a project that was stopped says so in the words of its status', async () => {
  vi.mocked(window.fetch).mockImplementation(async () =>
    Response.json({
      payload: { ...projectOf('PRVI'), status: 1, phaseStatus: 9, availableActions: [] },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const { screen } = await drawAt('/projects/PRVI');
  await expect.element(screen.getByText('Завршен: обустављено')).toBeVisible();
  await expect.element(screen.getByText('Идеја: обустављено')).toBeVisible();
});

test('a merged project says so beside its status', async () => {
  vi.mocked(window.fetch).mockImplementation(async () =>
    Response.json({
      payload: { ...projectOf('PRVI'), status: 2, isMerged: true, availableActions: [] },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const { screen } = await drawAt('/projects/PRVI');
  await expect.element(screen.getByText('Архивиран', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Спојен', { exact: true })).toBeVisible();
});

test('the longest name of an organization stays within the head', async () => {
  vi.mocked(window.fetch).mockImplementation(async () =>
    Response.json({
      payload: { ...projectOf('PRVI'), organizationId: '502', organizationName: 'Г'.repeat(300) },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const { screen } = await drawAt('/projects/PRVI');
  await expect.element(screen.getByText(/^Г+, предлагач Град/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});

test('an organization that proposes its own project is named once in the head', async () => {
  const { screen } = await drawAt('/projects/PRVI');
  await expect.element(screen.getByText(/^Град ·/)).toBeVisible();
});

test('on paper no phase is cut off', async () => {
  const phases = [0, 10, 2, 9, 4, 5, 11, 12, 7, 8].map((phase) => ({ phase, state: 'ahead' }));
  vi.mocked(window.fetch).mockImplementation(async () =>
    Response.json({
      payload: { ...projectOf('PRVI'), phases },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const { screen } = await drawAt('/projects/PRVI');
  const steps = screen.getByRole('list', { name: 'Фазе пројекта' });
  await expect.element(steps.getByText('Ефекти')).toBeInTheDocument();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  const { scrollWidth, clientWidth } = steps.element();
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  expect(scrollWidth).toBe(clientWidth);
});

test('a project that somebody else has finished meanwhile is not archived by who wanted to finish it', async () => {
  const Page = () => {
    const [project, setProject] = useState(projectOf('PRVI'));
    useEffect(() => {
      const finish = () => setProject((before) => ({ ...before, status: 1 }));
      window.addEventListener('finished', finish, { once: true });
    }, []);
    return <StatusButtons project={project} />;
  };
  const screen = await draw(<Page />);
  await screen.getByRole('button', { name: 'Заврши пројекат' }).click();
  const comment = screen.getByRole('textbox', { name: 'Коментар' });
  await userEvent.fill(comment, 'Нема средстава');
  window.dispatchEvent(new Event('finished'));
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Заврши пројекат' }).click();
  await expect.poll(() => sent).toEqual([{ status: 1, expected: { status: 0 }, comment: 'Нема средстава' }]);
  await expect.element(dialog).not.toBeInTheDocument();
  // The reason typed for finishing must not become the comment of the next action.
  await screen.getByRole('button', { name: 'Архивирај' }).click();
  await expect.element(comment).toHaveValue('');
});

test.each([
  [
    0,
    'Заврши пројекат',
    'Пројекат се зауставља у садашњој фази и више се не може вратити у рад. Образложење остаје у историји.',
  ],
  [
    1,
    'Архивирај',
    'Пројекат прелази у архиву: отвара се само за читање и не прима коментаре. Може се вратити из архиве.',
  ],
  [2, 'Врати из архиве', 'Пројекат се враћа међу завршене.'],
])('the dialog of a change from status %i names the project and says what „%s“ does', async (status, label, text) => {
  const screen = await draw(<StatusButtons project={{ ...projectOf('PRVI'), status }} />);
  await screen.getByRole('button', { name: label }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Пројекат PRVI', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('PRVI · Град')).toBeVisible();
  await expect.element(dialog.getByText(text)).toBeVisible();
});

test('the reason of an end survives a reload, until it is sent or given up', async () => {
  const opened = async () => {
    const screen = await draw(<StatusButtons project={projectOf('PRVI')} />);
    await screen.getByRole('button', { name: 'Заврши пројекат' }).click();
    return { screen, comment: screen.getByRole('textbox', { name: 'Коментар' }) };
  };
  const first = await opened();
  await userEvent.fill(first.comment, 'Нема средстава');
  await first.screen.unmount();
  const second = await opened();
  await expect.element(second.comment).toHaveValue('Нема средстава');
  await second.screen.getByRole('button', { name: 'Одустани' }).click();
  await second.screen.unmount();
  const third = await opened();
  await expect.element(third.comment).toHaveValue('');
});

test('the reason of an end cannot be typed while it is sent: it would be dropped with the one that was', async () => {
  vi.mocked(window.fetch).mockImplementation(() => new Promise<Response>(() => undefined));
  const screen = await draw(<StatusButtons project={projectOf('PRVI')} />);
  await screen.getByRole('button', { name: 'Заврши пројекат' }).click();
  const comment = screen.getByRole('textbox', { name: 'Коментар' });
  await userEvent.fill(comment, 'Нема средстава');
  await screen.getByRole('dialog').getByRole('button', { name: 'Заврши пројекат' }).click();
  await expect.poll(() => isSent(comment)).toBe(true);
});

test('a project whose code is changed is the same: what is typed beside stays, and nothing is asked', async () => {
  signIn(1, ['Admin']);
  const project = projectOf('PRVI');
  vi.mocked(window.fetch).mockImplementation(async (url, request) => {
    const path = typeof url === 'string' ? url : '';
    const renamed = request?.method === 'PUT' || path.endsWith('NOVI');
    return Response.json({
      payload: path.endsWith('/withholding')
        ? { published: true, publicSince: null, withheld: null }
        : { ...project, code: renamed ? 'NOVI' : 'PRVI' },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
  const { screen, router } = await drawAt('/projects/PRVI/options/settings');
  const reason = screen.getByRole('textbox', { name: /Разлог/ });
  await userEvent.fill(reason, 'Одбрана');
  const code = screen.getByRole('textbox', { name: 'Радни назив' });
  await userEvent.fill(code, 'NOVI');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/projects/NOVI/options/settings');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(reason).toHaveValue('Одбрана');
  await expect.poll(() => isSent(code)).toBe(false);
});

test('a project that one does not see says why, and how to come to see it', async () => {
  vi.mocked(window.fetch).mockImplementation(async () =>
    Response.json(
      { payload: null, additionalInformation: null, status: { code: 1003, name: 'NotFound' }, errors: [] },
      { status: 404 },
    ),
  );
  const { screen } = await drawAt('/projects/TUDJI');
  await expect
    .element(screen.getByText(/немате право да га видите.*орган упише ваш орган међу посматраче/))
    .toBeVisible();
});
