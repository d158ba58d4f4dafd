import { expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD, signIn } from './actors.ts';
import { expectGoodScreen, follow } from './screens.ts';
import { test } from './seats.ts';

const BUDGET = 'Буџет Републике Србије';
/** The answer to a token that is over. */
const EXPIRED = { payload: null, status: { code: 1001, name: 'Unauthorized' }, errors: [] };
const BROKEN = { payload: null, status: { code: 1000, name: 'ServiceError' }, errors: [] };

/** The years of the calendar's columns. */
const years = async (page: Page) => (await page.locator('.need-table thead th').allTextContents()).slice(1).map(Number);

/** A command of the scenario's menu. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Радње', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** A command of the menu of a candidate's row. */
async function chooseInRow(row: Locator, role: 'menuitem' | 'menuitemradio', name: string): Promise<void> {
  await row.getByRole('button', { name: /^Радње/ }).click();
  await row.page().getByRole(role, { name }).click();
}

async function setCeiling(page: Page, year: number, amount: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(\\+ граница|од .+): ${BUDGET}, ${year},`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Износ, РСД').fill(amount);
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog).toBeHidden();
}

const saved = (page: Page) => expect(page.getByText('Сачувано', { exact: true })).toBeVisible();
const rows = (page: Page) => page.locator('.candidate');
const switches = (page: Page) => page.locator('.candidate input[type=checkbox]');
const chosen = (page: Page) => page.locator('.scenario-facts dd').first();

/** Makes a scenario of all candidates on its screen, and returns their number. */
async function newScenario(page: Page, name: string): Promise<number> {
  await follow(page, '/portfolio/scenarios');
  await page.getByRole('button', { name: 'Нови сценарио' }).click();
  await page.getByRole('textbox', { name: 'Назив', exact: true }).fill(name);
  await page.getByRole('dialog').getByLabel('Пројекти').selectOption({ label: 'По филтеру портфолија' });
  await page.getByRole('button', { name: 'Направи' }).click();
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(chosen(page)).toHaveText(/^(\d+) од \1$/);
  return switches(page).count();
}

test('the ministry enters a ceiling, sees the overshoot, and fills a scenario by hand', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/portfolio/calendar');
  const [first = 0] = await years(page);
  await test.step('the calendar tells where the overshoot begins, and leads to the projects', async () => {
    await expect(page.locator('a.chart-mark').first()).toHaveAttribute('href', /^\/projects\?.*f\.fiscalNeed=/);
    await expect(page.locator('.chart-mark[tabindex="0"]')).toHaveCount(1);
    await page.getByRole('button', { name: 'Постави границе' }).click();
    await setCeiling(page, first, '1.000,00');
    await expect(page.getByRole('heading', { name: `Прекорачење почиње ${first}.` })).toBeVisible();
    await expectGoodScreen(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const need = page.getByRole('button', { name: new RegExp(`милиона РСД, ${BUDGET}, ${first}:`) });
    await page.emulateMedia({ media: 'print' });
    await expect(need).toBeVisible();
    await expect(page.getByText('+ граница').first()).toBeHidden();
    await page.emulateMedia({ media: null });
    await need.click();
    await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
    await page.keyboard.press('Escape');
    await setCeiling(page, first, '');
    await expect(page.getByRole('heading', { name: /Прекорачење/ })).toBeHidden();
  });

  const name = 'Седница у марту';
  const count = await newScenario(page, name);
  await expect(page).toHaveTitle(new RegExp(`^${name} – Сценарији`));
  const place = page.getByRole('navigation', { name: 'Путања' });
  await expect(place.locator('[aria-current=page]')).toHaveText(name);
  await expect(place.getByRole('link', { name: 'Сценарији', exact: true })).toHaveAttribute(
    'href',
    '/portfolio/scenarios',
  );

  await test.step('a switch by keyboard counts at once, is undone, and is saved by itself', async () => {
    await switches(page).first().focus();
    await page.keyboard.press('Space');
    await expect(chosen(page)).toHaveText(`${count - 1} од ${count}`);
    // Nothing was undone, so there is nothing to redo.
    await page.keyboard.press('Control+Shift+Z');
    await expect(chosen(page)).toHaveText(`${count - 1} од ${count}`);
    await page.keyboard.press('Control+z');
    await expect(chosen(page)).toHaveText(`${count} од ${count}`);
    await page.keyboard.press('Control+y');
    await expect(chosen(page)).toHaveText(`${count - 1} од ${count}`);
    await page.keyboard.press('Control+z');
    await expect(chosen(page)).toHaveText(`${count} од ${count}`);
    // The page behind a dialog does not change.
    await switches(page).first().uncheck();
    await choose(page, 'Обриши');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Одустани' })).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(chosen(page)).toHaveText(`${count - 1} од ${count}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect(chosen(page)).toHaveText(`${count} од ${count}`);
    await chooseInRow(rows(page).first(), 'menuitemradio', 'изузето');
    await saved(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('· изузет', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Пројекти', exact: true })).toBeVisible();
    await expect(page.getByText('Радње').first()).toBeHidden();
    await expect(page.getByText('Границе и потребе по изворима')).toBeVisible();
    await expect(page.locator('.candidate').first()).toHaveCSS('break-inside', 'avoid');
    await page.emulateMedia({ media: null });
  });

  await test.step('what is changed back is saved, and a project that has left comes back', async () => {
    await switches(page).nth(1).uncheck();
    await switches(page).nth(1).check();
    await saved(page);
    await chooseInRow(rows(page).last(), 'menuitem', 'Избаци из сценарија');
    await expect(switches(page)).toHaveCount(count - 1);
    await saved(page);
    await page.getByRole('button', { name: 'Поништи' }).click();
    await expect(switches(page)).toHaveCount(count);
    await saved(page);
    await page.getByRole('button', { name: 'Понови' }).click();
    await expect(switches(page)).toHaveCount(count - 1);
    await saved(page);
    await page.getByRole('button', { name: 'Поништи' }).click();
    await expect(switches(page)).toHaveCount(count);
    await saved(page);
  });

  await test.step('a project is moved by another year of its start, backwards too', async () => {
    const start = page.getByRole('combobox', { name: /^Почетак/ }).last();
    const planned = Number(await start.locator('option:checked').textContent());
    await start.focus();
    await start.selectOption(String(planned - 2));
    await expect(page.getByText('померен за −2 године')).toBeVisible();
    await start.selectOption(String(planned));
    await saved(page);
  });
});

