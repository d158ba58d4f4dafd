import { expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { LoginForm } from './LoginForm.tsx';

vi.mock('./security/passkey.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('a sign-in by a passkey whose script is no longer served says to load the page again', async () => {
  const screen = await draw(<LoginForm withLinks />);
  await screen.getByRole('button', { name: 'Приступни кључ' }).click();
  await expect.element(screen.getByText('Пријава приступним кључем се није учитала. Освежите страницу.')).toBeVisible();
});
