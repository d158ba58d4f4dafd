import { expect, test } from '@playwright/test';
import { expectAccessible } from './actors.ts';
import { Journey, newCode } from './journey.ts';

test('a project in preparation: short PIF to pre-implementation', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, newCode('PRIP'));
  await journey.create('local.user', { type: 'У припреми' });
  await journey.fill();
  await journey.approve('Пројектна идентификација', 'Спремност: унос');
  // These steps are those of a project that was identified, which another test does on the screen.
  await journey.called.fill();
  await journey.called.approve();
  await journey.commission(5, 'Усвоји', 'Предимплементација: унос');
  // From here on it is a project like any other.
  await journey.close();
});

test('an important project goes through the list that the administrator chose', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, newCode('VAZ'));
  await journey.create('local.admin', { important: true });
  await journey.fill();
  await journey.act('local.user', 'Пошаљи на потврду', 'Посебан значај: чека потврду');
  await journey.act('local.admin', 'Потврди', 'Посебан значај: чека одобрење');
  await journey.act('reviewer', 'Одобри посебан значај', 'Посебан значај: чека листу');
  await test.step('lists tab', async () => {
    const admin = await journey.page('admin');
    await admin.goto(`/projects/${journey.code}/options/lists`);
    await admin.getByRole('radio', { name: 'Идентификација' }).check();
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Упути на листу' }).click();
    await expect(admin.getByText('Пројекат чека листу: Идентификација')).toBeVisible();
  });
  // From here on it is a project like any other.
  await journey.commission(4, 'Усвоји', 'Предимплементација: унос');
  await journey.close();
});
