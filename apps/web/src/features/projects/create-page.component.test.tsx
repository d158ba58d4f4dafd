import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { askedNoMore, Away, leaveAsked } from '../../testing/leaving.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { CreatePage } from './CreatePage.tsx';

afterEach(() => vi.restoreAllMocks());

test('a project is opened once, and its name is not changed while it is: the change would be lost', async () => {
  signIn(1, ['Project_Manage', 'Form_ImportantManage']);
  const answer = Promise.withResolvers<Response>();
  const asked = vi.spyOn(window, 'fetch').mockImplementation(() => answer.promise);
  const screen = await draw(
    <>
      <Away />
      <CreatePage />
    </>,
  );
  const name = screen.getByRole('textbox', { name: 'Назив пројекта' });
  await userEvent.fill(name, 'Изградња моста');
  await screen.getByRole('button', { name: 'Отвори пројекат' }).dblClick();
  await expect.poll(() => isSent(name)).toBe(true);
  expect(asked).toHaveBeenCalledOnce();
  await leaveAsked();
  const status = { code: 0, name: 'Success' };
  answer.resolve(
    Response.json({ payload: { code: 'IZGRADNJA-MOSTA' }, additionalInformation: null, status, errors: [] }),
  );
  await askedNoMore();
});
