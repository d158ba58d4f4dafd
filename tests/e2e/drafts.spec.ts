import { expect, type Page } from '@playwright/test';
import { rowsAt, setPath } from '@pimis/domain/forms/paths';
import type { FormValues } from '@pimis/domain/forms/types';
import { expectAccessible } from './accessible.ts';
import { enter, field, PASSWORD, signedIn, signIn } from './actors.ts';
import { LOCK, savedIdea } from './journey.ts';
import { test } from './seats.ts';
import { formScreen, IDEA, openForm } from './typist.ts';

/** The first contact has another position. */
const contactAs = (position: string) => (values: FormValues) => {
  const [contact] = rowsAt(values, 'basic.contacts');
  if (!contact) throw new Error('An idea without a contact');
  contact.position = position;
};

test('a session in use goes on in an open page, with a new token every few minutes', async ({ seats }) => {
  const page = await enter(await seats.takeAlone(), 'local.user');
  await page.clock.install();
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Главни мени' });
  // A read that the page makes by itself may renew the session before the click does.
  const renewed: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/login/refresh')) renewed.push(answer.status());
  });
  for (const name of ['Пројекти', 'Преглед', 'Пројекти', 'Преглед', 'Пројекти', 'Преглед']) {
    const before = renewed.length;
    await page.clock.runFor('06:00');
    await menu.getByRole('link', { name, exact: true }).click();
    await expect.poll(() => renewed.length).toBeGreaterThan(before);
  }
  expect(new Set(renewed)).toEqual(new Set([200]));
  await expect(page.getByRole('dialog', { name: 'Сесија је истекла' })).toBeHidden();
});

test('an expired session asks for the sign-in above the screen, and typed values are still there', async ({
  seats,
  request,
}) => {
  const page = await enter(await seats.takeAlone(), 'local.user');
  await page.clock.install();
  await page.goto(await formScreen(request, 'KANAL-TOPLICA', IDEA));
  await field(page, 'durationMonths').fill('77');
  await page.clock.runFor('31:00');
  const overlay = page.getByRole('dialog', { name: 'Сесија је истекла' });
  await expect(overlay).toBeVisible();
  await expectAccessible(page);
  await overlay.locator('input[name=password]').fill(PASSWORD);
  await overlay.getByRole('button', { name: 'Пријави се', exact: true }).click();
  await expect(overlay).toBeHidden();
  await expect(field(page, 'durationMonths')).toHaveValue('77');
});

test('values typed in one of two tabs when the session ends are found again, though nothing was typed in the other', async ({
  seats,
}) => {
  const first = await enter(await seats.takeAlone(), 'local.user');
  const second = await first.context().newPage();
  await first.clock.install();
  for (const tab of [first, second]) await tab.goto('/projects/create');
  const nameIn = (tab: Page) => tab.getByRole('textbox', { name: 'Назив пројекта' });
  await nameIn(first).fill('Мост преко Мораве');
  await expect(nameIn(second)).toHaveValue('');
  await first.clock.runFor('31:00');
  const overlayOf = (tab: Page) => tab.getByRole('dialog', { name: 'Сесија је истекла' });
  for (const tab of [first, second]) await expect(overlayOf(tab)).toBeVisible();
  await first.close({ runBeforeUnload: false });
  await overlayOf(second).locator('input[name=password]').fill(PASSWORD);
  await overlayOf(second).getByRole('button', { name: 'Пријави се', exact: true }).click();
  await expect(overlayOf(second)).toBeHidden();
  await second.reload();
  await expect(nameIn(second)).toHaveValue('Мост преко Мораве');
  await expect(second.getByText(/Враћен је унос/)).toBeVisible();
  await expectAccessible(second);
  await second.getByRole('button', { name: 'Одбаци унос' }).click();
  await expect(nameIn(second)).toHaveValue('');
});

