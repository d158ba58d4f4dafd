import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { field } from './actors.ts';
import { Journey, newCode } from './journey.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';

const CODE = newCode('ODOBRENJE');

test('a sent idea gets the minister’s consent, approval and the commission’s decision, and identification opens', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, CODE);
  // life-idea.spec.ts shows filling in, locking and sending on the screen.
  await journey.called.create({ type: 3 });
  await journey.called.fill();
  for (const login of ['local.user', 'local.admin', 'verifier', 'ministry.admin']) await journey.called.act(login, 1);
  await journey.act('minister', 'Дај сагласност министра', 'Идеја: министар сагласан');
  await journey.called.act('ministry.admin', 1);
  await test.step('others are offered nothing', async () => {
    const clerk = await journey.page('local.user');
    await clerk.goto(`/projects/${CODE}/details`);
    await expect(clerk.getByText('Идеја: чека одобрење')).toBeVisible();
    await expect(clerk.getByRole('button', { name: /Одобри|Врати/ })).toHaveCount(0);
  });
  await journey.act('reviewer', 'Одобри', 'Идеја: чека листу идеје');

  await test.step('the secretary makes the list and enters the decision', async () => {
    const secretary = await journey.page('reviewer');
    await secretary.goto('/project-lists/3');
    await secretary.getByRole('button', { name: 'Направи листу' }).first().click();
    const dialog = secretary.getByRole('dialog');
    await expect(dialog.getByText(CODE)).toBeVisible();
    await expectAccessible(secretary);
    await expect(dialog.getByRole('button', { name: 'Направи листу' })).toBeEnabled();
    await dialog.getByRole('textbox', { name: 'Назив' }).press('Enter');
    await secretary.waitForURL(/project-lists\/3\/.+/);
    await expectAccessible(secretary);
    await secretary.getByRole('button', { name: `Одлучи: ${CODE}` }).click();
    const decision = secretary.getByRole('dialog');
    await decision.getByRole('radio', { name: /^Усвоји/ }).check();
    await expect(decision.getByText('Идентификација: унос')).toBeVisible();
    await expectAccessible(secretary);
    await decision.getByRole('button', { name: 'Усвоји', exact: true }).click();
    await expect(secretary.getByRole('row', { name: new RegExp(CODE) }).getByText('Усваја се')).toBeVisible();
  });

  await test.step('identification is open with what the idea said, and activities tell the story', async () => {
    const clerk = await journey.page('local.user');
    await clerk.goto(`/projects/${CODE}/phases`);
    await expect(clerk.getByText('Идентификација: унос')).toBeVisible();
    await clerk.getByRole('link', { name: 'Идентификација пројекта', exact: true }).click();
    await expect(field(clerk, 'basic.projectName')).toHaveValue(`Пројекат ${CODE}`);
    await follow(clerk, `/projects/${CODE}/phases`);
    await clerk.getByRole('link', { name: 'Идеја', exact: true }).click();
    await expect(clerk.getByRole('link', { name: 'Идеја капиталног пројекта', exact: true })).toBeVisible();
    await clerk.getByRole('link', { name: 'Активности' }).click();
    for (const told of [
      'Комисија: усваја се',
      'Стављен на листу',
      'Одобрено',
      'Министар сагласан',
      'Закључан образац',
    ]) {
      await expect(clerk.getByRole('row', { name: new RegExp(`^${told}`) }).first()).toBeVisible();
    }
  });
});
