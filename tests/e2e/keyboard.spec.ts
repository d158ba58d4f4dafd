import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { PASSWORD } from './actors.ts';
import { savedIdea } from './journey.ts';
import { test } from './seats.ts';

/** More steps than the longest way through a screen. */
const FARTHEST = 120;

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < FARTHEST; step += 1) {
    await page.keyboard.press('Tab');
    const called = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement | null;
      return at?.getAttribute('aria-label') ?? at?.innerText ?? '';
    });
    if (name.test(called.trim())) return;
  }
  throw new Error(`Tab never comes to ${name}`);
}

async function tabInto(page: Page, field: Locator): Promise<void> {
  for (let step = 0; step < FARTHEST; step += 1) {
    await page.keyboard.press('Tab');
    if (await field.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab never comes to the field');
}

async function signInByKeys(page: Page, login: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page.getByLabel('Корисничко име')).toBeFocused();
  await page.keyboard.type(login);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Добар дан/ })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
}

/** Opens the project by the search. */
async function openByKeys(page: Page, code: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(code);
  await expect(page.getByRole('option', { name: new RegExp(code) }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/projects/${code}/details`));
}

/** Runs an action of the screen, found by its first letters. */
async function runByKeys(page: Page, letters: string, action: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(letters);
  await expect(page.getByRole('listbox').getByRole('option', { name: action }).first()).toBeVisible();
  await page.keyboard.press('Enter');
}

test('a keyboard alone signs in, changes a form, locks and sends it, and the head returns it', async ({
  seats,
  request,
}) => {
  test.setTimeout(180_000);
  const { code } = await savedIdea(seats, request);
  const page = await seats.take();
  await signInByKeys(page, 'local.user');
  await openByKeys(page, code);
  await tabTo(page, /^Закључај образац/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Сачувај', exact: true })).toBeVisible();
  await tabTo(page, /^Назив пројекта/);
  await page.keyboard.press('End');
  await page.keyboard.type(' тастатуром');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Образац је сачуван/)).toBeVisible();
  await runByKeys(page, 'закључ', /^Закључај/);
  // The focus is on what comes next.
  const send = page.getByRole('button', { name: 'Пошаљи на потврду' });
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Провери и пошаљи' });
  // The check is read before sending.
  await expect(dialog.getByRole('region', { name: 'Шта се шаље' })).toBeFocused();
  await expectAccessible(page);
  await tabTo(page, /^Пошаљи на потврду$/);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Откључај' })).toHaveCount(0);

  await signInByKeys(page, 'local.admin');
  await openByKeys(page, code);
  await runByKeys(page, 'врати', /^Врати на допуну/);
  const back = page.getByRole('dialog', { name: 'Врати на допуну' });
  // The summary is read first.
  await expect(back.getByRole('region', { name: 'Сажетак за одлуку' })).toBeFocused();
  await tabInto(page, back.getByLabel('Коментар'));
  await page.keyboard.type('Допишите потребу.');
  await tabTo(page, /^Врати на допуну$/);
  await page.keyboard.press('Enter');
  await expect(back).toBeHidden();
  await expect(page.getByText('Враћено на допуну').first()).toBeVisible();
  await expectAccessible(page);
});
