import { Notifications, notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../api/client.ts';
import { currentSession } from '../api/session.ts';
import type { Text } from '../i18n/use-text.ts';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { notifyFailure } from './notify.tsx';

const text = { status: (name: string) => name, t: (key: string) => key } as Text;

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

/** What is told when the server answers all calls so. */
async function told(httpStatus: number, name: string) {
  const envelope = { payload: null, additionalInformation: null, status: { code: 1, name }, errors: [] };
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
