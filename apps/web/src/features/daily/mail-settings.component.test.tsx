import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { MailSettings } from './MailSettings.tsx';

afterEach(() => vi.restoreAllMocks());

test('a choice cannot be changed while it is saved: the change would be dropped with the one that was sent', async () => {
  signIn();
  const payload = { turn: 'now', moved: 'digest', comments: 'now' };
  const success = { additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] };
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) =>
    request?.method === 'PUT' ? new Promise<Response>(() => undefined) : Response.json({ payload, ...success }),
  );
  const screen = await draw(<MailSettings />);
  const comments = screen.getByRole('combobox', { name: 'Коментари' });
  await expect.element(comments).toHaveValue('now');
  await userEvent.selectOptions(comments, 'none');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => isSent(comments)).toBe(true);
});

test('what another window has saved meanwhile stays', async () => {
  signIn();
  let stored = { turn: 'digest', moved: 'digest', comments: 'digest' };
  const success = { additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] };
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (typeof request?.body === 'string') stored = JSON.parse(request.body) as typeof stored;
    return Response.json({ payload: stored, ...success });
  });
  const screen = await draw(<MailSettings />);
  const comments = screen.getByRole('combobox', { name: 'Коментари' });
  await expect.element(comments).toHaveValue('digest');
  stored = { ...stored, turn: 'now' };
  await userEvent.selectOptions(comments, 'none');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Пројекат чека на мене' })).toHaveValue('now');
  expect(stored).toEqual({ turn: 'now', moved: 'digest', comments: 'none' });
});
