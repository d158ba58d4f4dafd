import { phaseScreens } from './actors.ts';
import { expectGoodScreens } from './screens.ts';
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
