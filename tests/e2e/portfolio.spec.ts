import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn } from './actors.ts';
import { refused } from './failures.ts';
import { test } from './seats.ts';

test('the portfolio leads from charts to projects, by keyboard too, under one filter', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/portfolio');
  await expect(page.getByRole('link', { name: 'Преглед', exact: true }).last()).toHaveAttribute('aria-current', 'page');
  const sectors = page.getByRole('region', { name: 'По секторима' });
  await expect(sectors.getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Одлуке комисије по листама' })).toBeVisible();
  await expectAccessible(page);
  // One stop of the tab key in a chart, arrows between its marks.
  const marks = sectors.getByRole('link');
  await expect(sectors.locator('.chart-mark[tabindex="0"]')).toHaveCount(1);
  await marks.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(marks.nth(1)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(marks.first()).toBeFocused();
  // The same numbers, as an accessible table.
  await sectors.getByRole('button', { name: 'Табела: По секторима' }).click();
  const [chart, table] = [sectors.locator('svg.chart'), sectors.getByRole('table', { name: 'По секторима' })];
  await expect(table).toBeVisible();
  await expect(chart).toBeHidden();
  // Paper has both, whichever is shown.
  await page.emulateMedia({ media: 'print' });
  await expect(table).toBeVisible();
  await expect(chart).toBeVisible();
  await page.emulateMedia({ media: null });
  const row = sectors.getByRole('row', { name: /Управљање водама/ });
  const projects = Number(await row.getByRole('cell').first().textContent());
  await expectAccessible(page);
  const ofChart = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Извоз' }).click();
  await page.getByRole('menuitem', { name: 'По секторима' }).click();
  expect((await ofChart).suggestedFilename()).toMatch(/^portfolio-sektor-[\d-]+\.xlsx$/);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: /^Пројекти/, level: 1 })).toContainText(String(projects));
  await expect(page.getByRole('button', { name: /^Сектор: Управљање водама/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Портфолио', level: 1 })).toBeVisible();
  // A press on a mark filters the page where it is, a second one takes that back.
  const all = await page.locator('.portfolio-facts a').first().textContent();
  await sectors
    .getByRole('link', { name: /^Управљање водама/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Сектор: Управљање водама/ })).toBeVisible();
  await expect(page.locator('.portfolio-facts a').first()).toHaveText(String(projects));
  await sectors
    .getByRole('link', { name: /^Управљање водама/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Сектор: Управљање водама/ })).toHaveCount(0);
  await expect(page.locator('.portfolio-facts a').first()).toHaveText(String(all));

  // A view without marks says so.
  const finished = page.getByLabel('Завршени', { exact: true });
  await finished.check();
  await expect(page.getByText('Ниједан пројекат не чека.')).toBeVisible();
  await finished.uncheck();
  await expect(page.getByText('Ниједан пројекат не чека.')).toBeHidden();

  // The filter goes along to the other views.
  await page.getByLabel('Назив, радни назив или орган').fill('Прокупље');
  await expect(page).toHaveURL(/f\.search=/);
  await page.getByRole('link', { name: 'Мапа', exact: true }).click();
  await expect(page).toHaveURL(/portfolio\/map\?f\.search=/);
  // A new screen takes the focus; keys work after that.
  await expect(page.getByRole('main')).toBeFocused();
  const map = page.getByRole('region', { name: 'По окрузима' });
  // The overview has a chart of the same name, which stays until the map is drawn.
  await expect(map.getByRole('button', { name: 'Увећај' })).toBeVisible();
  await map.getByRole('link', { name: /^Топлички/ }).focus();
  await page.keyboard.press('+');
  await expect(map.locator('g[transform*="scale(1.6)"]')).toHaveCount(1);
  // The browser's own zoom leaves the map as it is.
  await page.keyboard.press('Control++');
  await expect(map.locator('g[transform*="scale(1.6)"]')).toHaveCount(1);
  await page.keyboard.press('0');
  // A printed page shows the filter and the measure, and its charts fit the sheet.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Назив, радни назив или орган: Прокупље')).toBeVisible();
  await expect(map.locator('svg.chart')).toHaveAttribute('width', '380');
  await expect(page.getByText('Вредност', { exact: true }).nth(1)).toBeVisible();
  await expect(page.getByText('Утрошено', { exact: true }).nth(1)).toBeHidden();
  // With a caption, the heading of a table may be alone at the bottom of a sheet.
  await expect(page.locator('.portfolio-map caption').last()).toHaveCSS('display', 'none');
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: /^Општине: Топлички/ }).click();
  await expect(page.getByRole('row', { name: /^Прокупље/ })).toBeVisible();
  await page.getByText('Број пројеката', { exact: true }).last().click();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Извоз' }).click();
  await page.getByRole('menuitem', { name: 'Сви бројеви (XLSX)' }).click();
  expect((await readFile(await (await download).path())).subarray(0, 2).toString('latin1')).toBe('PK');
});

