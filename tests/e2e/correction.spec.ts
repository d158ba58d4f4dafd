import { expect } from '@playwright/test';
import { setPath } from '@pimis/domain/forms/paths';
import { expectAccessible } from './accessible.ts';
import { AMEND, Journey, newCode, reporting } from './journey.ts';
import { test } from './seats.ts';

test('a correction of the plan is asked for, amended, and its quarter locked as it opens', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('KOR'));
  await reporting(journey);
  await journey.act('local.user', 'Тражи корекцију плана', 'Извештавање: тражена корекција', {
    comment: 'Радови касне.',
    axe: true,
  });
  await journey.called.act('reviewer', 6);
  await journey.called.fill();
  await journey.called.approve();
  await journey.called.commission(6, AMEND, { comment: 'Приложите записник.' });
  await test.step('the clerk amends it, and two revisions stand side by side', async () => {
    const clerk = await journey.fill((values) =>
      setPath(values, 'correction.explanation', 'Записник надзора је приложен.'),
    );
    await expectAccessible(clerk);
    await clerk.getByRole('button', { name: 'Упореди' }).click();
    const dialog = clerk.getByRole('dialog');
    await expect(dialog.getByRole('row', { name: /Образложење корекције/ })).toContainText('Записник надзора');
    await expectAccessible(clerk);
  });
  await journey.act('local.user', 'Пошаљи допуну', 'Корекција: допуна чека одобрење');
  await journey.called.act('local.admin', 1);
  await journey.called.act('reviewer', 1);
  await journey.called.commission(6);
  await test.step('the quarter of the corrected plan is right as it opens', async () => {
    await journey.fill(undefined, { asItOpens: true });
    await journey.called.approve();
    const { phase, phaseStatus } = await journey.project();
    expect([phase, phaseStatus]).toEqual([5, 1]);
  });
});
