import { expect, test } from '@playwright/test';
import { setPath } from '@pimis/domain/forms/paths';
import { expectAccessible } from './actors.ts';
import { Journey, newCode, reporting } from './journey.ts';

test('a correction of the plan with an amendment', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const journey = new Journey(browser, request, newCode('KOR'));
  await reporting(journey);
  await journey.act('local.user', 'Тражи корекцију плана', 'Извештавање: тражена корекција', {
    comment: 'Радови касне.',
    axe: true,
  });
  await journey.act('reviewer', 'Отвори корекцију', 'Корекција: унос');
  await journey.fill();
  await journey.called.approve();
  await journey.commission(6, 'Тражи допуну', 'Корекција: допуна корекције', { comment: 'Приложите записник.' });
  const clerk = await journey.fill((values) =>
    setPath(values, 'correction.explanation', 'Записник надзора је приложен.'),
  );
  await test.step('two revisions stand side by side', async () => {
    await clerk.getByRole('button', { name: 'Упореди' }).click();
    const dialog = clerk.getByRole('dialog');
    await expect(dialog.getByRole('row', { name: /Образложење корекције/ })).toContainText('Записник надзора');
    await expectAccessible(clerk);
    await dialog.getByRole('button', { name: 'Затвори' }).click();
  });
  await journey.act('local.user', 'Пошаљи допуну', 'Корекција: допуна чека одобрење');
  await journey.act('local.admin', 'Одобри допуну', 'Корекција: допуна чека потврду');
  await journey.act('reviewer', 'Потврди допуну', 'Корекција: чека листу корекција');
  await journey.called.commission(6);
  await journey.fill(undefined, { asItOpens: true });
  await journey.act('local.user', 'Пошаљи на потврду', 'чека потврду квартала');
  await journey.act('local.admin', 'Потврди квартал', 'чека одобрење квартала');
  await journey.act('reviewer', 'Одобри квартал', 'Извештавање: унос');
  const { phase, phaseStatus } = await journey.project();
  expect([phase, phaseStatus]).toEqual([5, 1]);
  await journey.close();
});
