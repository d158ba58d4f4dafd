import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { Journey, newCode, reporting } from './journey.ts';
import { test } from './seats.ts';

test('a rationalization is filled in, and the decision offers its proposal: a shutdown', async ({ seats, request }) => {
  const journey = new Journey(seats, request, newCode('RAC'));
  await reporting(journey);
  await journey.called.act('admin', 3, { comment: 'Радови стоје.' });
  await journey.called.commission(1);
  journey.proposal = 'Обустава';
  await expectAccessible(await journey.fill());
  await journey.called.approve();
  await journey.called.list(2);
  const secretary = await journey.decide('Обустави пројекат', 'Рационализација: обустављено рационализацијом', {
    comment: 'Обуставља се.',
  });
  await expect(secretary.getByText('Завршен', { exact: true }).first()).toBeVisible();
});
