import { test } from '@playwright/test';
import { expectAccessible } from './actors.ts';
import { Journey, LED_ON } from './journey.ts';

// From the plan on it goes like the project in realization, which another test leads to its end.
test('an identified project goes on to the plan', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, LED_ON);
  await journey.fill();
  // Sent, confirmed and approved as the plan is, by another test on the screen.
  await journey.called.approve();
  await journey.commission(4, 'Усвоји', 'Спремност: унос');
  await journey.called.fill();
  await journey.called.approve();
  await journey.commission(5, 'Усвоји', 'Предимплементација: унос');
  await expectAccessible(await journey.fill());
  await journey.approve('Предимплементација', 'План: унос');
  await journey.close();
});
