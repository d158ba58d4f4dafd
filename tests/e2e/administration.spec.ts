import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { authorization, enter, signIn } from './actors.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';

test('a local administrator opens an account, changes it, takes access and gives it back', async ({ seats }) => {
  const page = await signIn(seats, 'local.admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Администрација' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Корисници/ })
    .click();
  // Only users who see several organizations see the column.
  await expect(page.getByRole('columnheader', { name: 'Улога' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Орган', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Нови корисник' }).click();
  await page.getByRole('button', { name: 'Нови корисник' }).click();
  await expect(page.getByText('Обавезно поље')).toBeVisible();
  await page.getByLabel('Име и презиме').fill('Живојин Шћепановић');
  await page.getByLabel('Е-пошта').fill('zivojin@example.rs');
  await expect(page.getByText('Биће: zivojin.scepanovic')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Регистри' }).click();
  const leaving = page.getByRole('dialog', { name: 'Несачуване измене' });
  await leaving.getByRole('button', { name: 'Настави унос' }).click();
  await expect(leaving).toBeHidden();
  await expect(page.getByLabel('Име и презиме')).toHaveValue('Живојин Шћепановић');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Улога' }).selectOption({ label: 'Верификатор' });
  await page.getByRole('button', { name: 'Нови корисник' }).click();
  await page.waitForURL('**/administration/user/zivojin.scepanovic');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Живојин Шћепановић Неактивиран');
  await page.getByRole('button', { name: 'Пошаљи активацију поново' }).click();
  await expect(page.getByText('Порука за активацију је послата.')).toBeVisible();

  await page.getByRole('button', { name: 'Измени' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Телефон').fill('нема');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog.getByText(/^Унесите цео број/)).toBeVisible();
  await dialog.getByLabel('Телефон').fill('027/321-000');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('+381 (27) 321 000')).toBeVisible();

  await page.getByRole('button', { name: 'Укини приступ' }).click();
  await dialog.getByRole('button', { name: 'Укини приступ' }).click();
  await expect(dialog.getByText('Обавезно поље')).toBeVisible();
  await dialog.getByLabel('Разлог укидања').fill('Отишао у пензију');
  await dialog.getByRole('button', { name: 'Укини приступ' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Укинут');
  await expect(page.getByText('Отишао у пензију')).toBeVisible();
  await page.getByRole('button', { name: 'Врати приступ' }).click();
  await dialog.getByRole('button', { name: 'Врати приступ' }).click();
  // Nobody has set a password yet.
  await expect(page.getByText('Налог још није активиран: порука за активацију је послата.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Неактивиран');
  await expect(page.getByRole('button', { name: 'Пошаљи активацију поново' })).toBeVisible();
});

test('a locked account is seen, with its reason and end, and unlocked', async ({ seats, request }) => {
  const login = 'zakljucan.nalog';
  const made = await request.post('/api/security/users', {
    headers: await authorization(request, 'admin'),
    data: [{ login, name: 'Огњен Бравар', email: 'zakljucan@example.rs', roleId: 1, organizationId: '50112' }],
  });
  expect(made.ok(), await made.text()).toBe(true);
  for (let guess = 0; guess < 6; guess += 1) {
    await request.post('/api/login', { data: { login, password: 'погрешна' } });
  }
  const page = await signIn(seats, 'local.admin', '/administration/user/management?f.locked=true');
  const row = page.getByRole('row', { name: /Огњен Бравар/ });
  await expect(row).toContainText('Закључан');
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Закључан');
  await expect(page.getByText(/погрешне лозинке, до \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Откључај налог' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Откључај налог' }).click();
  await expect(page.getByText('Налог је откључан.')).toBeVisible();
  await expect(page.getByText(/погрешне лозинке, до/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Откључај налог' })).toHaveCount(0);

  // The log shows a wrong guess as a visitor, not as the system.
  const log = await signIn(seats, 'admin', `/administration/audit?f.subjectId=${login}&f.operation=session.refused`);
  await expect(log.getByRole('row', { name: /посетилац.*погрешна лозинка/ }).first()).toBeVisible();
  await expect(log.getByRole('cell', { name: 'систем', exact: true })).toHaveCount(0);
});

test('the numbers of the ministry, which never registers, are entered on its page', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/administration/organization/00000');
  await page.getByRole('button', { name: 'Измени' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Скраћени назив').fill('МФИН');
  await dialog.getByLabel('Матични број').fill('1786214');
  await dialog.getByLabel('ПИБ').fill('108213413');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog.getByLabel('Матични број')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('ПИБ')).not.toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Матични број').fill('17862146');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(page.getByText('Подаци органа су измењени.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('17862146');
  await expect(page.getByRole('main')).toContainText('108213413');

  await page.goto('/administration/organization/50112');
  await page.getByRole('button', { name: 'Измени' }).click();
  await expect(page.getByRole('dialog').getByLabel('Скраћени назив')).toBeVisible();
  await expect(page.getByRole('dialog').getByLabel('Матични број')).toHaveCount(0);
});

test('a role is made of claims, given, changed, and stays while somebody has it', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/administration/role/management');
  await page.getByRole('link', { name: 'Нова улога' }).click();
  await page.getByRole('button', { name: 'Сачувај' }).click();
  await expect(page.getByText('Изаберите бар једно овлашћење или улогу.')).toBeVisible();
  await page.getByLabel('Назив').fill('Посматрач');
  await page.getByLabel('Опис').fill('Гледа налоге');
  await page.getByRole('checkbox', { name: 'Преглед корисника органа' }).check();
  await page.getByRole('checkbox', { name: 'Преглед улога' }).check();
  await page.getByRole('button', { name: 'Сачувај' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Посматрач' })).toBeVisible();
  const role = new URL(page.url()).pathname;

  // An account of the administration with the new role.
  await follow(page, '/administration/user/create');
  await page.getByLabel('Име и презиме').fill('Огледни Посматрач');
  await page.getByLabel('Е-пошта').fill('posmatrac@example.rs');
  await page.getByRole('combobox', { name: 'Улога' }).selectOption({ label: 'Гледа налоге' });
  await page.getByRole('button', { name: 'Нови корисник' }).click();
  await page.waitForURL('**/administration/user/ogledni.posmatrac');

  await follow(page, role);
  await page.getByRole('button', { name: 'Обриши' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Обриши' }).click();
  await expect(page.getByText('Улога је додељена кориснику и не може се обрисати.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Одустани' }).click();
  await page.getByRole('button', { name: 'Измени' }).click();
  await dialog.getByRole('checkbox', { name: 'Преглед улога' }).uncheck();
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Преглед улога')).toHaveCount(0);

  // A role of the system cannot be changed.
  await follow(page, '/administration/role/1');
  await expect(page.getByText('Системска улога се не мења.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Измени' })).toHaveCount(0);
});

test('users without rights of administration have no menu, and the address says so', async ({ seats }) => {
  const page = await signIn(seats, 'local.user');
  await expect(page.getByRole('link', { name: 'Администрација' })).toHaveCount(0);
  await page.goto('/administration');
  await expect(page.getByRole('heading', { name: 'Администрација вам није доступна.' })).toBeVisible();
  await follow(page, '/administration/user/management');
  await expect(page.getByText('Немате потребна овлашћења.').first()).toBeVisible();
  await follow(page, '/administration/user/create');
  await expect(page.getByText('Немате потребна овлашћења.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: /Име/ })).toHaveCount(0);
  await expectAccessible(page);
});

/** Texts that are wider than their element. */
const sideways = () =>
  [...document.querySelectorAll('p')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText);

test('a notice is written, shown before and behind the sign-in, and removed', async ({ seats }) => {
  const title = 'Радови на систему';
  const page = await signIn(seats, 'admin');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Администрација/ })
    .click();
  await page.getByRole('link', { name: /Саопштења/ }).click();
  await page.getByRole('button', { name: 'Ново саопштење' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog.getByText('Обавезно поље')).toHaveCount(3);
  await dialog.getByLabel(/^Наслов(?! на)/).fill(title);
  // A long address has no place where a line could end.
  await dialog.getByLabel(/^Текст(?! на)/).fill(`Систем неће бити доступан. https://primer.rs/${'1'.repeat(250)}`);
  const start = dialog.getByRole('textbox', { name: 'Почетак' });
  const today = await start.inputValue();
  await start.fill('1.1.2020.');
  await dialog.getByRole('textbox', { name: 'Крај' }).fill(today);
  await dialog.getByLabel('Време од').fill('20:00');
  await dialog.getByLabel('Време до').fill('18:00');
  await expect(dialog.getByText('Почетак саопштења не може бити у прошлости.')).toBeVisible();
  await expect(dialog.getByText('Време завршетка мора бити после времена почетка.')).toBeVisible();
  await expectAccessible(page);
  await start.fill(today);
  await dialog.getByLabel('Време до').fill('22:00');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('20:00–22:00');
  // A notice with hours is shown only in these; without them it is shown at any time of the run.
  await page.getByRole('button', { name: `Измени саопштење ${title}` }).click();
  await dialog.getByLabel('Време од').fill('');
  await dialog.getByLabel('Време до').fill('');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText(title)).toBeVisible();
  expect(await page.evaluate(sideways)).toEqual([]);
  await page.getByRole('button', { name: /^Обавештења/ }).click();
  await expect(page.getByRole('dialog').getByText(title)).toBeVisible();
  expect(await page.evaluate(sideways)).toEqual([]);
  const visitor = await seats.take();
  await visitor.goto('/login');
  await expect(visitor.getByText(title)).toBeVisible();
  expect(await visitor.evaluate(sideways)).toEqual([]);
  await follow(page, '/administration/notices');
  await page.getByRole('button', { name: `Измени саопштење ${title}` }).click();
  await dialog.getByRole('button', { name: 'Обриши' }).click();
  await dialog.getByRole('button', { name: 'Обриши' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(title)).toHaveCount(0);
});

test('the dashboard has the tiles that the claims of the user open', async ({ seats }) => {
  const page = await seats.take();
  for (const [login, tiles] of [
    ['admin', ['Администрација', 'Пројекти', 'Листе пројеката', 'Архива', 'Извештаји', 'Регистри']],
    ['operator', ['Администрација', 'Регистри']],
    ['local.user', ['Пројекти', 'Регистри']],
    ['local.power', ['Пројекти', 'Листе пројеката', 'Регистри']],
  ] as const) {
    await enter(page, login);
    await page.goto('/dashboard');
    await expect(page.locator('.tiles .tile .strong')).toHaveText([...tiles]);
  }
});
