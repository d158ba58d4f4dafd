import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { loadMessages } from '../../i18n/i18n.ts';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { RequestLinkPage, SetPasswordPage } from './LinkPages.tsx';
import { ProfilePage } from './ProfilePage.tsx';

afterEach(() => vi.restoreAllMocks());

const refused = () =>
  Response.json(
    { payload: null, additionalInformation: null, status: { code: 2, name: 'ServerError' }, errors: [] },
    { status: 500 },
  );

/** Answers reads; calls to this address get no response and are counted. */
function sentTo(address: RegExp, reads: () => Response = refused) {
  return vi.spyOn(window, 'fetch').mockImplementation((asked) => {
    const path = typeof asked === 'string' ? asked : '';
    return address.test(path) ? new Promise<Response>(() => undefined) : Promise.resolve(reads());
  }).mock.calls;
}

const countOf = (calls: readonly unknown[][], address: RegExp) =>
  calls.filter(([path]) => address.test(String(path))).length;

test('a link is sent once by two presses of Enter', async () => {
  const calls = sentTo(/password-reset$/);
  const screen = await draw(<RequestLinkPage kind="reset" />);
  await userEvent.fill(screen.getByRole('textbox'), 'ana.anic');
  await userEvent.keyboard('{Enter}{Enter}');
  expect(countOf(calls, /password-reset$/)).toBe(1);
});

test('a new password is set once by two presses of Enter', async () => {
  const owner = { payload: { login: 'ana.anic' }, additionalInformation: null, errors: [] };
  const calls = sentTo(/password-reset\?/, () => Response.json({ ...owner, status: { code: 0, name: 'Success' } }));
  const screen = await draw(<SetPasswordPage kind="reset" />);
  await expect.poll(() => screen.container.querySelectorAll('input').length).toBe(2);
  // The form appears once the link has been checked, with the focus in its first field.
  expect(document.activeElement).toBe(screen.container.querySelector('input'));
  for (const field of screen.container.querySelectorAll('input')) await userEvent.fill(field, 'Nova-lozinka-2026!');
  await userEvent.keyboard('{Enter}{Enter}');
  expect(countOf(calls, /password-reset\?/)).toBe(1);
});

test('the own password is changed once by two presses of Enter', async () => {
  signIn();
  await loadMessages(['security']);
  const calls = sentTo(/password-update$/);
  const screen = await draw(<ProfilePage />);
  const fields = screen.container.querySelectorAll('input[autocomplete$="-password"]');
  expect(fields).toHaveLength(3);
  for (const field of fields) await userEvent.fill(field, 'Nova-lozinka-2026!');
  await userEvent.keyboard('{Enter}{Enter}');
  expect(countOf(calls, /password-update$/)).toBe(1);
  // Text typed meanwhile would be lost.
  expect([...fields].every((field) => field.closest('[inert]') !== null)).toBe(true);
});
