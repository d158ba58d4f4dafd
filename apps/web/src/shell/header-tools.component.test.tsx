import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

test('the menu of the account has the other tools where the header has no room for them, and keys lead through it', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  signIn(1, [], 'Милош Петровић');
  const screen = await draw(<HeaderTools />);
  const items = async () => {
    await screen.getByRole('button', { name: /Милош Петровић/ }).click();
    await expect.element(screen.getByRole('menuitem').first()).toHaveFocus();
    return screen.getByRole('menuitem');
  };
  const wide = await items();
  // Profile and sign-out.
  expect(wide.elements()).toHaveLength(2);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(wide.nth(1)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await page.viewport(360, 640);
  // Help, three themes and three languages come between them.
  const narrow = await items();
  expect(narrow.elements()).toHaveLength(9);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(narrow.nth(2)).toHaveFocus();
  await page.viewport(1280, 800);
});
