import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../testing/form.tsx';
import { drawBesideAway, leaveAsked } from '../../../testing/leaving.tsx';
import { isSent } from '../../../testing/sent.ts';
import { signIn } from '../../../testing/sign-in.ts';
import { PersonalSection } from './PersonalSection.tsx';

const PROFILE = {
  name: 'Ана',
  email: 'ana@example.rs',
  pendingEmail: null,
  organizationId: '1',
  organizationName: 'Град',
  roleId: 7,
  roleDescription: 'Локални корисник',
};

afterEach(() => vi.restoreAllMocks());

test('own data are sent once, and not changed while they are sent', async () => {
  signIn();
  const success = { additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] };
  let sent = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (request?.method !== 'PUT') return Response.json({ payload: PROFILE, ...success });
    sent += 1;
    return new Promise<Response>(() => undefined);
  });
  const screen = await draw(<PersonalSection />);
  const name = screen.getByRole('textbox').first();
  await expect.element(name).toHaveValue('Ана');
  await userEvent.fill(name, 'Ана Антић');
  await screen.getByRole('button', { name: 'Сачувај' }).dblClick();
  await expect.poll(() => isSent(name)).toBe(true);
  expect(sent).toBe(1);
});

test('what is typed stays when the account is changed in another window, and is not left unasked', async () => {
  signIn();
  let served = PROFILE;
  const success = { additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] };
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ payload: served, ...success }));
  const { screen } = await drawBesideAway(PersonalSection);
  const [name, email] = [screen.getByRole('textbox').first(), screen.getByRole('textbox').nth(1)];
  await expect.element(name).toHaveValue('Ана');
  await userEvent.fill(email, 'nova@example.rs');
  served = { ...PROFILE, name: 'Ана Антић' };
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(name).toHaveValue('Ана Антић');
  await expect.element(email).toHaveValue('nova@example.rs');
  await leaveAsked();
});
