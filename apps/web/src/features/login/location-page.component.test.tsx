import { afterEach, expect, test, vi } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { draw } from '../../testing/form.tsx';
import { LocationPage } from './LocationPage.tsx';

const TOKEN = 'oznaka-iz-poruke';
const SIGN_IN = { login: 'ana.anic', address: '203.0.113.7', device: 'Firefox, Windows', at: '2026-11-28T08:05:09Z' };

afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', location.pathname);
});

/** Opens the page by a link; `refused` are ends of paths that the server refuses. */
async function opened({ signIn = SIGN_IN, refused = [] }: { signIn?: object; refused?: string[] } = {}) {
  const asked: { path: string; body: unknown }[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const path = typeof address === 'string' ? address : '';
    asked.push({ path, body: JSON.parse(request?.body as string) });
    const isRefused = refused.some((end) => path.endsWith(end));
    const status = isRefused ? { code: 2020, name: 'InvalidLocationToken' } : { code: 0, name: 'Success' };
    const payload = path.endsWith('/validate') ? signIn : {};
    return Response.json(
      { payload, additionalInformation: null, status, errors: [] },
      { status: isRefused ? 422 : 200 },
    );
  });
  history.replaceState(null, '', `${location.pathname}?token=${TOKEN}`);
  await initI18n(['links']);
  return { asked, screen: await draw(<LocationPage />) };
}

const path = (end: string) => ({ path: `/api/login/location-verify${end}`, body: { token: TOKEN } });

test('the page shows who, when, from where and by what, and confirms nothing by being opened', async () => {
  const { screen, asked } = await opened();
  for (const line of ['Налог: ana.anic', 'Адреса: 203.0.113.7', 'Уређај: Firefox, Windows']) {
    await expect.element(screen.getByText(line)).toBeVisible();
  }
  await expect.element(screen.getByText(/^Време: 28\. ?11\. ?2026\.? 09:05:09/)).toBeVisible();
  expect(asked).toEqual([path('/validate')]);
  const confirm = screen.getByRole('button', { name: 'То сам ја' });
  await confirm.click();
  await expect.element(screen.getByText('Локација је потврђена. Пријавите се поново.')).toBeVisible();
  await expect.element(confirm).not.toBeInTheDocument();
  expect(asked).toEqual([path('/validate'), path('')]);
});

test('who was not there ends it, and is led to a new password', async () => {
  const { screen, asked } = await opened();
  await screen.getByRole('button', { name: 'Нисам ја' }).click();
  await expect.element(screen.getByText(/Неко зна вашу лозинку/)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Нова лозинка' }))
    .toHaveAttribute('href', '/login/password-reset');
  expect(screen.getByRole('button', { name: 'То сам ја' }).elements()).toEqual([]);
  expect(asked.at(-1)).toEqual(path('/refuse'));
});

test('a used or outdated link says so, and offers nothing to press', async () => {
  const { screen } = await opened({ refused: ['/validate'] });
  await expect.element(screen.getByText('Веза за потврду локације није важећа или је истекла.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'То сам ја' }).elements()).toEqual([]);
});

test('a link that ended meanwhile is refused where it was pressed', async () => {
  const { screen } = await opened({ refused: ['location-verify'] });
  await screen.getByRole('button', { name: 'То сам ја' }).click();
  await expect.element(screen.getByText('Веза за потврду локације није важећа или је истекла.')).toBeVisible();
});

test('a link of a former version, which knows less, shows what it knows', async () => {
  const { screen } = await opened({ signIn: { ...SIGN_IN, address: null, device: null } });
  await expect.element(screen.getByText(/^Време: /)).toBeVisible();
  expect(screen.getByText(/^(Адреса|Уређај):/).elements()).toEqual([]);
});
