import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ProjectList } from '@pimis/contract/lists';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { SessionDay } from './SessionDay.tsx';

// The morning of 1 April in Belgrade is the evening of 31 March in Greenwich.
const LIST = {
  id: 1,
  type: 3,
  name: '1-2026',
  createdDate: '2026-03-31T22:30:00.000Z',
  approved: false,
  sessionDay: null,
  sessionNumber: null,
} as ProjectList;

beforeEach(() => signIn(1, ['Admin']));

test('a session has a day from that of its list on, a year at most; another one says why', async () => {
  const screen = await draw(<SessionDay type={3} list={LIST} />);
  await screen.getByRole('button').click();
  const day = screen.getByRole('textbox', { name: 'Дан седнице' });
  const save = screen.getByRole('button', { name: 'Сачувај' });
  const typed = async (text: string) => {
    await userEvent.fill(day, text);
    await userEvent.tab();
  };
  await typed('31.3.2026.');
  await expect.element(screen.getByText('Најранији дан је 1.4.2026.')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await typed('3.4.2027.');
  await expect.element(screen.getByText('Најкаснији дан је 2.4.2027.')).toBeVisible();
  await expect.element(save).toBeDisabled();
  for (const possible of ['1.4.2026.', '2.4.2027.', '']) {
    await typed(possible);
    await expect.element(save).toBeEnabled();
  }
});

test('the Enter key saves the session', async () => {
  const sent = vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  const screen = await draw(<SessionDay type={3} list={LIST} />);
  await screen.getByRole('button').click();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Број седнице' }), '12');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent.mock.calls.at(-1)?.[1]?.method).toBe('PUT');
  sent.mockRestore();
});

test('a session with a day has an invitation that calendars open, in the script of the reader', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL');
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const screen = await draw(<SessionDay type={3} list={{ ...LIST, name: '2026-1', sessionDay: '2026-05-12' }} />);
  await screen.getByRole('button', { name: 'Позив за календар' }).click();
  expect(clicked).toHaveBeenCalledTimes(1);
  const [file] = saved.mock.calls[0] ?? [];
  const text = await (file as Blob).text();
  expect(text).toContain('SUMMARY:2026-1: седница комисије');
  expect(text).toContain('DTSTART;VALUE=DATE:20260512');
  saved.mockRestore();
  clicked.mockRestore();
});
