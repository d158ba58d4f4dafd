import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { field, signedIn, signIn } from './actors.ts';
import { test } from './seats.ts';
import { formScreen, openForm, paste } from './typist.ts';

test('a plan: rows follow the activities, amounts are proposed, a block of cells is pasted', async ({ seats }) => {
  test.setTimeout(120_000);
  const page = await signedIn(seats, 'local.user');
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.activityList[1].name');
  await test.step('a block from a spreadsheet fills rows and adds those that are missing', async () => {
    await paste(
      page,
      'financialInfo.activityList[1].name',
      'Пројектовање\t89.000.000,00\nРадови\t712000000\nНадзор\t89000000,00\n',
    );
    await expect(page.getByText(/Налепљен/)).toBeVisible();
    await expect(field(page, 'financialInfo.activityList[3].name')).toHaveValue('Надзор');
    await expect(field(page, 'financialInfo.activityList[2].estimate')).toHaveValue('712.000.000,00');
  });
  await test.step('a text of Word comes into a cell as if its changes were accepted, and that is said', async () => {
    const name = 'financialInfo.activityList[3].name';
    await field(page, name).selectText();
    await paste(page, name, 'СтариНадзор', '<p class=MsoNormal><del>Стари</del><ins>Надзор</ins></p>');
    await expect(page.getByText(/изостављено: обрисан текст/)).toBeVisible();
    await expect(field(page, name)).toHaveValue('Надзор');
  });
  await test.step('the schedule has a row for each, and a percentage proposes its amount', async () => {
    await expect(field(page, 'implementation[3].activity.name')).toHaveValue('Надзор');
    await field(page, 'implementation[1].plan[1].q1.percent').fill('25');
    await expect(field(page, 'implementation[1].plan[1].q1.amount')).toHaveValue('22.250.000,00');
    await field(page, 'implementation[1].plan[1].q1.amount').fill('22000000');
    await field(page, 'implementation[1].plan[1].q1.percent').fill('30');
    await field(page, 'implementation[1].plan[1].q1.percent').press('Tab');
    await expect(field(page, 'implementation[1].plan[1].q1.amount')).toHaveValue('22.000.000,00');
    await expect(page.getByRole('button', { name: /Уклони ред 1/ }).first()).toBeVisible();
  });
  await test.step('the keyboard moves between cells and errors', async () => {
    await field(page, 'financialInfo.activityList[1].estimate').focus();
    await page.keyboard.press('Enter');
    await expect(field(page, 'financialInfo.activityList[2].estimate')).toBeFocused();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(field(page, 'financialInfo.activityList[2].name')).toBeFocused();
    await page.keyboard.press('F8');
    await expect(page.locator(':focus')).toHaveAttribute('id', /^f-/);
    await page.getByRole('button', { name: 'Пречице на тастатури' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Затвори' }).click();
  });
  await expectAccessible(page);
});

test('a quarterly report: rows of the plan stay, changes open with the answer, computed shares follow', async ({
  seats,
}) => {
  const page = await signedIn(seats, 'local.user');
  await openForm(page, 'REKA-TOPLICA', 'Квартални-2026-4', 'summary.activities[1].details.financial.realExpense');
  await expect(page.getByText('Апропријација за годину извештаја')).toBeVisible();
  const estimate = field(page, 'keyAspects.costChanges.activities[1].newEstimate');
  await expect(estimate).not.toBeEditable();
  await page.getByRole('radiogroup', { name: 'Да ли се мењају вредности активности?' }).getByLabel('Да').check();
  await expect(estimate).toBeEditable();
  await expect(page.getByText('Промене трошкова').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Уклони ред/ })).toHaveCount(0);
  await field(page, 'summary.activities[1].details.financial.realExpense').fill('1000');
  await expect(field(page, 'summary.activities[1].details.financial.targetReason')).toBeVisible();
  await expectAccessible(page);
});

test('an evaluator marks a form; the others see the closed marks', async ({ seats, request }) => {
  const page = await signedIn(seats, 'evaluator');
  await page.goto(await formScreen(request, 'HALA-TOPLICA', 'Пројектни идентификациони формулар (ПИФ)'));
  await expect(page.getByText(/Збирна оцена: [\d,]+/)).toBeVisible();
  await page.getByRole('button', { name: 'Откључај оцену' }).click();
  await expect(page.getByText('Оцена је откључана.')).toBeVisible();
  await page.getByLabel('Оцена за питање 1', { exact: true }).selectOption('');
  await page.getByRole('button', { name: 'Закључај оцену' }).click();
  await expect(page.getByLabel('Оцена за питање 1', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Оцена за питање 1', { exact: true }).selectOption('5');
  await page.getByRole('button', { name: 'Закључај оцену' }).click();
  await expect(page.getByText('Оцена је закључана.')).toBeVisible();
});

test('a migrated project opens with the version of the form that it came with, and is saved as that', async ({
  seats,
}) => {
  const page = await signIn(seats, 'local.user', '/projects/OBILAZNICA-STARA/phases');
  await page.getByRole('link', { name: 'Пројектни идентификациони формулар', exact: false }).first().click();
  await expect(page.getByLabel('Ревизија обрасца')).toContainText('Радмила Пешић');
  await expect(field(page, 'implementation[1].plan[1].q3.percent')).toHaveValue('25,00');
  // A later version added amounts by quarter.
  await expect(field(page, 'implementation[1].plan[1].q3.amount')).toHaveCount(0);
  await expectAccessible(page);
  await field(page, 'basic.location').fill('Прокупље, источни улаз');
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(page.getByText(/Образац је сачуван/).first()).toBeVisible();
  await expect(page.getByLabel('Ревизија обрасца')).toContainText('Ревизија 3');
});
