import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UserDetails } from '@pimis/contract/users';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { RevokeDialog } from './StatusDialogs.tsx';

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

test('the reason of a revocation cannot be typed while it is sent: it would be dropped with the one that was', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise<Response>(() => undefined));
  const user = { login: 'ana', name: 'Ана' } as UserDetails;
  const screen = await draw(<RevokeDialog user={user} onClose={() => undefined} />);
  const reason = screen.getByRole('textbox');
  await reason.fill('Погрешан орган');
  await screen.getByRole('dialog').getByRole('button').last().click();
  await expect.poll(() => isSent(reason)).toBe(true);
});