test('on a screen of 1366×768 a switch and the year that it changes are in sight together', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/portfolio/scenarios');
  await page.setViewportSize({ width: 1366, height: 768 });
  await newScenario(page, 'Седница у децембру');
  const row = rows(page).filter({ has: page.getByRole('combobox') });
  const code = row.first().getByRole('link');
  const year = page.getByRole('row', { name: new RegExp(`^${await row.first().getByRole('combobox').textContent()}`) });
  const inSight = async (...places: Locator[]) => {
    for (const place of places) await expect(place).toBeInViewport({ ratio: 1 });
  };

  await test.step('with the proposal, the ceilings, and the number of projects that no ceiling counts', async () => {
    await inSight(
      page.getByRole('button', { name: 'Предложи', exact: true }),
      page.getByRole('button', { name: 'Границе', exact: true }),
      page.getByText(/не улаз[еи] у рачун граница/),
      page.getByText('Износи су у милионима РСД'),
      code,
      page.locator('.year-table'),
    );
    const before = await year.textContent();
    await row.first().getByRole('checkbox').uncheck();
    await expect(year).not.toHaveText(before ?? '');
    await row.first().getByRole('checkbox').check();
    await expect(year).toHaveText(before ?? '');
    await saved(page);
  });

  await test.step('the last of the candidates too', async () => {
    await rows(page).last().getByRole('checkbox').focus();
    await rows(page).last().scrollIntoViewIfNeeded();
    await inSight(rows(page).last().getByRole('link'), page.locator('.year-table'));
    await expect(code).not.toBeInViewport();
  });
});

