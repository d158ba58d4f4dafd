import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CallPayload } from '@pimis/contract/calls';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { DashboardPage } from './DashboardPage.tsx';

afterEach(() => vi.restoreAllMocks());

const LONG = 'Г'.repeat(200);
const DASHBOARD: CallPayload<'GET /dashboard'> = {
  organization: { id: '1', name: LONG, companyNumber: null, taxIdNumber: null, createdDate: null },
  user: { name: 'Ана', login: 'ana', roleName: 'Operator', roleDescription: 'Оператер' },
  registrations: [{ id: '2', name: LONG, waitingSince: '2026-11-20T09:00:00Z', days: 1 }],
  counts: { pending: 0, finished: 0, archived: 0, lists: 0, users: 0, tasks: 1, waitingProjects: 0, longestWait: null },
  firstSteps: null,
  deadlines: [],
};

/** Draws the page with these answers. */
function drawPage() {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload: url === '/api/dashboard' ? DASHBOARD : [],
      additionalInformation: { totalRows: 0 },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  return draw(<DashboardPage />);
}

test('lists whose session has no day are one line', async () => {
  const list = (name: string, projects: number) => ({
    kind: 'list' as const,
    day: null,
    days: null,
    project: null,
    list: { type: 3, name, projects },
  });
  const quarter = { kind: 'quarter' as const, day: '2027-01-01', days: 33, project: null, list: null };
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload: url === '/api/dashboard' ? { ...DASHBOARD, deadlines: [quarter, list('А', 1), list('Б', 4)] } : [],
      additionalInformation: { totalRows: 0 },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const screen = await draw(<DashboardPage />);
  await expect.element(screen.getByText(/2 листе пред комисијом, дан седнице није одређен/)).toBeVisible();
  await expect.element(screen.getByText(/5 пројеката/)).toBeVisible();
  expect(document.querySelectorAll('.deadline')).toHaveLength(1);
});

test('the longest names of organizations stay within their panels', async () => {
  await page.viewport(1280, 800);
  const screen = await drawPage();
  const named = screen.getByRole('link', { name: LONG, exact: true });
  await expect.poll(() => named.elements().length).toBe(1);
  for (const frame of [document.documentElement, ...document.querySelectorAll('.scroll-x')]) {
    expect(frame.scrollWidth).toBe(frame.clientWidth);
  }
});

test('the number of tasks is said once, at the tasks', async () => {
  await page.viewport(1280, 800);
  const screen = await drawPage();
  await expect.element(screen.getByRole('heading', { name: 'Моји задаци' })).toBeVisible();
  await expect.element(screen.getByText(/чека на вас/)).not.toBeInTheDocument();
});

test('on a narrow screen the title of the tasks is not squeezed by what stands beside it', async () => {
  await page.viewport(360, 740);
  const screen = await drawPage();
  const title = screen.getByRole('heading', { name: 'Моји задаци' });
  await expect.element(title).toBeVisible();
  const { lineHeight } = getComputedStyle(title.element());
  expect(title.element().getBoundingClientRect().height).toBeLessThanOrEqual(Math.ceil(Number.parseFloat(lineHeight)));
});
