import { notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { sending } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { RolePage } from './RolePage.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

const ROLE = {
  id: 30,
  name: 'Уредник',
  description: 'Уређује пројекте',
  roleType: 3,
  organizationName: null,
  createdDate: '2026-11-20T10:00:00Z',
  modifiedDate: null,
  users: 0,
  claims: [],
  editable: true,
  changeRefusal: null,
  secondFactor: false,
};

/** Removes the role; its answer is still to come. */
async function removing() {
  signIn(1, ['Admin']);
  const { sent, answer } = sending(() => ROLE);
  const drawn = await drawBesideAway(RolePage, {
    route: '/administration/role/$roleId',
    address: '/administration/role/30',
  });
  await drawn.screen.getByRole('button', { name: 'Обриши' }).click();
  await drawn.screen.getByRole('dialog').getByRole('button', { name: 'Обриши' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  return { ...drawn, answer };
}

test('who removes a role is taken to the list of roles, also when the question was closed meanwhile', {
  tags: ['thorough'],
}, async () => {
  const { screen, path, answer } = await removing();
  await screen.getByRole('dialog').getByRole('button', { name: 'Затвори' }).click();
  answer({});
  await expect.poll(path).toBe('/administration/role/management');
});

test('who goes elsewhere while a role is removed stays there', async () => {
  const { screen, path, goElsewhere, answer } = await removing();
  await goElsewhere();
  answer({});
  await expect.element(screen.getByText('Улога је обрисана.')).toBeVisible();
  expect(path()).toBe('/projects');
});