test('nothing of a scenario is lost by an expired session, a refusal, or another window', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/portfolio/scenarios');
  const count = await newScenario(page, 'Седница у јуну');

  await test.step('what an expired session refused is saved after the next sign-in', async () => {
    const [saving, expired] = [/\/api\/portfolio\/scenarios\/\d+$/, { json: EXPIRED, status: 401 }];
    await page.context().clearCookies();
    await page.route(saving, (route) => route.fulfill(expired), { times: 1 });
    await switches(page).nth(1).uncheck();
    const dialog = page.getByRole('dialog', { name: 'Сесија је истекла' });
    await dialog.getByLabel('Лозинка', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Пријави се' }).click();
    await expect(dialog).toBeHidden();
    await expect(switches(page).nth(1)).not.toBeChecked();
    await saved(page);
    await page.unroute(saving);
    await switches(page).nth(1).check();
    await saved(page);
  });

  await test.step('who leaves what the server refuses to save is asked first', async () => {
    const saving = /\/api\/portfolio\/scenarios\/\d+$/;
    const address = page.url();
    await page.route(saving, (route) => route.fulfill({ status: 500, json: BROKEN }));
    await switches(page).nth(1).uncheck();
    await page.getByRole('link', { name: 'Сви сценарији' }).click();
    const dialog = page.getByRole('dialog', { name: 'Несачуване измене' });
    await dialog.getByRole('button', { name: 'Остани' }).click();
    await expect(page).toHaveURL(address);
    await expect(switches(page).nth(1)).not.toBeChecked();
    await page.getByRole('link', { name: 'Сви сценарији' }).click();
    await dialog.getByRole('button', { name: 'Напусти без чувања' }).click();
    await page.unroute(saving);
    await page.goBack();
    await expect(switches(page).nth(1)).toBeChecked();
  });

  await test.step('two windows keep the changes of both', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await switches(other).nth(1).uncheck();
    await saved(other);
    await switches(page).nth(2).uncheck();
    await expect(page.getByText('Ваше измене су задржане')).toBeVisible();
    await saved(page);
    await expect(chosen(page)).toHaveText(`${count - 2} од ${count}`);
    await other.close();
  });
});

test('a proposal fills a scenario, and a copy is compared with it', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/portfolio/scenarios');
  const name = 'Седница у септембру';
  await newScenario(page, name);

  await test.step('a proposal is within the ceilings, with its proof and the reasons, and is applied', async () => {
    await page.getByRole('button', { name: 'Границе', exact: true }).click();
    const [, second = 0] = await years(page);
    await setCeiling(page, second, '2.000.000.000');
    await page.getByRole('button', { name: 'Предложи', exact: true }).click();
    await expect(page.getByText('Доказано најбоље.')).toBeVisible({ timeout: 60_000 });
    await page.getByText(/^Зашто ни/).click();
    await expect(page.getByText(/недостаје/).first()).toBeVisible();
    // After a change of a ceiling, the proposal is that of another scenario.
    const apply = page.getByRole('button', { name: 'Примени предлог' });
    await setCeiling(page, second, '1.900.000.000');
    await expect(page.getByText(/^Сценарио је у међувремену измењен/)).toBeVisible();
    await expect(apply).toBeHidden();
    await setCeiling(page, second, '2.000.000.000');
    await expect(apply).toBeVisible();
    await expect(page.getByText(/^Сценарио је у међувремену измењен/)).toBeHidden();
    await page.getByRole('button', { name: 'Примени предлог' }).click();
    await saved(page);
    await expectGoodScreen(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a copy is compared with it, and the way back leads to the list', async () => {
    const address = page.url();
    // Unsaved changes are copied too; otherwise the switch below would make both equal.
    await switches(page).nth(1).click();
    await choose(page, 'Копирај');
    await expect(page).not.toHaveURL(address);
    await switches(page).nth(1).click();
    await saved(page);
    await page.getByRole('link', { name: 'Сви сценарији' }).click();
    // Each scenario is a screen, and so is their list: it takes the focus.
    await expect(page.getByRole('main')).toBeFocused();
    const boxes = page.getByRole('checkbox', { name: new RegExp(name) });
    await expect(boxes).toHaveCount(2);
    for (const index of [0, 1]) await boxes.nth(index).check();
    await page.getByRole('button', { name: 'Упореди' }).click();
    await expect(page.getByRole('heading', { name: '1 различит избор' })).toBeVisible();
    await expectGoodScreen(page);
    await page.goBack();
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await expectGoodScreen(page);
    const copy = page.getByRole('link', { name: `${name} – копија` });
    const deleted = (await copy.getAttribute('href')) ?? '';
    await copy.click();
    await choose(page, 'Обриши');
    await page.getByRole('dialog').getByRole('button', { name: 'Обриши' }).click();
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(copy).toBeHidden();
    await follow(page, deleted);
    await expect(page.getByText('Сценарио је обрисан или није подељен са вама.')).toBeVisible();
  });
});
