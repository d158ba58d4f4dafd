import { expect, type Page } from '@playwright/test';
import { field, signedIn, signIn } from './actors.ts';
import { savedIdea } from './journey.ts';
import { follow } from './screens.ts';
import { IDEA, openForm, paste } from './typist.ts';
import { test } from './seats.ts';

/** All text of the page that a search finds: texts and values of fields. */
function foundOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const values = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    return [document.body.innerText, ...values.map(({ value }) => value)].join('\n');
  });
}

test('all of a long form is found and printed, whole and clean', async ({ seats }) => {
  const page = await signedIn(seats, 'local.user');
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.activityList[1].name');
  const rows = Array.from({ length: 40 }, (_, index) => `Активност број ${index + 1}\t1.000,00`).join('\n');
  await paste(page, 'financialInfo.activityList[1].name', rows);
  await expect(field(page, 'financialInfo.activityList[40].name')).toHaveValue('Активност број 40');
  await expect(page.getByText(/нацрт на овом рачунару/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Врати нацрт' }).click();
  await expect(page).toHaveTitle(/^План имплементације – План – MOST-CENTAR .+ – ПИМИС$/);
  const found = await foundOn(page);
  for (const number of [1, 20, 40]) expect(found.split(`Активност број ${number}\n`).length).toBeGreaterThan(2);
  await page.emulateMedia({ media: 'print' });
  for (const gone of ['.form-bar', '.shell-nav', '.shell-header', '.form-contents', '.form-body .form-section'])
    await expect(page.locator(gone).first()).toBeHidden();
  await expect(page.locator('.print-head')).toContainText('План имплементације – План – MOST-CENTAR');
  await expect(page.locator('.print-head')).toContainText(/Штампано \d+\.\d+\.\d{4}\. /);
  await expect(page.locator('.form-print-revision')).toHaveText(
    /MOST-CENTAR.*План имплементације.*Није сачувано.*са изменама које нису сачуване/,
  );
  const paper = await page.locator('.form-print').innerText();
  for (const section of ['1. ', '2. ', '3. ', '4. ']) expect(paper).toContain(section);
  expect(paper.split('Активност број 40').length).toBe(3);
  expect(paper).toContain('1.000,00');
  await page.emulateMedia({ media: 'screen' });
  await expect(field(page, 'financialInfo.activityList[1].name')).toBeVisible();
  await test.step('a block that does not fit is not cut before somebody has said so', async () => {
    await paste(page, 'financialInfo.activityList[39].name', 'А\t1\nБ\t2\nВ\t3');
    const dialog = page.getByRole('dialog', { name: 'Блок не стаје у табелу' });
    await expect(dialog).toContainText('блок је за 1 ред дужи од табеле');
    await expect(field(page, 'financialInfo.activityList[39].name')).toHaveValue('Активност број 39');
    await dialog.getByRole('button', { name: 'Налепи 2 реда са почетка' }).click();
    await expect(field(page, 'financialInfo.activityList[40].name')).toHaveValue('Б');
    await page.getByRole('button', { name: 'Врати', exact: true }).click();
    await expect(field(page, 'financialInfo.activityList[40].name')).toHaveValue('Активност број 40');
  });
});

test('a wide table shows that it goes on, keeps its first columns, and nothing with the cursor is covered', async ({
  seats,
}) => {
  const page = await signedIn(seats, 'local.user');
  // From 1280 px on the four quarters have room.
  await page.setViewportSize({ width: 1020, height: 900 });
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.activityList[1].name');
  const cell = (part: string) => field(page, `implementation[1].plan[1].${part}`);
  await cell('q1.percent').focus();
  const frame = page.locator('.form-table', { has: cell('q1.percent') });
  await expect(frame).toHaveAttribute('data-beyond', 'right');
  await expect(page.getByText('Табела се наставља удесно.').first()).toBeVisible();
  /** Returns whether the focused element is visible at its own place. */
  const uncovered = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused) return false;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      return [left + 3, (left + right) / 2].every((x) => {
        const seen = document.elementFromPoint(x, (top + bottom) / 2);
        return seen !== null && (focused.contains(seen) || seen.contains(focused));
      });
    });
  for (let step = 0; step < 7; step += 1) {
    await page.keyboard.press('Tab');
    expect(await uncovered(), `step ${step}`).toBe(true);
  }
  await expect(cell('q4.amount')).toBeFocused();
  await expect(frame).toHaveAttribute('data-beyond', 'left');
  await expect(cell('year')).toBeInViewport({ ratio: 1 });
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await uncovered(), `back ${step}`).toBe(true);
  }
});

test('on a narrow screen the field with the cursor is whole between the fixed columns and above the bar', async ({
  seats,
}) => {
  const page = await signedIn(seats, 'local.user');
  await page.setViewportSize({ width: 360, height: 800 });
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
  const source = 'financialInfo.fundingSources[1].source';
  await field(page, 'financialInfo.fundingSources[1].percentage').focus();
  while (!(await field(page, source).evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Shift+Tab');
  await expect(field(page, source)).toBeInViewport({ ratio: 1 });
  await field(page, 'notes').scrollIntoViewIfNeeded();
  await field(page, 'notes').focus();
  const text = page.locator('.tiptap[id="f-notes"]');
  await expect(text).toBeFocused();
  const end = () => text.evaluate((element) => element.getBoundingClientRect().bottom);
  const bar = () => page.locator('.form-bar').evaluate((element) => element.getBoundingClientRect().top);
  expect(await end()).toBeLessThanOrEqual(await bar());
});

test('a new name is shown everywhere at once, also in the form', async ({ seats, request }) => {
  const page = await signedIn(seats, 'local.user');
  const { code } = await savedIdea(seats, request);
  const name = 'Санација депоније Хум, друга фаза';
  // Its visible part was read before.
  await openForm(page, code, IDEA, 'durationMonths');
  await expect(field(page, 'basic.projectName')).not.toHaveValue(name);
  await follow(page, `/projects/${code}/options/settings`);
  await page.getByLabel('Назив пројекта').fill(name);
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByRole('link', { name: 'Фазе', exact: true }).click();
  await page.getByRole('link', { name: IDEA, exact: true }).first().click();
  await expect(field(page, 'basic.projectName')).toHaveValue(name);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.form-print-revision')).toHaveText(/Идеја капиталног пројекта.*Ревизија \d+ · \d+\./);
  await expect(page.getByLabel('Ревизија обрасца')).toBeHidden();
});

test('a list is printed with its headings, as wide as the paper, and without controls', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/projects');
  const table = page.locator('main table').first();
  await expect(table.locator('tbody tr').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const head of await table.getByRole('columnheader').all()) expect(await head.innerText()).not.toBe('');
  for (const gone of ['.table-bar input', '.table-foot select', '.shell-nav'])
    await expect(page.locator(gone).filter({ visible: true })).toHaveCount(0);
  const main = page.locator('main');
  expect(await main.evaluate((element) => element.clientWidth / document.documentElement.clientWidth)).toBeGreaterThan(
    0.98,
  );
  // A4 between its margins.
  const wider = await main.evaluate((element) => {
    element.style.width = '703px';
    return (element.querySelector('table')?.scrollWidth ?? 0) - 703;
  });
  expect(wider).toBeLessThanOrEqual(0);
  // The link that names a row is printed; buttons of the row are not.
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/projects/REKA-TOPLICA/documents');
  const name = page.getByRole('button', { name: 'Одлука Владе.pdf', exact: true });
  await expect(name).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(name).toBeVisible();
  await expect(page.getByText('Детаљи', { exact: true }).filter({ visible: true })).toHaveCount(0);
});
