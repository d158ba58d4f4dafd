import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './actors.ts';

const CODE = String(10 + (Date.now() % 80));
const NAME = `Пробни извор ${Date.now()}`;

test('everybody reads registries, and finds in either script', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await page.goto('/registry');
  await expectAccessible(page);
  await page
    .getByRole('link', { name: 'Општине' })
    .or(page.getByRole('link', { name: 'Локације' }))
    .first()
    .click();
  await page.getByPlaceholder('Шифра или назив').or(page.getByLabel('Шифра или назив')).first().fill('cacak');
  await expect(page.getByRole('cell', { name: 'Чачак', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Додај ред' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('cell', { name: 'Чачак', exact: true }).first().click();
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Измене' })).toBeVisible();
  await expectAccessible(page);
  await page.context().close();
});

test('a maintainer adds, changes and ends a row; its history tells it', async ({ browser }) => {
  const page = await signIn(browser, 'operator');
  await page.goto('/registry/funding-sources');
  await page.getByRole('button', { name: 'Додај ред' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog.getByText('Обавезан податак није унет.').first()).toBeVisible();
  await dialog.getByLabel(/^Шифра/).fill('x');
  await dialog.getByLabel(/^Назив/).fill(NAME);
  await expect(dialog.getByText('Вредност није дозвољена.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel(/^Шифра/).fill(CODE);
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/registry/funding-sources?f.search=${CODE}`);
  await page.getByRole('cell', { name: NAME }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Измени' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Назив/)
    .fill(`${NAME} 2`);
  await page.getByRole('dialog').getByRole('button', { name: 'Сачувај' }).click();
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Измене' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Окончај важење' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Потврди крај важења' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Измене' }).click();
  for (const told of ['Окончано важење', 'Измењен', 'Додат']) {
    await expect(page.getByRole('dialog').getByText(told, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await page.context().close();
});

test('an import shows its errors by row and column, and is written once they are mended', async ({ browser }) => {
  const page = await signIn(browser, 'operator');
  await page.goto('/registry/payment-codes');
  await page.getByRole('button', { name: 'Увези' }).click();
  const dialog = page.getByRole('dialog');
  const choose = (content: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'sifre.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose('code,name\n999,\n');
  await dialog.getByRole('button', { name: 'Провери' }).click();
  await expect(dialog.getByRole('row', { name: /2.*Назив.*Обавезан податак није унет/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Упиши' })).toHaveCount(0);
  await expectAccessible(page);
  await choose('code,name\n999,Пробна шифра\n');
  await dialog.getByRole('button', { name: 'Провери' }).click();
  await dialog.getByRole('button', { name: 'Упиши' }).click();
  await expect(page.getByText('Увоз је уписан.')).toBeVisible();
  await page.goto('/registry/payment-codes?f.search=999');
  await expect(page.getByRole('cell', { name: 'Пробна шифра' })).toBeVisible();
  await page.context().close();
});
