import { afterEach, expect, test, vi } from 'vitest';
import type { UserAction, UserDetails } from '@pimis/contract/users';
import type { Claim } from '@pimis/domain/access/claims';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { sending } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { UserPage } from './UserPage.tsx';

afterEach(() => vi.restoreAllMocks());

/** Renders the page of a user with the actions that the server offers, for a viewer with these claims. */
async function drawn(actions: UserAction[], changes: Partial<UserDetails> = {}, claims: Claim[] = ['User_View']) {
  const user: UserDetails = {
    id: 7,
    login: 'pera',
    loginAd: null,
    directoryGoneOn: null,
    name: 'Пера',
    email: 'pera@primer.rs',
    phoneNumber: null,
    organizationId: '1',
    organizationName: 'Град',
    roleId: 1,
    roleName: 'Local_User',
    roleDescription: 'Local_User',
    status: 1,
    createdDate: '2026-11-20T10:00:00Z',
    lastLoginDate: null,
    tags: [],
    claims: [],
    modifiedUserName: null,
    modifiedDate: null,
    modifiedComments: null,
    secondFactor: false,
    locks: [],
    dataRemoved: false,
    beyondOwn: false,
    actions,
    ...changes,
  };
  signIn(1, claims);
  sending((path) => (path === '/api/security/users/pera' ? user : []));
  const { screen } = await drawBesideAway(UserPage, { route: '/user/$login', address: '/user/pera' });
  await expect.element(screen.getByRole('heading', { name: /Пера/ })).toBeVisible();
  return screen;
}

test('a user has the buttons of the actions that the server offers, and no others', async () => {
  const screen = await drawn(['sendActivation', 'exportData']);
  const names = screen
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Пошаљи активацију поново', 'Извези податке']);
});

test.each([
  ['unlock', 'Откључај налог'],
  ['removeData', 'Уклони личне податке'],
  ['resetSecondFactor', 'Поништи други корак'],
  ['restore', 'Врати приступ'],
  ['revoke', 'Укини приступ'],
  ['edit', 'Измени', 'Измена корисника'],
] as const)('%s opens a dialog of its own', async (action, name, title: string = name) => {
  const screen = await drawn([action]);
  await screen.getByRole('button', { name }).click();
  await expect.element(screen.getByRole('dialog', { name: title })).toBeVisible();
});

test('who keeps users is told why the account is not theirs to change, who only sees them is not', async () => {
  const sentence = /даје овлашћења која немате/;
  const keeper = await drawn([], { beyondOwn: true }, ['User_Manage']);
  await expect.element(keeper.getByText(sentence)).toBeVisible();
  // The viewer sees the absences of this user, but can neither enter nor end one.
  await expect.element(keeper.getByRole('heading', { name: 'Одсуство и замена' })).toBeVisible();
  expect(keeper.getByRole('button', { name: 'Унеси одсуство' }).elements()).toEqual([]);
  await keeper.unmount();
  const viewer = await drawn([], { beyondOwn: true });
  await expect.element(viewer.getByText(sentence)).not.toBeInTheDocument();
});

test('who sees roles is led to the one of the user, others read its name', async () => {
  const reader = await drawn([], {}, ['User_View', 'Role_View']);
  const links = () => document.querySelectorAll('a[href="/administration/role/1"]').length;
  expect(links()).toBe(1);
  await reader.unmount();
  await drawn([]);
  expect(links()).toBe(0);
});
