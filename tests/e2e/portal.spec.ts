import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './seats.ts';

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

test('the portal is read without script, in three scripts, without cookies and without others', async ({ seats }) => {
  const page = await seats.takeAlone({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const visited: string[] = [];
  page.on('request', (request) => visited.push(request.url()));
  await page.goto('/public');
  await expect(page.getByRole('heading', { level: 1, name: 'Капитални пројекти јавних органа' })).toBeVisible();
  // Words in the other script find it.
  await page.getByLabel('Претрага').fill('desni kolektor');
  await page.getByRole('button', { name: 'Прикажи' }).click();
  await expect(page.getByRole('status')).toContainText('Нађено: 1 пројекат');
  await page.getByRole('link', { name: 'Десни колектор Лесковац' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Десни колектор Лесковац' })).toBeVisible();
  await page.getByText('Табела: Планирано и утрошено до краја квартала').click();
  await expect(page.getByRole('table', { name: 'Планирано и утрошено до краја квартала' })).toBeVisible();
  await page.getByRole('link', { name: 'Latinica' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Desni kolektor Leskovac' })).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'How far' })).toBeVisible();
  const host = new URL(page.url()).host;
  expect(visited.filter((url) => !url.startsWith('data:') && new URL(url).host !== host)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test('each kind of page of the portal is accessible, narrow and dark, with text twice as large', async ({ seats }) => {
  const page = await seats.takeAlone({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', bypassCSP: true });
  await page.goto('/public/projects?text=desni+kolektor');
  const project = await page.getByRole('link', { name: 'Десни колектор Лесковац' }).getAttribute('href');
  for (const path of [
    '/public',
    '/public/projects',
    project ?? '',
    '/public/en/regions/23',
    '/public/lat/about',
    '/public/nowhere',
  ]) {
    await page.goto(path);
    await expectGood(page);
  }
  await page.goto(project ?? '');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await expectGood(page);
});

test('the examples for journalists and developers run as the documentation has them', async ({ baseURL }) => {
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'open-data-examples.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, baseURL ?? '']);
  expect(stdout.match(/^runs: /gm)).toHaveLength(3);
});
