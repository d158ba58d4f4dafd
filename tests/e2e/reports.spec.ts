import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './actors.ts';

test('an administrator looks at a report of a day, puts it first, and takes it along', async ({ browser }) => {
  const page = await signIn(browser, 'admin', '/dashboard');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Извештаји/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Извештаји', level: 1 })).toBeVisible();
  await expect(page.locator('.report-card')).toHaveCount(9);
  const card = page.locator('.report-card', { hasText: 'PIMIS-008' });
  await card.getByRole('button', { name: 'Прикажи' }).click();
  const preview = page.getByRole('region', { name: 'Пројекти по органима' });
  await expect(preview.getByRole('row', { name: /УКУПНО \(\d+\)/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Сектор' }).click();
  await page.getByRole('option', { name: 'Управљање водама' }).click();
  await expect(preview.getByRole('cell', { name: 'Управљање водама' }).first()).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: /^Омиљени/ }).click();
  await expect(page.locator('.report-card').first()).toContainText('PIMIS-008');
  // The address alone gives the same, under either of its names.
  await page.goto(page.url().replace('/reporting', '/reports'));
  await expect(page.locator('.report-card').first()).toContainText('PIMIS-008');
  await expect(preview.getByRole('cell', { name: 'Управљање водама' }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Пројекти по органима: XLSX' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('projects-by-organization.xlsx');
  expect((await readFile(await file.path())).subarray(0, 2).toString('latin1')).toBe('PK');
  await card.getByRole('button', { name: /^Омиљени/ }).click();
  await page.context().close();
});
