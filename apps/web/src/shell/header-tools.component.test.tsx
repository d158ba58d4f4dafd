import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { HeaderTools } from './HeaderTools.tsx';
import './shell.css';

afterEach(() => vi.restoreAllMocks());

test('the longest name of a user stays on its line', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const name = 'Александра Константиновић '.repeat(7).trim();
  signIn(1, [], name);
  const screen = await draw(<HeaderTools />);
  const shown = screen.getByTitle(name);
  await expect.element(shown).toBeVisible();
  expect(shown.element().getBoundingClientRect().height).toBeLessThan(20);
});
