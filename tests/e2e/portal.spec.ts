import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './seats.ts';

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

test('the portal is read without script, narrow and in the dark, in three scripts', async ({ seats }) => {
  const page = await seats.takeAlone({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  const visited: string[] = [];
  page.on('request', (request) => visited.push(request.url()));
  await page.goto('/public');
  await expect(page.getByRole('heading', { level: 1, name: 'Капитални пројекти јавних органа' })).toBeVisible();
  await expectGood(page);
  // Words in the other script find it.
  await page.getByLabel('Речи').fill('leskovac');
  await page.getByRole('button', { name: 'Прикажи' }).click();
  await expect(page.getByRole('status')).toContainText('Нађено');
  await expectGood(page);
  await page.getByRole('link', { name: 'Десни колектор Лесковац' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Десни колектор Лесковац' })).toBeVisible();
  await page.getByText('Табела: Планирано и утрошено до краја квартала').click();
  await expect(page.getByRole('table', { name: 'Планирано и утрошено до краја квартала' })).toBeVisible();
  await expectGood(page);
  // Twice as large a text, as a reader may set it.
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await expectGood(page);
  await page.getByRole('link', { name: 'Latinica' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Desni kolektor Leskovac' })).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'How far' })).toBeVisible();
  await page.getByRole('link', { name: 'Jablanički upravni okrug' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('District: Jablanički upravni okrug');
  await expectGood(page);
  await page.getByRole('link', { name: 'About the data' }).first().click();
  await expectGood(page);
  await page.goto('/public/en/projects/oc4ids-demo01-2026-9999');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expectGood(page);
  const host = new URL(page.url()).host;
  expect(visited.filter((url) => !url.startsWith('data:') && new URL(url).host !== host)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});
