import { expect, test } from '@playwright/test';
import { PHASE } from '@pimis/domain/workflow/phases';
import { expectAccessible } from './actors.ts';
import { Journey, newCode } from './journey.ts';

test('a project in preparation: short PIF to pre-implementation', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, newCode('PRIP'));
  await journey.create('local.user', { type: 'У припреми' });
  await journey.fill();
  // These steps are those of any project, which other tests do on the screen.
  await journey.called.approve();
  await journey.called.fill();
  await journey.called.approve();
  await journey.called.commission(5);
  expect((await journey.project()).phase).toBe(PHASE.preImplementation);
  // From here on it is a project like any other.
  await journey.close();
});

test('an important project goes through the list that the administrator chose', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, newCode('VAZ'));
  await journey.create('local.admin', { important: true });
  await journey.fill();
  await journey.called.act('local.user', 1);
  await journey.called.act('local.admin', 1);
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
