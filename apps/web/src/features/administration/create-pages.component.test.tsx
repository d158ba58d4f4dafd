import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { askedNoMore, Away, drawBesideAway, leave, leaveAsked } from '../../testing/leaving.tsx';
import { isSent, sending } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { RoleCreatePage } from './RoleCreatePage.tsx';
import { UserCreatePage } from './UserCreatePage.tsx';

afterEach(() => vi.restoreAllMocks());

test('a new user is not changed while it is sent: the change would be dropped', async () => {
  signIn(1, ['Admin']);
  const { sent, answer } = sending(() => [{ id: 1, description: 'Службеник' }], { totalRows: 1 });
  const screen = await draw(
    <>
      <Away />
      <UserCreatePage />
    </>,
  );
  const name = screen.getByRole('textbox').first();
  await userEvent.fill(name, 'Ана Анић');
  await userEvent.fill(screen.getByRole('textbox').nth(1), 'ana@example.rs');
  await screen.getByRole('button').last().click();
  await expect.poll(() => sent.length).toBe(1);
  expect(isSent(name)).toBe(true);
  expect(isSent(screen.getByRole('checkbox').last())).toBe(true);
  await leaveAsked();
  // The user is saved, and the next screen is still loading.
  answer([{ user: { login: 'ana.anic' } }]);
  await askedNoMore();
});

test('a new role is not changed while it is sent: the change would be dropped', async () => {
  signIn(1, ['Admin']);
  const { sent, answer } = sending(() => [{ name: 'Project_Manage', adminOnly: false }], { totalRows: 1 });
  const screen = await draw(
    <>
      <Away />
      <RoleCreatePage />
    </>,
  );
  const name = screen.getByRole('textbox').first();
  await userEvent.fill(name, 'Уредник');
  await userEvent.fill(screen.getByRole('textbox').nth(1), 'Уређује пројекте');
  const claim = screen.getByRole('checkbox').first();
  await claim.click();
  await screen.getByRole('button').last().click();
  await expect.poll(() => sent.length).toBe(1);
  expect([name, claim].map(isSent)).toEqual([true, true]);
  await leaveAsked();
  answer({ id: 30 });
  await askedNoMore();
});

const SCREENS = [
  { what: 'user', Screen: UserCreatePage, rows: [{ id: 1, description: 'Службеник' }] },
  { what: 'role', Screen: RoleCreatePage, rows: [{ name: 'Project_Manage', adminOnly: false }] },
];

test.each(SCREENS)('who goes elsewhere while a new $what is sent stays there', async ({ what, Screen, rows }) => {
  signIn(1, ['Admin']);
  const { sent, answer } = sending(() => rows, { totalRows: 1 });
  const { screen, path } = await drawBesideAway(Screen);
  const name = screen.getByRole('textbox').first();
  await userEvent.fill(name, 'Ана Анић');
  await userEvent.fill(screen.getByRole('textbox').nth(1), 'ana@example.rs');
  if (what === 'role') await screen.getByRole('checkbox').first().click();
  await screen.getByRole('button').last().click();
  await expect.poll(() => sent.length).toBe(1);
  await leaveAsked();
  await leave();
  await expect.poll(path).toBe('/projects');
  answer(what === 'user' ? [{ user: { login: 'ana.anic' } }] : { id: 30 });
  await expect.poll(() => isSent(name)).toBe(false);
  expect(path()).toBe('/projects');
});
