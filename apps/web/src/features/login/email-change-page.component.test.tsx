import { afterEach, expect, test, vi } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { draw } from '../../testing/form.tsx';
import { EmailChangePage } from './EmailChangePage.tsx';

const TOKEN = 'oznaka-iz-poruke';

afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', location.pathname);
});

/** Opens the page by a link; `answers` are those of the server to each call, by the end of its path. */
async function opened(
  step: 'confirm' | 'stop',
  answers: Record<string, { name: string; status: number; payload?: object }>,
  search = `?token=${TOKEN}`,
) {
  const asked: { path: string; body: unknown }[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const path = typeof address === 'string' ? address : '';
    const found = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1];
    if (found) asked.push({ path, body: JSON.parse(request?.body as string) });
    const { name, status, payload = {} } = found ?? { name: 'ServiceError', status: 500 };
    return Response.json(
      { payload, additionalInformation: null, status: { code: status === 200 ? 0 : 1, name }, errors: [] },
      { status },
    );
  });
  history.replaceState(null, '', `${location.pathname}${search}`);
  await initI18n(['links']);
  return { asked, screen: await draw(<EmailChangePage step={step} />) };
}

const LINK = { name: 'Success', status: 200, payload: { login: 'ana.anic', email: 'nova@example.rs' } };
const USED = { name: 'InvalidEmailToken', status: 422 };

test.each([
  { step: 'confirm', button: 'Потврди адресу', path: 'email-change' },
  { step: 'stop', button: 'Заустави промену', path: 'email-change/stop' },
] as const)('the page to $step names the account and the new address, and does it when pressed', async (page) => {
  const done = { name: 'Success', status: 200 };
  const { screen, asked } = await opened(page.step, { '/validate': LINK, [page.path]: done });
  await expect.element(screen.getByText('Налог: ana.anic')).toBeVisible();
  await expect.element(screen.getByText('Нова адреса: nova@example.rs')).toBeVisible();
  // Opening it does nothing yet: mail scanners open links.
  expect(asked).toEqual([{ path: `/api/security/users/${page.path}/validate`, body: { token: TOKEN } }]);
  const button = screen.getByRole('button', { name: page.button });
  await button.click();
  await expect.element(button).not.toBeInTheDocument();
  expect(asked[1]).toEqual({ path: `/api/security/users/${page.path}`, body: { token: TOKEN } });
});

test('a used or outdated link says so at once, and offers nothing to press', async () => {
  const { screen } = await opened('confirm', { '/validate': USED });
  await expect.element(screen.getByText('Веза за промену е-поште није важећа или је истекла.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Потврди адресу' }).elements()).toEqual([]);
});

test('who opens the page without a link is told where it is', async () => {
  const { screen } = await opened('stop', { '/validate': { name: 'ValidationError', status: 422 } }, '');
  await expect.element(screen.getByText(/^Отворите ову страницу везом из поруке/)).toBeVisible();
});

test('a link that was used meanwhile is refused where it was pressed', async () => {
  const { screen } = await opened('confirm', { '/validate': LINK, 'email-change': USED });
  await screen.getByRole('button', { name: 'Потврди адресу' }).click();
  await expect.element(screen.getByText('Веза за промену е-поште није важећа или је истекла.')).toBeVisible();
});
