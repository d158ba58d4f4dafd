import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { draw } from '../../testing/form.tsx';
import { RequestLinkPage } from './LinkPages.tsx';

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
});
afterEach(() => vi.restoreAllMocks());

test('the name is typed at once, and again where it is wrong', async () => {
  await initI18n(['links']);
  const screen = await draw(<RequestLinkPage kind="reset" />);
  const login = screen.getByRole('textbox', { name: 'Корисничко име' });
  await expect.element(login).toHaveFocus();
  await login.fill('ана анић');
  await screen.getByRole('button', { name: 'Пошаљи везу' }).click();
  await expect.element(login).toHaveFocus();
  await expect.element(login).toBeInvalid();
});
