import { writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn } from './actors.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';

/** A code that the product's funding sources do not have. */
const CODE = '97';
const NAME = `Пробни извор ${Date.now()}`;

test('a printed page of a table is one sheet, with its foot', async ({ seats }) => {
  const page = await signIn(seats, 'local.user', '/registry/banks');
  await expect(page.locator('main tbody tr').nth(9)).toBeVisible();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('everybody reads registries, and finds in either script', async ({ seats }) => {
  const page = await signIn(seats, 'local.user', '/registry');
  await page
    .getByRole('link', { name: 'Општине' })
    .or(page.getByRole('link', { name: 'Локације' }))
    .first()
    .click();
  await page.getByPlaceholder('Шифра или назив').or(page.getByLabel('Шифра или назив')).first().fill('cacak');
  await expect(page.getByRole('cell', { name: 'Чачак', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Додај ред' })).toHaveCount(0);
  await page.getByRole('cell', { name: 'Чачак', exact: true }).first().click();
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Измене' })).toBeVisible();
  await expectAccessible(page);
});

test('a maintainer adds, changes and ends a row; its history shows it', async ({ seats }) => {
  const page = await signIn(seats, 'operator', '/registry/funding-sources');
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
});

test('an import shows its errors by row and column, and is written once they are mended', async ({ seats }) => {
  const page = await signIn(seats, 'operator', '/registry/payment-codes');
  await page.getByRole('button', { name: 'Увези' }).click();
  const dialog = page.getByRole('dialog');
  const choose = (content: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'sifre.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose('code,name\n999,\n9x9,Погрешна шифра\n');
  await dialog.getByRole('button', { name: 'Провери' }).click();
  await expect(dialog.getByRole('row', { name: /2.*Назив.*Обавезан податак није унет/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /3.*Шифра.*У датотеци пише: „9x9“/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Упиши' })).toHaveCount(0);
  await expectAccessible(page);
  await choose('code,name\n999,Пробна шифра\n');
  await dialog.getByRole('button', { name: 'Провери' }).click();
  await dialog.getByRole('button', { name: 'Упиши' }).click();
  await expect(page.getByText('Увоз је уписан.')).toBeVisible();
  await page.goto('/registry/payment-codes?f.search=999');
  await expect(page.getByRole('cell', { name: 'Пробна шифра' })).toBeVisible();
});

/** Drags a file from outside of the browser and drops it on the page. */
async function dropFile(page: Page, file: string, place: ReturnType<Page['locator']>): Promise<void> {
  const box = await place.boundingBox();
  if (!box) throw new Error('Nothing to drop a file on');
  const mouse = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + 12 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  await mouse.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data });
  await mouse.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data });
  await expect(place).toHaveAttribute('data-over', 'true');
  await mouse.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
  await expect(place).not.toHaveAttribute('data-over');
}

test('a file is dropped into the import, and cancelling it while it runs leaves nothing written', async ({
  seats,
}, info) => {
  const [ROWS, FIRST] = [20_000, 700_000_000];
  const file = info.outputPath('apropriacije.csv');
  const rows = Array.from({ length: ROWS }, (_, index) => `${FIRST + index},2031,50112,10.00,10.00`);
  writeFileSync(file, `id,budgetYear,organizationCode,amount,currentAmount\n${rows.join('\n')}\n`);
  const page = await signIn(seats, 'operator', '/registry/appropriations');
  await page.getByRole('button', { name: 'Увези' }).click();
  const dialog = page.getByRole('dialog');
  await dropFile(page, file, dialog.locator('.file-drop'));
  await expect(dialog.getByText(/Изабрана датотека: apropriacije\.csv/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Провери' }).click();
  // It exists from the start; its width is zero until the first rows are counted, which may be all.
  await expect(dialog.getByRole('progressbar')).toBeAttached();
  await dialog.getByRole('button', { name: 'Упиши' }).click();
  await dialog.getByRole('button', { name: 'Откажи увоз' }).click();
  await expect(page.getByText(/Увоз је отказан, ништа није уписано/).first()).toBeVisible();
  await page.goto(`/registry/appropriations?f.search=${FIRST}`);
  await expect(page.getByText('Нема пронађених ставки')).toBeVisible();
});

test('a row of a registry is reached and opened by keyboard alone, and has an address', async ({ seats }) => {
  const page = await signIn(seats, 'local.user', '/registry/banks');
  const link = page.getByRole('link', { name: '105', exact: true });
  await expect(link).toBeVisible();
  await page.getByRole('button', { name: 'Колоне' }).focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const MOST_STOPS = 12;
  for (let stop = 0; stop < MOST_STOPS && (await focused()) !== '105'; stop++) await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/registry\/banks\/105$/);
  await expect(page.getByRole('dialog', { name: /АИК/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/registry\/banks$/);
  await expect(link).toBeFocused();

  await page.getByRole('switch', { name: 'Прикажи и окончане' }).click();
  await expect(page).toHaveURL(/f\.validAt=all/);
  await link.click();
  await expect(page).toHaveURL(/\/registry\/banks\/105\?/);
  await page.reload();
  await expect(page.getByRole('dialog', { name: /АИК/ })).toBeVisible();
  await expect(page).toHaveTitle('Банке – ПИМИС');
  await expect(page.getByRole('switch', { name: 'Прикажи и окончане', includeHidden: true })).toBeChecked();

  // Reading again what does not exist would not help.
  await page.goto('/registry/banks/999');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Тражени податак не постоји');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Покушај поново' })).toHaveCount(0);
});

test('a legal entity has a page of its own, and lists of organizations lead to it', async ({ seats }) => {
  const page = await signIn(seats, 'local.user', '/registry/organizations?f.search=10503');
  await page.getByRole('link', { name: '10503', exact: true }).click();
  await expect(page).toHaveURL(/\/registry\/organization\/10503$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Министарство');
  await expect(page.getByRole('navigation', { name: 'Путања' })).toContainText('Правна лица');
  await follow(page, '/projects/KANAL-TOPLICA/details');
  await page.getByRole('main').getByRole('link', { name: /Град/ }).first().click();
  await expect(page).toHaveURL(/\/registry\/organization\/\d{5}$/);
});

test('typed values are not discarded without a question, and a refusal names the field as the screen does', async ({
  seats,
}) => {
  const page = await signIn(seats, 'operator', '/registry/budget-users?f.search=10503');
  await page.getByRole('link', { name: '10503', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Измени' }).click();
  const branch = dialog.getByLabel('Филијала трезора');
  await branch.fill('999');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('Унето није сачувано');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(branch).toHaveValue('999');
  await expect(branch).toBeFocused();
  await page.goBack();
  await expect(dialog.getByRole('alert')).toContainText('Унето није сачувано');
  await page.keyboard.press('Enter');
  await expect(branch).toHaveValue('999');
  await expect(page).toHaveURL(/\/budget-users\/10503/);
  // The browser itself asks before a reload.
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(branch).toHaveValue('999');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(page.getByText(/Поље „Филијала трезора“/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Затвори' }).click();
  await dialog.getByRole('button', { name: 'Одбаци' }).click();
  await expect(branch).toBeHidden();

  await dialog.getByRole('button', { name: 'Измени' }).click();
  await branch.fill('999');
  await page.goBack();
  await dialog.getByRole('button', { name: 'Одбаци' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/budget-users\?/);
});

test('a table stays where it is when its order changes, and another page is read from the top', async ({ seats }) => {
  const page = await signIn(seats, 'local.user', '/registry/banks');
  await page.setViewportSize({ width: 1366, height: 420 });
  const head = page.getByRole('columnheader', { name: 'Назив', exact: true });
  const order = head.getByRole('button');
  await expect(order).toBeVisible();
  const SCROLLED = 90;
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.evaluate((top) => window.scrollTo(0, top), SCROLLED);
  // The click of a test would scroll by itself.
  await order.evaluate((button: HTMLElement) => button.click());
  await expect(page).toHaveURL(/sort=/);
  await expect(head).toHaveAttribute('aria-sort', /cending/);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await scrolled()).toBe(SCROLLED);
  await page.getByRole('button', { name: 'Следећа страна' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(scrolled).toBe(0);
});

test('rates are filtered by all of their decimals', async ({ seats }) => {
  const page = await signIn(seats, 'local.user', '/registry/exchange-rates');
  await page.getByRole('button', { name: 'Филтер', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Средњи курс (РСД)' }).click();
  await page.getByLabel('Од', { exact: true }).pressSequentially('28,0360');
  await page.getByLabel('До', { exact: true }).pressSequentially('28,0360');
  await page.getByRole('button', { name: 'Примени' }).click();
  await expect(page.getByRole('button', { name: /28,036/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: '28,0360', exact: true }).first()).toBeVisible();
});