test('a draft survives a closed tab and is offered again', async ({ seats, request }) => {
  const idea = await savedIdea(seats, request);
  const address = await formScreen(request, idea.code, IDEA);
  const later = await signedIn(seats, 'local.user');
  const tab = await later.context().newPage();
  await tab.goto(address);
  const save = tab.getByRole('button', { name: 'Сачувај', exact: true });
  const place = await save.boundingBox();
  await field(tab, 'durationMonths').fill('55');
  await expect(tab.getByText(/нацрт на овом рачунару/)).toBeVisible();
  // A longer text of the bar must not move its button from under the pointer.
  expect(await save.boundingBox()).toEqual(place);
  await tab.close({ runBeforeUnload: false });
  await idea.called.save('local.power', contactAs('Саветник'));
  await later.goto(address);
  await expect(later.getByText(/сачувана новија ревизија/)).toBeVisible();
  await later.getByRole('button', { name: 'Врати нацрт' }).click();
  await expect(field(later, 'durationMonths')).toHaveValue('55');
  await expect(later.getByText('Несачуване измене')).toBeVisible();
  await later.getByRole('button', { name: 'Сачувај', exact: true }).click();
  const dialog = later.getByRole('dialog', { name: 'Образац је измењен у међувремену' });
  await dialog.getByRole('button', { name: 'Сачувај изабрано' }).click();
  await expect(dialog).toBeHidden();
  await expect(field(later, 'durationMonths')).toHaveValue('55');
  await expect(field(later, 'basic.contacts[1].position')).toHaveValue('Саветник');
});

test('typing goes on during a save, until the saved revision has come', async ({ seats, request }) => {
  const page = await signIn(seats, 'local.user', await formScreen(request, 'KANAL-TOPLICA', IDEA));
  /** Delays calls until the returned function is called. */
  const hold = async (address: string, method: string) => {
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(address, async (route) => {
      if (route.request().method() === method) await held;
      await route.continue();
    });
    return letThrough;
  };
  await field(page, 'durationMonths').fill('41');
  const save = await hold('**/api/projects/form-input', 'POST');
  const read = await hold('**/api/projects/KANAL-TOPLICA/**', 'GET');
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await field(page, 'basic.contacts[1].position').fill('Писано док се чува');
  save();
  await expect(page.getByText(/Образац је сачуван/).first()).toBeVisible();
  await field(page, 'financialInfo.spent.value').fill('7');
  read();
  await expect(page.getByLabel('Ревизија обрасца')).toContainText('Ревизија 2');
  // The cursor and the text being typed are unchanged.
  await expect(field(page, 'financialInfo.spent.value')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page, 'financialInfo.spent.value')).toHaveValue('7,00');
  await expect(field(page, 'basic.contacts[1].position')).toHaveValue('Писано док се чува');
  await expect(field(page, 'durationMonths')).toHaveValue('41');
  await expect(page.getByText('Несачуване измене')).toBeVisible();
  // Typing continues; nothing must be restored.
  await expect(page.getByRole('button', { name: 'Врати нацрт' })).toHaveCount(0);
});

