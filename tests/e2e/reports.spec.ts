import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { authorization, signIn } from './actors.ts';
import { test } from './seats.ts';

test('an administrator looks at a report of a day, puts it first, and takes it along', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/dashboard');
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
  await page.getByRole('combobox', { name: 'Сектор' }).selectOption({ label: 'Управљање водама' });
  await expect(preview.getByRole('cell', { name: 'Управљање водама' }).first()).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: /^Омиљени/ }).click();
  await expect(page.locator('.report-card').first()).toContainText('PIMIS-008');
  // The address alone gives the same, under either name.
  await page.goto(page.url().replace('/reporting', '/reports'));
  await expect(page.locator('.report-card').first()).toContainText('PIMIS-008');
  await expect(preview.getByRole('cell', { name: 'Управљање водама' }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  const exportAs = async (item: string) => {
    await card.getByRole('button', { name: 'Извези: Пројекти по органима' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await exportAs('XLSX');
  const file = await download;
  expect(file.suggestedFilename()).toBe('projects-by-organization.xlsx');
  expect((await readFile(await file.path())).subarray(0, 2).toString('latin1')).toBe('PK');
  // A table with fewer columns, which paper can hold.
  await exportAs('Колоне');
  const dialog = page.getByRole('dialog', { name: 'Колоне табеле: Пројекти по органима' });
  await expect(dialog.getByRole('checkbox', { name: 'Радни назив' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Сектор' }).click();
  await expectAccessible(page);
  const request = page.waitForRequest(/board-reports\/projects-by-organization\?/);
  await dialog.getByRole('button', { name: 'Преузми табелу' }).click();
  const columns = new URL((await request).url()).searchParams.get('columns')?.split(',') ?? [];
  expect([columns.includes('sector'), columns.includes('totalValue')]).toEqual([false, true]);
  await card.getByRole('button', { name: /^Омиљени/ }).click();
});

test('a report comes into view when it is asked for, of no day to come', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/reporting');
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const code of ['PIMIS-001', 'PIMIS-005', 'PIMIS-009']) {
    const show = page.locator('.report-card', { hasText: code }).getByRole('button', { name: 'Прикажи' });
    await show.click();
    const heading = page.locator('#report-shown');
    await expect(heading).toBeFocused();
    await expect(page.locator('.report-shown .report-state, .report-shown .empty').first()).toBeInViewport();
    await expect(heading).toBeInViewport();
    await show.click();
  }
  // Rows that are read already are shown before the address has changed, which does not scroll the page back.
  const again = page.locator('.report-card', { hasText: 'PIMIS-009' }).getByRole('button', { name: 'Прикажи' });
  await again.click();
  await expect(page).toHaveURL(/report=/);
  await expect(page.locator('.report-shown .report-state, .report-shown .empty').first()).toBeInViewport();
  await again.click();
  const day = page.getByLabel('Стање на дан');
  await day.fill('1.1.2999');
  await day.press('Enter');
  await expect(page.getByText(/^Најкаснији дан је \d+\.\d+\.\d{4}\.$/)).toBeVisible();
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  expect(new URL(page.url()).searchParams.get('day')).toBeNull();
  await expectAccessible(page);
});

test('files from an English screen are in English', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/reporting');
  await page.getByRole('button', { name: /Писмо и језик/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  const card = page.locator('.report-card', { hasText: 'PIMIS-002' });
  const request = page.waitForRequest(/board-reports\/project-summary\?/);
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Summary: PDF' }).click();
  expect(new URL((await request).url()).searchParams.get('language')).toBe('en');
  expect((await download).suggestedFilename()).toBe('project-summary.pdf');
});

test('the header hears by the stream of the hub that an operation has ended', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/dashboard');
  const headers = await authorization(page.request, 'reviewer');
  const lists = (await (await page.request.get('/api/projects/lists/3', { headers })).json()) as {
    payload: { name: string }[];
  };
  const begun = await page.request.get(`/api/projects/lists/3/${lists.payload[0]?.name}/documents`, { headers });
  expect(begun.status()).toBe(202);
  // Polls say that it is still running: only the stream reports the end.
  await page.route('**/api/operations', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { payload: object[] };
    const payload = body.payload.map((row) => ({ ...row, state: 'running', progress: 40, hasFile: false }));
    await route.fulfill({ response, json: { ...body, payload } });
  });
  const listened = page.waitForRequest('**/api/operations/events');
  await page.reload();
  await listened;
  // Papers of another test of the same user may end here too.
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /^Листа: .+ – готово/ })
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Моје обраде' }).click();
  await expect(
    page
      .getByRole('dialog', { name: 'Моје обраде' })
      .getByText(/^готово/)
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
});