test('the administrator goes from the warnings of the dashboard to progress, a day back, and a project', async ({
  seats,
}) => {
  const page = await signIn(seats, 'admin');
  const heaviest = page.getByRole('region', { name: 'Упозорења' });
  await expect(heaviest.getByRole('listitem')).toHaveCount(3);
  const [first = ''] = await heaviest.getByRole('listitem').getByRole('link').allTextContents();
  await expect(heaviest.getByRole('link', { name: /^Преглед портфолија: .+: утрошено/ })).toHaveAttribute(
    'href',
    '/portfolio/overview?which=pending',
  );
  await expectAccessible(page);
  await heaviest.getByRole('link', { name: 'Сва упозорења' }).click();
  const warnings = page.getByRole('region', { name: 'Упозорења' });
  await expect(warnings.getByRole('rowheader').first()).toContainText(first);
  const rule = warnings.getByLabel('Упозорење');
  await rule.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const scrolled = () => page.evaluate(() => window.scrollY);
  expect(await scrolled()).toBeGreaterThan(0);
  await rule.selectOption('waitingTooLong');
  await expect(page).toHaveURL(/rule=waitingTooLong/);
  await expect(warnings.getByRole('cell', { name: 'Предуго чека' }).first()).toBeVisible();
  await expect(warnings.getByRole('cell', { name: 'Нема извештаја' })).toHaveCount(0);
  expect(await scrolled()).toBeGreaterThan(0);
  await page.getByLabel('Стање на дан').fill('1.1.2020.');
  await page.getByLabel('Стање на дан').press('Tab');
  await expect(page).toHaveURL(/day=2020-01-01/);
  await expect(warnings.getByText('Нема упозорења.')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel('Стање на дан')).toBeVisible();
  await page.emulateMedia({ media: null });
  // Without a project the screen says so; on a past day the day stays to be changed.
  await page.goto('/portfolio/progress?f.search=xyzxyz');
  await expect(page.getByText('Нема пројеката за приказ.')).toBeVisible();
  await page.goto('/portfolio/progress');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Преузми XLSX' }).click();
  expect((await readFile(await (await download).path())).subarray(0, 2).toString('latin1')).toBe('PK');
  const measured = page.getByRole('region', { name: 'По пројектима' });
  await expect(measured.getByRole('rowheader').first()).toBeVisible();
  await expect(measured.getByRole('columnheader', { name: 'Изведени радови', exact: true })).toBeVisible();
  // The other figures wait behind „Подробно“, each with its formula.
  await expect(page.getByText('SPI = EV ÷ PV', { exact: false })).toBeHidden();
  await page.getByText('Подробно', { exact: true }).click();
  await expect(page.getByText('SPI = EV ÷ PV', { exact: false })).toBeVisible();
  await expectAccessible(page);
  // No heading is alone at the bottom of a sheet.
  await page.emulateMedia({ media: 'print' });
  await expect(measured.locator('thead')).toHaveCSS('break-after', 'avoid');
  await page.emulateMedia({ media: null });
  const project = warnings.getByRole('rowheader').first().getByRole('link');
  const name = (await project.textContent()) ?? '';
  await project.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  // A table of many columns is printed in landscape.
  await page.goto('/projects');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveCSS('page', 'wide');
  await page.emulateMedia({ media: null });
});

test('a decision and a group of progress lead to as many projects as they count', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/portfolio');
  const expectProjects = async (count: string | null | undefined) => {
    await expect(page.getByRole('heading', { name: /^Пројекти/, level: 1 })).toHaveText(`Пројекти ${count}`);
  };
  const decisions = page.getByRole('region', { name: 'Одлуке комисије по листама' });
  // The newest lists are shown: the decisions on them depend on the journeys before.
  const decision = decisions.getByRole('link', { name: /^Идеја .*, (Усвојено|Одбијено): \d+$/ }).first();
  const [, list, decided, count] =
    /^(.*), (.*): (\d+)$/.exec((await decision.locator('title').textContent()) ?? '') ?? [];
  await decision.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Листа комисије: ${list}, ${decided}` })).toBeVisible();
  await page.locator('.portfolio-facts a').first().click();
  await expectProjects(count);
  // The way through the menu comes back to what the press chose.
  await page.getByRole('link', { name: 'Портфолио', exact: true }).click();
  await expect(page.getByRole('button', { name: `Листа комисије: ${list}, ${decided}` })).toBeVisible();
  await page.getByRole('button', { name: /^Уклони филтер/ }).click();
  // The address of the portfolio leads to its first view with the filter.
  await page.goto('/portfolio?f.search=xyzxyz');
  await expect(page).toHaveURL(/\/portfolio\/overview\?.*f\.search=xyzxyz/);
  await expect(page.getByText('Нема пројеката за приказ.')).toBeVisible();
  await page.goto('/portfolio/progress');
  const sector = page.getByRole('region', { name: 'Сектор' }).getByRole('row').nth(1);
  const measured = await sector.getByRole('cell').first().textContent();
  await sector.getByRole('link').click();
  await expect(page.getByRole('button', { name: /^Остварена вредност на дан: / })).toBeVisible();
  await expectProjects(measured);
});

test('a clerk has no portfolio on the dashboard', async ({ seats }) => {
  const page = await signIn(seats, 'local.user');
  await expect(page.getByRole('heading', { name: 'Рокови' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Упозорења' })).toHaveCount(0);
});

test('a chart has its name and place while it loads and when loading fails', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/portfolio');
  await expect(page.getByRole('region', { name: 'Од идеје до ефеката' }).locator('svg').first()).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/portfolio/*', async (route) => {
    if (route.request().url().includes('/overview')) return route.continue();
    await held;
    return route.fulfill({ status: 500, json: refused });
  });
  await page.reload();
  const charts = [
    'По окрузима',
    'Планирано и утрошено до краја квартала',
    'Од идеје до ефеката',
    'Где пројекти чекају',
  ];
  for (const name of charts) await expect(page.getByRole('region', { name }).getByRole('status')).toBeVisible();
  release();
  for (const name of charts) await expect(page.getByRole('region', { name }).getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/portfolio/*');
  const course = page.getByRole('region', { name: 'Од идеје до ефеката' });
  await course.getByRole('button', { name: 'Покушај поново' }).click();
  await expect(course.locator('svg').first()).toBeVisible();
});
