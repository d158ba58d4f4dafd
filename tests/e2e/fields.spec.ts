import { expect } from '@playwright/test';
import { field, signedIn } from './actors.ts';
import { savedIdea } from './journey.ts';
import { IDEA, openForm, type } from './typist.ts';
import { test } from './seats.ts';

test('an invalid date stays as typed, names the rule, and gets the focus before anything is saved', async ({
  seats,
  request,
}) => {
  const page = await signedIn(seats, 'local.user');
  const { code } = await savedIdea(seats, request);
  await openForm(page, code, IDEA, 'durationMonths');
  const start = field(page, 'implementationDates.start');
  const stays = `Остаје ${Date.now() % 1_000_000}`;
  for (const typed of ['29.2.2029', '1.2.30']) {
    await start.fill('');
    await type(page, 'implementationDates.start', typed);
    await page.keyboard.press('Tab');
    await expect(start).toHaveValue(typed);
    await expect(start).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('.form-field', { has: start })).toContainText('између 1.2.2019. и 1.2.2030.');
  }
  await field(page, 'basic.contacts[1].position').fill(stays);
  await page.keyboard.press('Control+s');
  await expect(start).toBeFocused();
  await expect(page.getByText('Пре чувања исправите')).toBeVisible();
  await expect(field(page, 'basic.contacts[1].position')).toHaveValue(stays);
  await expect(page.getByText(/нацрт на овом рачунару/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Врати нацрт' }).click();
  await expect(start).toHaveValue('1.2.30');
  await start.fill('');
  await type(page, 'implementationDates.start', '1.3.2027');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Образац је сачуван/).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(start).toHaveValue('1.3.2027.');
});

test('messages name the rule at the part that lacks something; amounts are read in one way and stepped', async ({
  seats,
}) => {
  const page = await signedIn(seats, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
  const inField = (path: string) => page.locator('.form-field', { has: field(page, path) });
  await field(page, 'basic.projectName').fill('аб');
  await page.keyboard.press('Tab');
  await expect(inField('basic.projectName')).toContainText('најмање 5 слова');
  for (const typed of ['500', '12.5', '-5', 'година']) {
    await field(page, 'durationMonths').fill(typed);
    await page.keyboard.press('Tab');
    await expect(field(page, 'durationMonths')).toHaveValue(typed);
    await expect(inField('durationMonths')).toContainText('од 1 до 240');
  }
  await test.step('the comment that is missing is marked, not the answer', async () => {
    const answer = 'documents.spatialPlan';
    await page.locator(`[name="f-${answer}"]`).nth(1).check();
    await field(page, `${answer}.comment`).fill('');
    await page.keyboard.press('Tab');
    await expect(field(page, `${answer}.comment`)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator(`[name="f-${answer}"]`).first()).not.toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('arrows step by 1.000; what is above every amount stays and is told', async () => {
    const spent = field(page, 'financialInfo.spent.value');
    await spent.fill('1.000,5');
    await page.keyboard.press('ArrowUp');
    await expect(spent).toHaveValue('2.000,50');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
    await expect(spent).toHaveValue('0,00');
    await spent.fill('9999999999999999');
    await page.keyboard.press('Tab');
    await expect(spent).toHaveValue('9.999.999.999.999.999,00');
    await expect(inField('financialInfo.spent.value')).toContainText('999.999.999.999.999,00');
  });
});
