import { expect, test } from '@playwright/test';
import { expectAccessible } from './actors.ts';
import { Journey, newCode, reporting } from './journey.ts';

test('a rationalization to a shutdown', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, newCode('RAC'));
  await reporting(journey);
  await journey.act('admin', 'Предложи рационализацију', 'Извештавање: предлог рационализације', {
    comment: 'Радови стоје.',
  });
  await journey.called.commission(1);
  journey.proposal = 'Обустава';
  await expectAccessible(await journey.fill());
  await journey.called.approve();
  await test.step('the dialog offers what the form proposes', async () => {
    const secretary = await journey.page('reviewer');
    await journey.commission(2, 'Обустави пројекат', 'Рационализација: обустављено рационализацијом', {
      comment: 'Обуставља се.',
    });
    await secretary.goto(`/projects/${journey.code}/details`);
    await expect(secretary.getByText('Завршен', { exact: true }).first()).toBeVisible();
  });
  await journey.close();
});
