import { expect } from '@playwright/test';
import { field, signedIn, signIn } from './actors.ts';
import { addRow, newIdea, openForm, type } from './typist.ts';
import { test } from './seats.ts';

test('rows with long texts keep their own text when one before them goes, and take it back', async ({
  seats,
  request,
}) => {
  const page = await signIn(seats, 'local.user', await newIdea(seats, request));
  const row = (number: number, column: string) => `risks[${number}].${column}`;
  const risks = page.locator('[id="f-risks"] .form-card');
  await expect(field(page, 'risks')).toBeAttached();
  const start = await risks.count();
  for (const [index, name] of ['Први', 'Други', 'Трећи'].entries()) {
    await addRow(page, 'Ризици');
    await type(page, row(start + index + 1, 'risk'), name);
    await type(page, row(start + index + 1, 'measures'), `Мере: ${name}`);
  }
  await page
    .getByRole('button', { name: `Уклони ред ${start + 1}`, exact: true })
    .last()
    .click();
  await expect(risks).toHaveCount(start + 2);
  await expect(field(page, row(start + 1, 'risk'))).toHaveValue('Други');
  await expect(field(page, row(start + 1, 'measures'))).toHaveText('Мере: Други');
  await type(page, row(start + 1, 'measures'), '!');
  await expect(field(page, row(start + 1, 'measures'))).toHaveText('Мере: Други!');
  await expect(field(page, row(start + 2, 'measures'))).toHaveText('Мере: Трећи');
  await test.step('what was removed comes back, and what was typed since stays', async () => {
    await page.getByRole('button', { name: 'Врати', exact: true }).click();
    await expect(risks).toHaveCount(start + 3);
    await expect(field(page, row(start + 1, 'measures'))).toHaveText('Мере: Први');
    await expect(field(page, row(start + 2, 'measures'))).toHaveText('Мере: Други!');
    await expect(field(page, row(start + 3, 'measures'))).toHaveText('Мере: Трећи');
  });
  await test.step('a restored draft is shown in an editor that is open already', async () => {
    await expect(page.getByText(/нацрт на овом рачунару/)).toBeVisible();
    await page.reload();
    await type(page, 'description.problem', 'x');
    await page.getByRole('button', { name: 'Врати нацрт' }).click();
    await expect(field(page, 'description.problem')).not.toHaveText(/x$/);
    await expect(field(page, row(start + 2, 'measures'))).toHaveText('Мере: Други!');
  });
});

test('an activity that was removed comes back with its whole schedule', async ({ seats }) => {
  const page = await signedIn(seats, 'local.user');
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.activityList[1].name');
  const activity = (number: number, column: string) => field(page, `financialInfo.activityList[${number}].${column}`);
  const cell = (number: number) => field(page, `implementation[${number}].plan[1].q1.amount`);
  await activity(1, 'name').fill('Пројектовање');
  await activity(1, 'estimate').fill('1000');
  for (const number of [2, 3]) {
    if ((await activity(number, 'name').count()) === 0) await addRow(page, 'Активности');
    await activity(number, 'name').fill(`Радови ${number}`);
    await activity(number, 'estimate').fill(`${number}000`);
  }
  for (const number of [1, 2, 3]) {
    await field(page, `implementation[${number}].plan[1].q1.percent`).fill('50');
    await field(page, `implementation[${number}].plan[1].q1.percent`).press('Tab');
  }
  await expect(cell(3)).toHaveValue('1.500,00');
  await page.locator('[id="f-financialInfo.activityList"]').getByRole('button', { name: 'Уклони ред 1' }).click();
  await expect(field(page, 'implementation[1].activity.name')).toHaveValue('Радови 2');
  // The others keep their figures.
  await expect(cell(1)).toHaveValue('1.000,00');
  await expect(cell(2)).toHaveValue('1.500,00');
  // The page behind a dialog does not change.
  await page.locator('.form-head .bare-button').click();
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field(page, 'implementation[1].activity.name')).toHaveValue('Радови 2');
  await page.keyboard.press('Control+z');
  await expect(field(page, 'implementation[1].activity.name')).toHaveValue('Пројектовање');
  await expect(cell(1)).toHaveValue('500,00');
  await expect(cell(3)).toHaveValue('1.500,00');
});
