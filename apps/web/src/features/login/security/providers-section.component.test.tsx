import { notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../../../testing/accessible.ts';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { ProvidersSection } from './ProvidersSection.tsx';

const HERE = location.href;
const SINCE = '2026-11-20T10:00:00.000Z';

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
  history.replaceState(null, '', HERE);
});

/** A server with one provider, or without one where it is undefined; returns the calls that change something. */
function answering(first: string | null | undefined) {
  let linkedDate = first ?? null;
  const sent: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (asked, request) => {
    const path = typeof asked === 'string' ? asked : '';
    let payload: unknown = first === undefined ? [] : [{ id: 'eid', label: 'еИД', linkedDate }];
    if (path.endsWith('/second-factor')) payload = { activeSince: null, required: false, recoveryCodesLeft: 0 };
    if (request?.method === 'POST') {
      sent.push(`${path.split('/').at(-1)} ${request.body as string}`);
      payload = path.endsWith('/link') ? { address: 'https://eid.example.rs/auth' } : {};
      if (path.endsWith('/remove')) linkedDate = null;
    }
    return Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });
  });
  return sent;
}

test('an account is linked after the password, at the address of the provider', async () => {
  signIn();
  const sent = answering(null);
  const left = vi.fn();
  const screen = await draw(<ProvidersSection onLeave={left} />);
  await expect.element(screen.getByText('није повезан')).toBeVisible();
  await expectAccessibleInBothThemes(screen.container);
  await screen.getByRole('button', { name: 'Повежи налог са: еИД' }).click();
  await userEvent.fill(screen.getByLabelText(/Лозинка/).first(), 'Moja-lozinka-1');
  await screen.getByRole('button', { name: 'Настави' }).click();
  await expect.poll(() => left.mock.calls).toEqual([['https://eid.example.rs/auth']]);
  expect(sent).toEqual(['link {"password":"Moja-lozinka-1"}']);
});

test('a link is removed after a question', async () => {
  signIn();
  history.replaceState(null, '', '/administration/user/profile?linked=eid');
  const sent = answering(SINCE);
  const screen = await draw(<ProvidersSection />);
  await expect.element(screen.getByText('Налог је повезан са: еИД.')).toBeVisible();
  await screen.getByRole('button', { name: 'Уклони везу са: еИД' }).click();
  await expect.element(screen.getByText(/више не можете пријавити/)).toBeVisible();
  await userEvent.fill(screen.getByLabelText(/Лозинка/).first(), 'Moja-lozinka-1');
  await screen.getByRole('dialog').getByRole('button', { name: 'Уклони' }).click();
  await expect.element(screen.getByText('није повезан')).toBeVisible();
  expect(sent).toEqual(['remove {"password":"Moja-lozinka-1"}']);
});

test('a refusal with which the provider leads back is told; without a provider there is nothing', async () => {
  signIn();
  answering(null);
  history.replaceState(null, '', '/administration/user/profile?refused=ProviderAccountTaken');
  const screen = await draw(<ProvidersSection />);
  await expect.element(screen.getByText(/Тај налог је већ повезан/)).toBeVisible();
  await screen.unmount();
  answering(undefined);
  const empty = await draw(<ProvidersSection />);
  await expect.poll(() => vi.mocked(window.fetch).mock.calls.length).toBe(2);
  await Promise.all(vi.mocked(window.fetch).mock.results.map(({ value }) => value as Promise<Response>));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(empty.container.querySelector('section')).toBeNull();
});
