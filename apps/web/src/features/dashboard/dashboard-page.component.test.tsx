import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CallPayload } from '@pimis/contract/calls';
import { setLanguage } from '../../i18n/i18n.ts';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { DashboardPage } from './DashboardPage.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await setLanguage('sr-Cyrl');
});

const LONG = 'Г'.repeat(200);
const DASHBOARD: CallPayload<'GET /dashboard'> = {
  organization: { id: '1', name: LONG, companyNumber: null, taxIdNumber: null, createdDate: null },
  user: { name: 'Ана', login: 'ana', roleName: 'Operator', roleDescription: 'Оператер' },
  registrations: [{ id: '2', name: LONG, waitingSince: '2026-11-20T09:00:00Z', days: 1 }],
  counts: { pending: 0, finished: 0, archived: 0, lists: 0, users: 0, tasks: 1, waitingProjects: 0 },
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

test('the own role is named in the language of the screen', async () => {
  const screen = await drawPage();
  await expect.element(screen.getByText('Оператер')).toBeVisible();
  await setLanguage('en');
  await expect.element(screen.getByText('Operator', { exact: true })).toBeVisible();
});

test('the name of a list is told from the words around it', async () => {
  const list = { type: 3, name: 'Листа 28.11. ванредна', undecided: 1 };
  const deadline = { kind: 'list', day: null, days: null, project: null, list, note: null };
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload: url === '/api/dashboard' ? { ...DASHBOARD, deadlines: [deadline] } : [],
      additionalInformation: { totalRows: 0 },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const screen = await draw(<DashboardPage />);
  await expect.element(screen.getByText('листа „Листа 28.11. ванредна“')).toBeVisible();
});

test('the longest names of organizations stay within their panels', async () => {
  await page.viewport(1280, 800);
  const screen = await drawPage();
  const named = screen.getByRole('link', { name: LONG, exact: true });
  await expect.poll(() => named.elements().length).toBe(2);
  for (const frame of [document.documentElement, ...document.querySelectorAll('.scroll-x')]) {
    expect(frame.scrollWidth).toBe(frame.clientWidth);
  }
});