test('a save without a connection is reported, keeps the typed values, and is made when the connection is back', async ({
  seats,
  request,
}) => {
  const page = await signIn(seats, 'local.user', await formScreen(request, 'KANAL-TOPLICA', IDEA));
  await field(page, 'durationMonths').fill('63');
  await page.context().setOffline(true);
  await expect(page.getByText('Нема везе.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(page.getByText(/образац ће се сачувати чим се веза врати/)).toBeVisible();
  await expect(field(page, 'durationMonths')).toHaveValue('63');
  await field(page, 'basic.contacts[1].position').fill('Писано без везе');
  await page.context().setOffline(false);
  await expect(page.getByText('Нема везе.', { exact: true })).toBeHidden();
  await expect(page.getByText(/Образац је сачуван/).first()).toBeVisible();
  await expect(page.getByText('Све је сачувано')).toBeVisible();
  await page.reload();
  await expect(field(page, 'durationMonths')).toHaveValue('63');
  await expect(field(page, 'basic.contacts[1].position')).toHaveValue('Писано без везе');
});

test('a save while the system is read-only keeps the typed values, and is made afterwards', async ({
  seats,
  request,
}) => {
  const page = await signIn(seats, 'local.user', await formScreen(request, 'KANAL-TOPLICA', IDEA));
  let isReadOnly = true;
  // The server is shared by all tests, so only this page sees it so.
  await page.route('**/api/**', async (route) => {
    const method = route.request().method();
    if (!isReadOnly) return route.continue();
    const headers = { 'x-pimis-read-only': encodeURIComponent('Селимо базу до 18 ч. <b>Хвала</b>') };
    if (method === 'GET') return route.fulfill({ response: await route.fetch(), headers });
    const status = { code: 1046, name: 'ReadOnly' };
    return route.fulfill({
      status: 503,
      headers,
      json: { payload: null, additionalInformation: null, status, errors: [] },
    });
  });
  await field(page, 'durationMonths').fill('71');
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(page.getByText(/образац ће се сачувати када измене поново буду могуће/)).toBeVisible();
  const bar = page.getByText('Селимо базу до 18 ч. <b>Хвала</b>');
  await expect(bar).toBeVisible();
  await expect(field(page, 'durationMonths')).toHaveValue('71');
  await field(page, 'basic.contacts[1].position').fill('Писано док се само чита');
  await expectAccessible(page);
  isReadOnly = false;
  await expect(page.getByText(/Образац је сачуван/).first()).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByText('Све је сачувано')).toBeVisible();
  await page.reload();
  await expect(field(page, 'durationMonths')).toHaveValue('71');
  await expect(field(page, 'basic.contacts[1].position')).toHaveValue('Писано док се само чита');
});

test('two people at once: the second sees the difference and merges field by field', async ({ seats, request }) => {
  const idea = await savedIdea(seats, request);
  const second = await signedIn(seats, 'local.power');
  await openForm(second, idea.code, IDEA, 'durationMonths');
  await idea.called.save('local.user', (values) => {
    setPath(values, 'durationMonths', 34);
    contactAs('Начелница одељења')(values);
  });
  await field(second, 'durationMonths').fill('36');
  await field(second, 'financialInfo.spent.value').fill('5');
  await second.getByRole('button', { name: 'Сачувај', exact: true }).click();
  const dialog = second.getByRole('dialog', { name: 'Образац је измењен у међувремену' });
  const both = dialog.getByRole('row', { name: /трајање/ });
  await expect(both).toContainText('измењено на обе стране');
  await expect(both.getByRole('radio', { name: /Моја вредност/ })).toBeChecked();
  // A value that only the other user changed keeps their version.
  const other = dialog.getByRole('row', { name: /Лиц. за контакт/ });
  await expect(other.getByRole('radio', { name: /Сачувана вредност/ })).toBeChecked();
  await expectAccessible(second);
  await both.getByRole('radio', { name: /Сачувана вредност/ }).check();
  await dialog.getByRole('button', { name: 'Сачувај изабрано' }).click();
  await expect(dialog).toBeHidden();
  await expect(field(second, 'durationMonths')).toHaveValue('34');
  await expect(field(second, 'basic.contacts[1].position')).toHaveValue('Начелница одељења');
  await expect(field(second, 'financialInfo.spent.value')).toHaveValue('5,00');
});

/** Types into a form that a colleague then locks, and tries to save. */
async function refusedByLock(page: Page, address: string, lock: () => Promise<void>) {
  await page.goto(address);
  await field(page, 'durationMonths').fill('66');
  await lock();
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(page.getByText(/Образац је у међувремену закључан\. Закључавање: /)).toBeVisible();
  await expect(page.locator('.form-head').getByText('Закључан', { exact: false })).toBeVisible();
  await expect(field(page, 'durationMonths')).toHaveValue('66');
  await expect(page.getByText('Несачуване измене')).toBeVisible();
}

test('values typed into a form that a colleague locks are saved after the unlock', async ({ seats, request }) => {
  const idea = await savedIdea(seats, request);
  const page = await signedIn(seats, 'local.user');
  await refusedByLock(page, await formScreen(request, idea.code, IDEA), () => idea.called.submit('local.power', LOCK));
  await page.getByRole('button', { name: 'Откључај' }).click();
  await expect(page.getByText('Образац је откључан.')).toBeVisible();
  await expect(field(page, 'durationMonths')).toHaveValue('66');
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(page.getByText('Све је сачувано')).toBeVisible();
  await page.reload();
  await expect(field(page, 'durationMonths')).toHaveValue('66');
});

test('the values are offered as a draft to a user who comes back after the unlock, over the revision of the lock', async ({
  seats,
  request,
}) => {
  const idea = await savedIdea(seats, request);
  const address = await formScreen(request, idea.code, IDEA);
  const page = await signedIn(seats, 'local.user');
  const lock = () => idea.called.submit('local.power', LOCK, contactAs('Саветник'));
  await refusedByLock(page, address, lock);
  await page.reload();
  await expect(page.getByText('Пронађен је нацрт')).toBeHidden();
  await page.getByRole('button', { name: 'Откључај' }).click();
  await expect(page.getByText(/сачувана новија ревизија/)).toBeVisible();
  await page.getByRole('button', { name: 'Врати нацрт' }).click();
  await expect(field(page, 'durationMonths')).toHaveValue('66');
});
