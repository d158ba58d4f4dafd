import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { LoginPage } from './LoginPage.tsx';

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('', { status: 503 }));
});
afterEach(() => vi.restoreAllMocks());

const page = () => draw(<LoginPage onSignedIn={() => undefined} />);
const old = /^Веб-прегледач је застарео/;
const cookies = /^Веб-прегледач не прима колачиће/;

test('a browser that has all is told nothing', async () => {
  const screen = await page();
  await expect.element(screen.getByLabelText('Корисничко име')).toBeVisible();
  await expect.element(screen.getByText(old)).not.toBeInTheDocument();
  await expect.element(screen.getByText(cookies)).not.toBeInTheDocument();
});

test('an old one is told which versions do, and lets people in', async () => {
  vi.spyOn(CSS, 'supports').mockReturnValue(false);
  const screen = await page();
  await expect.element(screen.getByText(old)).toBeVisible();
  await expect.element(screen.getByLabelText('Корисничко име')).toBeVisible();
});

test('one that takes no cookies is told so in place of the fields', async () => {
  vi.spyOn(Navigator.prototype, 'cookieEnabled', 'get').mockReturnValue(false);
  const screen = await page();
  await expect.element(screen.getByText(cookies)).toBeVisible();
  await expect.element(screen.getByLabelText('Корисничко име')).not.toBeInTheDocument();
});
