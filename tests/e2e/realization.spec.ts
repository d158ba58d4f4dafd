import { expect, test } from '@playwright/test';
import { setPath } from '@pimis/domain/forms/paths';
import { expectAccessible } from './actors.ts';
import { Journey, newCode, openPeriod } from './journey.ts';

/** A project in realization whose first quarter is approved. */
async function reporting(journey: Journey): Promise<void> {
  await journey.create('local.user', { type: 'У реализацији' });
  await journey.fill();
  await journey.approve('Пројектна идентификација', 'План: унос');
  journey.period = openPeriod(2);
  await journey.fill();
  await journey.approve('План', 'Извештавање: унос');
  await journey.fill();
  await journey.act('local.user', 'Пошаљи квартал на потврду', 'Извештавање: чека потврду квартала');
  await journey.act('local.admin', 'Потврди квартал', 'Извештавање: чека одобрење квартала');
  await journey.act('reviewer', 'Одобри квартал', 'Извештавање: унос');
}

test('a project in realization: PIF, plan, quarter, conclusion, effects', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, newCode('REAL'));
  await journey.create('local.user', { type: 'У реализацији' });
  await expectAccessible(await journey.fill());
  await journey.approve('Пројектна идентификација', 'План: унос');
  await journey.realize();

  const admin = await journey.page('admin');
  await test.step('the administrator sees the indicators of the approved quarter', async () => {
    await admin.goto(`/projects/${journey.code}/phases`);
    await admin.getByRole('link', { name: 'Извештавање' }).click();
    await expect(admin.getByText(/Време до реализације: [\d.]+ дана/)).toBeVisible();
    await admin.getByRole('link', { name: 'Кључни показатељи успеха' }).click();
    await expect(admin.getByRole('img', { name: /Графикон/ })).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole('tab', { name: 'Неактивност' }).click();
    const days = admin.getByLabel(/^Дани за вредновање/);
    await days.fill('0');
    await admin.getByRole('button', { name: 'Израчунај' }).click();
    await expect(admin.getByText(/Поље „Дани за вредновање, \d{4}-\d“/)).toBeVisible();
    await expect(days).toHaveAttribute('aria-invalid', 'true');
    await days.fill('10');
    await admin.getByRole('button', { name: 'Израчунај' }).click();
    await expect(admin.getByRole('button', { name: 'Поништи' })).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Поништи' }).click();
    await expect(days).not.toHaveValue('10');
    await expect(admin.getByRole('button', { name: 'Поништи' })).toHaveCount(0);
  });

  await test.step('archives it and brings it back', async () => {
    await admin.goto(`/projects/${journey.code}/details`);
    await admin.getByRole('button', { name: 'Архивирај' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Архивирај' }).click();
    await expect(admin.getByText('Архивиран', { exact: true }).first()).toBeVisible();
    await admin.goto(`/projects-archived/${journey.code}/phases`);
    await admin.getByRole('link', { name: 'Ефекти пројекта' }).first().click();
    await expect(admin.getByText('Само преглед')).toBeVisible();
    await admin.goto(`/projects-archived/${journey.code}/details`);
    await admin.getByRole('button', { name: 'Врати из архиве' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Врати из архиве' }).click();
    await expect(admin.getByText('Завршен', { exact: true }).first()).toBeVisible();
  });
  await journey.close();
});

test('a correction of the plan with an amendment', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, newCode('KOR'));
  await reporting(journey);
  await journey.act('local.user', 'Тражи корекцију плана', 'Извештавање: тражена корекција', {
    comment: 'Радови касне.',
    axe: true,
  });
  await journey.act('reviewer', 'Отвори корекцију', 'Корекција: унос');
  await journey.fill();
  await journey.approve('Корекција', 'Корекција: чека листу корекција');
  await journey.commission(6, 'Потребна је допуна', 'Корекција: допуна корекције', { comment: 'Приложите записник.' });
  const clerk = await journey.fill((values) =>
    setPath(values, 'correction.explanation', 'Записник надзора је приложен.'),
  );
  await test.step('two revisions stand side by side', async () => {
    await clerk.getByRole('button', { name: 'Упореди' }).click();
    const dialog = clerk.getByRole('dialog');
    await expect(dialog.getByRole('row', { name: /Образложење корекције/ })).toContainText('Записник надзора');
    await expectAccessible(clerk);
    await dialog.getByRole('button', { name: 'Затвори' }).click();
  });
  await journey.act('local.user', 'Пошаљи допуну', 'Корекција: допуна чека одобрење');
  await journey.act('local.admin', 'Одобри допуну', 'Корекција: допуна чека потврду');
  await journey.act('reviewer', 'Потврди допуну', 'Корекција: чека листу корекција');
  await journey.commission(6, 'Усваја се', 'Извештавање о корекцији: унос');
  await journey.fill(undefined, { asItOpens: true });
  await journey.act('local.user', 'Пошаљи на потврду', 'чека потврду квартала');
  await journey.act('local.admin', 'Потврди квартал', 'чека одобрење квартала');
  await journey.act('reviewer', 'Одобри квартал', 'Извештавање: унос');
  const { phase, phaseStatus } = await journey.project();
  expect([phase, phaseStatus]).toEqual([5, 1]);
  await journey.close();
});

test('a rationalization to a shutdown', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, newCode('RAC'));
  await reporting(journey);
  await journey.act('admin', 'Предложи рационализацију', 'Извештавање: предлог рационализације', {
    comment: 'Радови стоје.',
  });
  await journey.commission(1, 'Усваја се', 'Рационализација: унос');
  journey.proposal = 'Обустава';
  await expectAccessible(await journey.fill());
  await journey.approve('Рационализација', 'Рационализација: прихваћена рационализација');
  await test.step('the dialog offers what the form proposes', async () => {
    const secretary = await journey.page('reviewer');
    await journey.commission(2, 'Обуставља се', 'Рационализација: обустављено рационализацијом', {
      comment: 'Обуставља се.',
    });
    await secretary.goto(`/projects/${journey.code}/details`);
    await expect(secretary.getByText('Завршен', { exact: true }).first()).toBeVisible();
  });
  await journey.close();
});
