import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { LoginOverlay } from './LoginOverlay.tsx';

test('an expired session asks for the password at once, and cannot be put aside', async () => {
  const screen = await draw(<LoginOverlay login="petar.petrovic" />);
  const dialog = screen.getByRole('dialog', { name: 'Сесија је истекла' });
  // If the field of the name had the focus, a password typed at once would be readable.
  await expect.element(dialog.getByLabelText('Лозинка', { exact: true })).toHaveFocus();
  await expect.element(dialog.getByLabelText('Корисничко име')).toHaveValue('petar.petrovic');
  // A form whose saving was refused is not sent again by itself.
  await expect.element(dialog.getByText(/па сачувајте што сте унели/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Затвори' })).not.toBeInTheDocument();
});
