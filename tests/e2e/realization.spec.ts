import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { Journey, newCode } from './journey.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';

test('a realization: its last quarter is sent, its indicators seen, the finished project archived and brought back', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('REAL'));
  const filledAndApproved = async () => {
    await journey.called.fill();
    await journey.called.approve();
  };
  await journey.called.create({ type: 1 });
  for (const _ of ['PIF', 'plan']) await filledAndApproved();
  await journey.fill();
  await journey.act('local.user', 'Пошаљи последњи квартал и фазу', 'Извештавање: чека потврду');
  await journey.called.act('local.admin', 1);
  await journey.called.act('reviewer', 1);

  const admin = await journey.page('admin');
  await test.step('the administrator sees the indicators of the approved quarter', async () => {
    await admin.goto(`/projects/${journey.code}/phases`);
    await admin.getByRole('link', { name: 'Извештавање' }).click();
    await expect(admin.getByText(/Време до реализације: [\d.]+ дана?/)).toBeVisible();
    await admin.getByRole('link', { name: 'Кључни показатељи успеха' }).click();
    await expect(admin.getByRole('group', { name: /Графикон/ })).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole('tab', { name: 'Неактивност' }).click();
    const days = admin.getByLabel(/^Дани за вредновање/);
    await days.fill('0');
    await admin.getByRole('button', { name: 'Израчунај' }).click();
    await expect(admin.getByText(/Поље „Дани за вредновање, \d\. квартал \d{4}“/)).toBeVisible();
    await expect(days).toHaveAttribute('aria-invalid', 'true');
    await days.fill('10');
    await admin.getByRole('button', { name: 'Израчунај' }).click();
    await expect(admin.getByRole('button', { name: 'Поништи' })).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Поништи' }).click();
    await expect(days).not.toHaveValue('10');
    await expect(admin.getByRole('button', { name: 'Поништи' })).toHaveCount(0);
  });

  await test.step('and archives it when its effects are approved, and brings it back', async () => {
    for (const _ of ['conclusion', 'effects']) await filledAndApproved();
    await admin.goto(`/projects/${journey.code}/details`);
    await expect(admin.getByText('Завршен', { exact: true }).first()).toBeVisible();
    await admin.getByRole('button', { name: 'Архивирај' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Архивирај' }).click();
    await expect(admin.getByText('Архивиран', { exact: true }).first()).toBeVisible();
    await follow(admin, `/projects-archived/${journey.code}/phases`);
    await admin.getByRole('link', { name: 'Ефекти пројекта' }).first().click();
    await expect(admin.getByText('Само преглед')).toBeVisible();
    await follow(admin, `/projects-archived/${journey.code}/details`);
    await admin.getByRole('button', { name: 'Врати из архиве' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Врати из архиве' }).click();
    await expect(admin.getByText('Завршен', { exact: true }).first()).toBeVisible();
  });
});
