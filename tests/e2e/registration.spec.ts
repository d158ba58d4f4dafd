import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signedIn } from './actors.ts';
import { expectGoodScreen } from './screens.ts';
import { test } from './seats.ts';

async function choose(page: Page, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox').fill(typed);
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await page.getByRole('option').count()).toBeLessThanOrEqual(5);
  await page.getByRole('option', { name: option }).click();
}

test('an organization registers, changes its request by the token, and is approved with its administrator', async ({
  seats,
}) => {
  const page = await seats.take();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Регистрација органа' }).click();
  await page.waitForURL('**/register-organization');
  await page.getByRole('button', { name: 'Поднеси захтев' }).click();
  await expect(page.getByRole('alert')).toContainText('Дошло је до грешака, погледајте списак');
  await expect(page.getByRole('alert')).toContainText('ПИБ: Обавезно поље');
  await expectAccessible(page);
  await page.getByRole('combobox').fill('непостојећи орган');
  await expect(page.getByText('Нема пронађених ставки').first()).toBeVisible();
  await choose(page, '50106', /Крушевац/);
  await expect(page.getByLabel('ПИБ')).toHaveValue('199683097');
  await page.getByLabel('Име и презиме администратора').fill('Славица Огледна');
  await page.getByLabel('Број личне карте').fill('00-123 456 789');
  await expect(page.getByLabel('Број личне карте')).toHaveValue('001234567');
  await page.getByLabel('Е-пошта администратора').fill('slavica@example.rs');
  await page.getByLabel('Телефон администратора').fill('037414000');
  await expect(page.getByLabel('Телефон администратора')).toHaveValue('(37) 414 000');
  await page.getByLabel('Е-пошта подршке').fill('a@b.rs, c@d.rs; e@f.rs g@h.rs');
  await page.getByRole('button', { name: 'Поднеси захтев' }).click();
  await expect(page.getByRole('alert')).toContainText('Унесите највише три исправне адресе.');
  await page.getByLabel('Е-пошта подршке').fill('a@b.rs, c@d.rs');
  await page.getByRole('button', { name: 'Поднеси захтев' }).click();
  await expect(page.getByRole('heading', { name: 'Захтев је поднет' })).toBeVisible();
  await expectAccessible(page);
  for (const [button, file] of [
    ['Штампај захтев (ПИМИС-1)', 'PIMIS-1-50106.pdf'],
    ['Штампај потврду (ПИМИС-2)', 'PIMIS-2-50106.pdf'],
  ] as const) {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    expect((await coming).suggestedFilename()).toBe(file);
  }
  const token = (await page.locator('code').textContent()) ?? '';

  await page.goto('/register-organization');
  await page.getByText('Већ сте поднели захтев?').click();
  await page.getByLabel('Ознака захтева').fill('нема овакве ознаке');
  await page.getByRole('button', { name: 'Учитај захтев' }).click();
  await expect(page.getByText('Нема захтева са овом ознаком.')).toBeVisible();
  await page.getByLabel('Ознака захтева').fill(`  ${token} `);
  await page.getByRole('button', { name: 'Учитај захтев' }).click();
  await expect(page.getByLabel('Телефон администратора')).toHaveValue('(37) 414 000');
  await page.getByLabel('Име и презиме администратора').fill('Славица Нова');
  await page.getByLabel('ПИБ').fill('199683098');
  await page.getByRole('button', { name: 'Сачувај измене' }).click();
  await expect(page.getByRole('heading', { name: 'Захтев је измењен' })).toBeVisible();

  const operator = await signedIn(seats, 'operator');
  await operator.goto('/dashboard');
  await expect(operator.getByRole('heading', { name: 'Моји задаци' })).toBeVisible();
  await expectAccessible(operator);
  await operator.getByRole('link', { name: /^Одлучи о захтеву: .*Крушевац/ }).click();
  await expect(operator.getByRole('button', { name: 'Одобри' })).toBeVisible();
  const differing = operator.getByRole('region', { name: 'Разликује се од регистра' });
  await expect(differing.getByText('199683098 (у регистру: 199683097)')).toBeVisible();
  await expectAccessible(operator);
  await operator.getByRole('button', { name: 'Одобри' }).click();
  const dialog = operator.getByRole('dialog');
  await dialog.getByLabel('Корисничко име направи из имена').uncheck();
  await dialog.getByRole('button', { name: 'Одобри' }).click();
  await expect(dialog.getByText(/Латинична слова, цифре/)).toBeVisible();
  await expectAccessible(operator);
  await dialog.getByLabel('Корисничко име направи из имена').check();
  await dialog.getByLabel('Коментар').fill('Подаци су проверени.');
  await dialog.getByRole('button', { name: 'Одобри' }).click();
  await expect(operator.getByText('Захтев је одобрен. Администратор: slavica.nova')).toBeVisible();
  await expect(operator.getByRole('heading', { level: 1 })).toContainText('Одобрен');

  await operator.getByRole('button', { name: 'Измени' }).click();
  await dialog.getByLabel('Скраћени назив').fill('ГУ 1');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog.getByText('Само слова, највише 10.')).toHaveCount(2);
  await expectAccessible(operator);
  await dialog.getByLabel('Скраћени назив').fill('КРУШЕВАЦ');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog).toBeHidden();
  await expect(operator.getByText('КРУШЕВАЦ', { exact: true })).toBeVisible();
  const coming = operator.waitForEvent('download');
  await operator.getByRole('button', { name: 'Администратор (ПИМИС-2)' }).click();
  expect((await coming).suggestedFilename()).toBe('PIMIS-2-50106.pdf');
  await operator.goto('/administration/user/slavica.nova');
  await expect(operator.getByRole('heading', { level: 1 })).toContainText('Неактивиран');
  await expectAccessible(operator);
});

test('the registration screen is accessible, wide and light, narrow and dark', async ({ seats }) => {
  const page = await seats.take();
  await page.goto('/register-organization');
  await expect(page.getByRole('button', { name: 'Поднеси захтев' })).toBeVisible();
  await expectGoodScreen(page);
});
