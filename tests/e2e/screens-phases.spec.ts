import { expect } from '@playwright/test';
import { phaseScreens, signIn } from './actors.ts';
import { expectGoodScreen, expectGoodScreens } from './screens.ts';
import { test } from './seats.ts';

const WAYS = 2;

for (const way of Array.from({ length: WAYS }, (_, index) => index)) {
  test(`phases and forms are accessible, wide and light, narrow and dark, part ${way + 1}`, async ({
    seats,
    request,
  }) => {
    const screens = await phaseScreens(request, 'PI-PPOV');
    await expectGoodScreens(
      seats,
      screens.filter((_, index) => index % WAYS === way),
    );
  });
}

test('an address where nothing is says so', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/nowhere');
  await expect(page.getByRole('heading', { name: 'Страница не постоји' })).toBeVisible();
  await expectGoodScreen(page);
});
