import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { Journey, newCode } from './journey.ts';
import { test } from './seats.ts';

test('a project in preparation has the short PIF, and goes by preparedness to pre-implementation', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('PRIP'));
  await journey.create('local.user', { type: 'У припреми' });
  await journey.fill();
  await journey.called.approve();
  await journey.called.fill();
  await journey.called.approve();
  await journey.called.commission(5);
  const clerk = await journey.page('local.user');
  await clerk.goto(`/projects/${journey.code}/phases`);
  await expect(clerk.getByText('Предимплементација: унос').first()).toBeVisible();
});

test('an important project goes through the list that the administrator chose', async ({ seats, request }) => {
  const journey = new Journey(seats, request, newCode('VAZ'));
  await journey.create('local.admin', { important: true });
  await journey.called.fill();
  await journey.called.approve();
  const admin = await journey.page('admin');
  await admin.goto(`/projects/${journey.code}/options/lists`);
  await admin.getByRole('radio', { name: 'Идентификација' }).check();
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Упути на листу' }).click();
  await expect(admin.getByText('Пројекат чека листу: Идентификација')).toBeVisible();
  await journey.called.list(4);
  await journey.decide('Усвоји', 'Предимплементација: унос');
});
