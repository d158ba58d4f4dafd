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
  counts: { pending: 0, finished: 0, archived: 0, lists: 0, users: 0, tasks: 1, waitingProjects: 0 },
  firstSteps: null,
  deadlines: [],
};

test('the longest names of organizations stay within their panels', async () => {
  await page.viewport(1280, 800);
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload: url === '/api/dashboard' ? DASHBOARD : [],
      additionalInformation: { totalRows: 0 },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const screen = await draw(<DashboardPage />);
  const named = screen.getByRole('link', { name: LONG, exact: true });
  await expect.poll(() => named.elements().length).toBe(2);
  for (const frame of [document.documentElement, ...document.querySelectorAll('.scroll-x')]) {
    expect(frame.scrollWidth).toBe(frame.clientWidth);
  }
});
