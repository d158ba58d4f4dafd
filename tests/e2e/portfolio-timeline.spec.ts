import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn } from './actors.ts';
import { test } from './seats.ts';

test('the timeline leads from the projects of a group to the activities of one', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/portfolio/timeline');
  const panel = page.getByRole('region', { name: 'Планирано и остварено' });
  const marks = panel.locator('.timeline-list .chart-mark');
  await expect(marks.first()).toBeVisible();
  // One stop of the tab key; arrows lead from row to row, also to rows that are not drawn yet.
  await expect(panel.locator('.timeline-list .chart-mark[tabindex="0"]')).toHaveCount(1);
  await marks.first().focus();
  await page.keyboard.press('End');
  await expect(panel.locator('.timeline-list .chart-mark:focus')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(marks.first()).toBeFocused();

  // A project is opened to its activities; when they are not loaded, its place says so and asks again.
  const project = panel
    .locator('[data-index]')
    .filter({ has: page.getByRole('link', { name: /план у примени/ }) })
    .first();
  const link = project.getByRole('link');
  const opener = project.getByRole('button', { name: /^Активности: / });
  const activities = panel.getByRole('img', { name: /план у примени .*остварено/ });
  const answer = /\/api\/projects\/[^/]+\/timeline$/;
  await page.route(answer, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await link.focus();
  await page.keyboard.press('ArrowRight');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  const retry = panel.getByRole('button', { name: 'Покушај поново' });
  await expect(retry).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(retry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(activities.first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expect(link).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(activities).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Space');
  await expect(activities.first()).toBeVisible();
  // The address keeps the opened rows. In a narrow window nothing exceeds the edge.
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 360, height });
  await page.reload();
  await expect(activities.first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const isTodayBehind = await panel.locator('.timeline-rows').evaluate((rows) => {
    const [line, text] = [rows.querySelector('line[stroke*="error"]'), rows.querySelector('text')];
    return line && text && (line.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  expect(isTodayBehind).toBe(true);
  await opener.click();
  await expect(activities).toHaveCount(0);
  await opener.click();
  await expect(activities.first()).toBeVisible();
  await page.setViewportSize({ width, height });
  const code = (await link.getAttribute('href'))?.split('/')[2] ?? '';

  await page.getByText('По секторима', { exact: true }).click();
  await expect(page).toHaveURL(/group=sector/);
  await expect(marks.first()).toBeVisible();

  // The scale and the period in view are in the address; keys change both.
  const periods = panel.locator('.timeline-head');
  await panel.getByText('Месец', { exact: true }).click();
  await expect(page).toHaveURL(/zoom=month/);
  await expect(periods).toContainText('мар');
  await panel.getByRole('button', { name: 'Ранији период' }).click();
  await expect(page).toHaveURL(/from=\d{4}-10/);
  await page.reload();
  await expect(periods).toContainText('мар');
  await marks.first().focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page).toHaveURL(/from=\d{4}-07/);
  await page.keyboard.press('-');
  await expect(page).toHaveURL(/zoom=quarter/);
  await expectAccessible(page);
  await panel.getByText('Цео период', { exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Ранији период' })).toHaveCount(0);

  // Every loaded row is printed, with the opened activities, on sheets that do not end with the heading of a group.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const sheets = page.locator('.timeline-print svg');
  const shown = Number(/^Приказано (\d+)/.exec((await page.getByText(/^Приказано \d+/).textContent()) ?? '')?.[1]);
  await expect(sheets.locator('a[href^="/projects/"]')).toHaveCount(shown);
  expect(await sheets.locator('[role="img"]').count()).toBeGreaterThan(0);
  for (const sheet of await sheets.all()) {
    await expect(sheet.locator('.chart-mark').last()).not.toHaveAttribute('href', /^\/projects\?/);
  }
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Преузми XLSX' }).click();
  expect((await readFile(await (await download).path())).subarray(0, 2).toString('latin1')).toBe('PK');

  await panel.getByRole('button', { name: 'Табела: Планирано и остварено' }).click();
  const table = panel.getByRole('table', { name: 'Планирано и остварено' });
  await expect(table.getByRole('rowheader', { name: new RegExp(`^${code}: `) }).first()).toBeVisible();
  await expectAccessible(page);
  // A project with a plan in force: its own timeline has its activities.
  await table
    .getByRole('row', { name: /Извештавање/ })
    .first()
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/projects\/[^/]+\/timeline$/);
  await expect(page.getByRole('link', { name: 'Временски план', exact: true })).toHaveAttribute('aria-current', 'page');
  const own = page.getByRole('region', { name: 'Планирано и остварено' });
  await expect(own.getByRole('img', { name: /^План имплементације: план у примени/ })).toBeVisible();
  await own.getByText('Квартал', { exact: true }).click();
  await own.getByRole('button', { name: 'Каснији период' }).click();
  await expect(own.locator('.portfolio-drawing')).toContainText('2026');
  await expect(page.getByRole('region', { name: 'Остварена вредност' })).toContainText('EV ÷ PV');
  const ownFile = page.waitForEvent('download');
  await own.getByRole('button', { name: 'XLSX: Планирано и остварено' }).click();
  expect((await ownFile).suggestedFilename()).toMatch(/^.+-vremenski-plan\.xlsx$/);
  await expectAccessible(page);
});

/** In little space the button of a row begins this far above it. */
const BUTTON_ABOVE = 2;

/** The index of the first row that is wholly in view. */
const firstRow = (list: Locator) =>
  list.evaluate((element, above) => {
    const top = element.querySelector('.timeline-head')?.getBoundingClientRect().bottom ?? 0;
    const rows = [...element.querySelectorAll('[data-index]')];
    return rows.find((row) => row.getBoundingClientRect().top >= top - above)?.getAttribute('data-index');
  }, BUTTON_ABOVE);

test('the timeline keeps its place and the focus', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/portfolio/timeline');
  const list = page.locator('.timeline-list');
  const openers = list.getByRole('button', { name: /^Активности: / });
  await expect(openers.first()).toBeVisible();

  // The Tab key moves to a visible row, not to the first rendered one.
  await list.evaluate((element) => (element.scrollTop = 28 * 12));
  await expect(list.locator('[data-index="12"] .chart-mark')).toHaveAttribute('tabindex', '0');
  await page.getByRole('button', { name: 'Табела: Планирано и остварено' }).focus();
  await page.keyboard.press('Tab');
  await expect(list.locator('[data-index="12"] .chart-mark')).toBeFocused();
  expect(await firstRow(list)).toBe('12');

  // Rows are higher where there is little space.
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 360, height });
  await expect(list.locator('[data-index="12"]').locator('..')).toHaveAttribute('width', /^[23]\d\d$/);
  await expect.poll(() => firstRow(list)).toBe('12');
  await page.setViewportSize({ width, height });
  await expect.poll(() => firstRow(list)).toBe('12');

  // Projects that are opened before the address has followed are all opened.
  await openers.evaluateAll((found) => {
    for (const one of found.slice(0, 3)) one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  await expect(list.getByRole('button', { name: /^Активности: /, expanded: true })).toHaveCount(3);

  // Another group leaves the focus where it was chosen, also while its rows are awaited.
  await page.getByRole('radio', { name: 'По органима' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(list.getByRole('link', { name: 'Универзални', exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'По секторима' })).toBeFocused();
});
