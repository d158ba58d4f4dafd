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
