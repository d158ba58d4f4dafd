import { expect, test } from '@playwright/test';
import { field, signIn } from './actors.ts';
import { addRow, IDEA, openForm, PACE, SENTENCE, type } from './typist.ts';

test('rows with long texts keep their own text when one before them goes, and take it back', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
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
    const later = await page.context().newPage();
    await later.goto(page.url());
    await type(later, 'description.problem', 'x');
    await later.getByRole('button', { name: 'Врати нацрт' }).click();
    await expect(field(later, 'description.problem')).not.toHaveText(/x$/);
    await expect(field(later, row(start + 2, 'measures'))).toHaveText('Мере: Други!');
  });
  await page.context().close();
});

test('an activity that was removed comes back with its whole schedule', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
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
  await page.keyboard.press('Control+z');
  await expect(field(page, 'implementation[1].activity.name')).toHaveValue('Пројектовање');
  await expect(cell(1)).toHaveValue('500,00');
  await expect(cell(3)).toHaveValue('1.500,00');
  await page.context().close();
});

for (const way of ['a click', 'Tab'] as const) {
  test(`every key counts from the first on, in a long text entered by ${way} right after loading`, async ({
    browser,
  }) => {
    const page = await signIn(browser, 'local.user');
    await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
    const address = page.url();
    // The editor of long texts is large; here it comes late.
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/\/RichText[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(address);
    const text = field(page, 'description.results');
    await text.scrollIntoViewIfNeeded();
    const before = (await text.innerText()).replace('Није попуњено', '').trim();
    if (way === 'a click') await text.click();
    else {
      await field(page, 'description.goals').focus();
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(SENTENCE.slice(0, 10), PACE);
    letThrough();
    await page.keyboard.type(SENTENCE.slice(10), PACE);
    await expect(page.locator('.tiptap[id="f-description.results"]')).toContainText(`${before}${SENTENCE}`);
    await page.context().close();
  });
}

test('going through long texts quickly leaves the cursor where one went, and a tool hands letters on', async ({
  browser,
}) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
  await field(page, 'description.summary').scrollIntoViewIfNeeded();
  await field(page, 'description.summary').focus();
  const places = ['problem', 'goals', 'results'];
  for (const _ of places) await page.keyboard.press('Tab');
  await expect(field(page, 'description.results')).toBeFocused();
  await page.keyboard.type('крај', PACE);
  await expect(field(page, 'description.results')).toContainText('крај');
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('.rich-text-tools button:focus')).toHaveCount(1);
  await page.keyboard.type('још', PACE);
  await expect(field(page, 'description.results')).toBeFocused();
  await page.context().close();
});

test('saving, locking and unlocking leave the cursor where one types', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
  const position = field(page, 'basic.contacts[1].position');
  await position.fill('');
  await position.click();
  await page.keyboard.type('Стручни сарадник ', PACE);
  await page.keyboard.press('Control+s');
  await page.keyboard.type('за воде и отпад', PACE);
  await expect(page.getByText(/Образац је сачуван/).first()).toBeVisible();
  await expect(position).toBeFocused();
  await expect(position).toHaveValue('Стручни сарадник за воде и отпад');
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(page.getByText('Све је сачувано')).toBeVisible();
  await expect(position).toBeFocused();
  await page.keyboard.type('!', PACE);
  await expect(position).toHaveValue('Стручни сарадник за воде и отпад!');
  await expect(page.getByText(/нацрт на овом рачунару/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Одбаци нацрт' }).click();
  await expect(page.getByRole('button', { name: 'Одбаци нацрт' })).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await page.context().close();
});
