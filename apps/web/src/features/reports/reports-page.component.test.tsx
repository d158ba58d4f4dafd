import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { ReportsPage } from './ReportsPage.tsx';

afterEach(() => vi.restoreAllMocks());

const TITLE = { sr: 'Преглед пројеката', en: 'List of projects' };

const answer = (payload: unknown) =>
  Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });

const reports = () =>
  answer([
    {
      type: 'project-list',
      codeName: 'PIMIS-001',
      title: TITLE,
      description: TITLE,
      formats: ['pdf'],
      favourite: false,
      mailed: false,
    },
  ]);

test('a report stays a favourite when a read that began before the answer comes after it', async () => {
  signIn(1, ['Admin']);
  const [put, late] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const reads: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (asked, request) => {
    const path = String(asked instanceof Request ? asked.url : asked);
    if (request?.method === 'PUT') return path.endsWith('/mail') ? answer({ mailed: true }) : put.promise;
    if (!path.endsWith('/reporting/board-reports')) return new Promise(() => undefined);
    reads.push(path);
    return reads.length === 1 ? reports() : late.promise;
  });
  const screen = await draw(<ReportsPage />);
  const star = screen.getByRole('button', { name: 'Омиљени: Преглед пројеката' });
  await expect.element(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => reads.length).toBe(2);
  put.resolve(answer({ favourite: true }));
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  late.resolve(reports());
  // A later click shows that the response was processed.
  const mail = screen.getByRole('button', { name: /^Месечна порука/ });
  await mail.click();
  await expect.element(mail).toHaveAttribute('aria-pressed', 'true');
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
});

test('the choice can be taken back only once there is one', async () => {
  signIn(1, ['Admin']);
  vi.spyOn(window, 'fetch').mockImplementation(async (asked) => {
    const path = String(asked instanceof Request ? asked.url : asked);
    return path.endsWith('/reporting/board-reports') ? reports() : new Promise(() => undefined);
  });
  const root = createRootRoute();
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/reporting', component: ReportsPage }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/reporting'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  const clear = screen.getByRole('button', { name: 'Поништи избор' });
  const sector = screen.getByLabelText('Сектор');
  await expect.element(sector).toBeVisible();
  await expect.element(clear).not.toBeInTheDocument();
  await sector.selectOptions('Саобраћај');
  await expect.element(clear).toBeVisible();
  await clear.click();
  await expect.element(clear).not.toBeInTheDocument();
  await expect.element(sector).toHaveValue('');
  await expect.element(screen.getByLabelText('Стање на дан')).toHaveFocus();
});
