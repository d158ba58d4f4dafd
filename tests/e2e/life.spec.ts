import { expectAccessible } from './accessible.ts';
import { Journey, LED_ON } from './journey.ts';
import { test } from './seats.ts';

// From the plan on, it is like the project in realization, which another test leads to its end.
test('an identified project goes on to pre-implementation, which is filled in, locked and sent', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, LED_ON);
  await journey.called.fill();
  await journey.called.approve();
  await journey.called.commission(4);
  await journey.called.fill();
  await journey.called.approve();
  await journey.called.commission(5);
  await expectAccessible(await journey.fill());
  await journey.act('local.user', 'Пошаљи на потврду', 'Предимплементација: чека потврду');
});
