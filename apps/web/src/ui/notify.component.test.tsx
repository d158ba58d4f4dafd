import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../api/client.ts';
import { currentSession } from '../api/session.ts';
import type { Text } from '../i18n/use-text.ts';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { notifyDone, notifyFailure } from './notify.tsx';

const text = { status: (name: string) => name, t: (key: string) => key } as Text;

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

/** The messages shown when the server gives this answer to all calls. */
async function told(httpStatus: number, name: string, errors: readonly string[] = [], fieldErrors?: readonly object[]) {
  const status = { code: 1, name };
  const envelope = { payload: null, additionalInformation: null, status, errors, fieldErrors };
  vi.spyOn(window, 'fetch').mockImplementation(
    async () => new Response(JSON.stringify(envelope), { status: httpStatus }),
  );
  await call('GET /dashboard').catch((failure: unknown) => notifyFailure(failure, text));
}

test('the end of a session is told by the sign-in alone, and any other refusal by a message', async () => {
  signIn();
  const screen = await draw(<Notifications />);
  await told(401, 'Unauthorized');
  expect(currentSession().status).toBe('expired');
  signIn();
  await told(403, 'Forbidden');
  await expect.element(screen.getByText('Forbidden')).toBeVisible();
  expect(screen.getByText('Unauthorized').elements()).toEqual([]);
});

test('a reason beside the name of a refusal is told with its text', async () => {
  const screen = await draw(<Notifications />);
  await told(409, 'InvalidProjectAction', ['ProjectArchived']);
  await expect.element(screen.getByText('InvalidProjectAction')).toBeVisible();
  await expect.element(screen.getByRole('listitem')).toHaveTextContent('ProjectArchived');
});

test('a refusal for the sake of one field is told once, with the field', async () => {
  const screen = await draw(<Notifications />);
  await told(400, 'PasswordTooShort', [], [{ field: 'password', code: 'PasswordTooShort' }]);
  await expect.element(screen.getByText('shell.field')).toBeVisible();
  expect(screen.getByRole('listitem').elements()).toEqual([]);
  expect(screen.getByText('PasswordTooShort').elements()).toEqual([]);
});

test('the button beside a message of two lines shows all of its word', async () => {
  const screen = await draw(<Notifications />);
  notifyDone('Извори финансирања у фискалној години: ред 2 је уклоњен.', { label: 'Врати', run: () => undefined });
  const button = screen.getByRole('button', { name: 'Врати' });
  await expect.element(button).toBeVisible();
  const [shown] = button.element().querySelectorAll('.mantine-Button-label');
  expect(shown && shown.scrollWidth - shown.clientWidth).toBe(0);
});
