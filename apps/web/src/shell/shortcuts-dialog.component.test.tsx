import { expect, test } from 'vitest';
import { draw } from '../testing/form.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import './shell.css';

test('keys that are pressed together stand in one line', async () => {
  const screen = await draw(<ShortcutsDialog onClose={() => undefined} />);
  await expect.element(screen.getByText('Ctrl + Z')).toBeVisible();
  const lines = [...document.querySelectorAll('kbd')].map((keys) => keys.getClientRects().length);
  expect(new Set(lines)).toEqual(new Set([1]));
});

test('the keys of every screen and of forms are listed', async () => {
  const screen = await draw(<ShortcutsDialog onClose={() => undefined} />);
  for (const [name, keys] of [
    ['Претрага', 'Ctrl + K'],
    ['Овај списак', '?'],
    ['Сачувај', 'Ctrl + S'],
    ['Закључај', 'Ctrl + Shift + L'],
    ['Следећи одељак', 'Alt + Page Down'],
    ['Следећа грешка', 'F8'],
  ]) {
    await expect.element(screen.getByText(keys ?? '', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(name ?? '', { exact: true }).first()).toBeVisible();
  }
});
