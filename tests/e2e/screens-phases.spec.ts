import { expect, test } from '@playwright/test';
import { phaseScreens, signIn } from './actors.ts';
import { expectGoodScreen, expectGoodScreens } from './screens.ts';

const WAYS = 2;

for (const way of Array.from({ length: WAYS }, (_, index) => index)) {
  test(`phases and forms are accessible, wide and light, narrow and dark, part ${way + 1}`, async ({
    browser,
    request,
  }) => {
    const screens = await phaseScreens(request, 'PI-PPOV');
    await expectGoodScreens(
      browser,
      screens.filter((_, index) => index % WAYS === way),
    );
  });
}

test('an address where nothing is says so', async ({ browser }) => {
  const page = await signIn(browser, 'admin', '/nowhere');
  await expect(page.getByRole('heading', { name: 'Страница не постоји' })).toBeVisible();
  await expectGoodScreen(page);
});
