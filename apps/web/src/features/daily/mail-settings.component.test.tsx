import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { Away, leaveAsked } from '../../testing/leaving.tsx';
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
  const screen = await draw(
    <>
      <Away />
      <MailSettings />
    </>,
  );
  const comments = screen.getByRole('combobox', { name: 'Коментари' });
  await expect.element(comments).toHaveValue('now');
  await userEvent.selectOptions(comments, 'none');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => isSent(comments)).toBe(true);
  await leaveAsked();
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

test('a saved choice stays when a read that began before the answer comes after it', async () => {
  signIn();
  const answer = (comments: string) =>
    Response.json({
      payload: { turn: 'now', moved: 'now', comments },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  const [put, late] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  let reads = 0;
  let isSaving = false;
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (request?.method === 'PUT') {
      isSaving = true;
      return put.promise;
    }
    reads += 1;
    return isSaving ? late.promise : answer('digest');
  });
  const screen = await draw(<MailSettings />);
  const comments = screen.getByRole('combobox', { name: 'Коментари' });
  await userEvent.selectOptions(comments, 'none');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => isSaving).toBe(true);
  const before = reads;
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => reads).toBe(before + 1);
  put.resolve(answer('none'));
  await expect.poll(() => isSent(comments)).toBe(false);
  const lateAnswer = answer('digest');
  late.resolve(lateAnswer);
  await expect.poll(() => lateAnswer.bodyUsed).toBe(true);
  // A later choice shows that the outdated response was ignored.
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Пројекат чека на мене' }), 'none');
  await expect.element(comments).toHaveValue('none');
});
