import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { enter, PASSWORD, signIn } from './actors.ts';
import { expectGoodScreen, follow } from './screens.ts';
import { test } from './seats.ts';

test('the sign-in page refuses, explains, and leads back to where one wanted to go', async ({ seats }) => {
  const page = await seats.take();
  await page.goto('/projects?f.search=vodovod');
  await page.waitForURL(/\/login\?redirect=/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Пријави се', exact: true }).click();
  await expect(page.getByText('Обавезно поље')).toBeVisible();
  await page.locator('input[name=login]').fill('local.user');
  await page.locator('input[name=password]').fill('погрешна');
  await page.getByRole('button', { name: 'Пријави се', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Корисничко име или лозинка нису исправни');
  await expectAccessible(page);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/projects\?/);
  await expect(page.getByRole('link', { name: /водовода/ }).first()).toBeVisible();
  // At a medium width the header is a dark band with the user's name and organization.
  await page.setViewportSize({ width: 760, height: 900 });
  await expect(page.getByRole('button', { name: 'Отвори мени' })).toBeVisible();
  await expectAccessible(page);
  // Also while its menu is open.
  await page.getByRole('button', { name: /^Налог/ }).click();
  await expectAccessible(page);
});

test('the main menu folds to its icons, which are called as before, and what is open is no part of the paper', async ({
  seats,
}) => {
  const page = await signIn(seats, 'admin', '/projects');
  const menu = page.getByRole('navigation', { name: 'Главни мени' });
  const link = menu.getByRole('link', { name: 'Пројекти', exact: true });
  const drawn = await link.elementHandle();
  await menu.getByRole('button', { name: 'Сузи мени' }).click();
  expect((await menu.boundingBox())?.width).toBe(56);
  await expect(link).toHaveAttribute('title', 'Пројекти');
  await expect(link.getByText('Пројекти')).toHaveCSS('width', '1px');
  // It was not rendered again.
  expect(await link.evaluate((now, before) => now === before && now.children.length === 2, drawn)).toBe(true);
  await expectAccessible(page);
  await page.reload();
  await menu.getByRole('button', { name: 'Прошири мени' }).click();
  expect((await menu.boundingBox())?.width).toBe(208);
  await expect(link).not.toHaveAttribute('title');
  await page.getByRole('button', { name: 'Филтер', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Вредност (РСД)' }).click();
  const filter = page.getByRole('dialog', { name: 'Вредност (РСД)' });
  await expect(filter).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(filter).toBeHidden();
  await page.emulateMedia({ media: null });
});

test('script, language and theme change everything that is shown, and stay', async ({ seats }) => {
  const page = await signIn(seats, 'local.user');
  await expect(page).toHaveTitle('Преглед – ПИМИС');
  await page.getByRole('button', { name: /Писмо и језик/ }).click();
  await page.getByRole('menuitem', { name: 'Latinica' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dobar dan, Milena');
  await expect(page).toHaveTitle('Pregled – PIMIS');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dobar dan, Milena');
  await page.getByRole('button', { name: /Pismo i jezik/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'My tasks' })).toBeVisible();
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click();
  await expectAccessible(page);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  await expectAccessible(page);
});

test('the table keeps its state in the address and per route', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/projects');
  await page.getByRole('button', { name: 'Вредност (РСД)' }).click();
  await expect(page.getByRole('columnheader', { name: 'Вредност (РСД)' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Филтер', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Вредност (РСД)' }).click();
  await page.getByLabel('Од', { exact: true }).fill('5000000000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Примени' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('link', { name: 'Преглед' }).first().click();
  await page.getByRole('link', { name: 'Пројекти' }).first().click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page).toHaveURL(/f\.totalValue-from=\S*5000000000/);
});

test('an autocomplete announces its role and its hits to a screen reader', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/projects/PPOV-PK/options/organizations');
  const lookup = page.getByRole('main').getByRole('combobox').first();
  await expect(lookup).toHaveAttribute('aria-autocomplete', 'list');
  await expect(lookup).toHaveAttribute('aria-expanded', 'false');
  await lookup.fill('министарство');
  await expect(page.getByRole('status').filter({ hasText: /^10 предлога$/ })).toHaveCount(1);
  await expect(lookup).toHaveAttribute('aria-expanded', 'true');
});

test('an address without a screen says so, and so do lists that do not exist or are not for the user', async ({
  seats,
}) => {
  const page = await signIn(seats, 'admin', '/project-lists/3/NEMA');
  const nothing = page.getByRole('main').getByRole('heading', { name: 'Страница не постоји' });
  await expect(nothing).toBeVisible();
  await follow(page, '/project-lists/1');
  await expect(page.getByRole('columnheader', { name: 'Одлука' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Мишљење министарства' })).toHaveCount(0);
  // Within its context: the frame and the project.
  await follow(page, '/projects/PPOV-PK/nowhere');
  await expect(nothing).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Документи/ })).toBeVisible();
  await page.goto('/nowhere');
  await expect(nothing).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Главни мени' })).toBeVisible();
  await expect(page).toHaveTitle(/^Страница не постоји/);
  await expectGoodScreen(page);
  await enter(page, 'local.user');
  await page.goto('/project-lists/3');
  await expect(page.getByRole('heading', { name: 'Листе пројеката нису вам доступне.' })).toBeVisible();
  await expectAccessible(page);
});

test('the keyboard alone opens the list of shortcuts, search, and a hit for the text in its field', async ({
  seats,
}) => {
  const page = await signIn(seats, 'local.user');
  const shortcuts = page.getByRole('dialog', { name: 'Пречице на тастатури' });
  await page.keyboard.press('?');
  await expect(shortcuts.getByText('Овај списак')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await page.keyboard.press('Control+k');
  // Typed before the search has loaded. In a text field it is an ordinary character.
  await page.keyboard.type('?');
  await expect(page.getByRole('combobox')).toHaveValue('?');
  await expect(shortcuts).toBeHidden();
  await page.getByRole('combobox').fill('toplane');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('топлане');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('prokuplje');
  await expect(page.getByRole('option').first()).toBeVisible();
  // The hits of the former text are still shown.
  await page.getByRole('combobox').fill('PPOV-PK');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects\/PPOV-PK\/details/);
});

test('the search finds what the screen offers, people, and the manual', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/projects/PPOV-PK/details');
  const search = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(text);
  };
  await search('ревизорски');
  await expect(page.getByRole('option', { name: /Ревизорски траг.*Упутство/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await search('Petrovic');
  await expect(page.getByRole('option', { name: /Милош Петровић.*Корисник/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const [name = ''] = await page.locator('.action-buttons button:not([aria-disabled])').allInnerTexts();
  await search(name.slice(0, 8));
  await page
    .getByRole('option', { name: /на овом екрану/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
});

test('text typed into the search of the manual before it is ready is searched when it is', async ({ seats }) => {
  // Only this page's request is delayed.
  const page = await seats.takeAlone();
  const come = Promise.withResolvers<void>();
  await page.route('**/assets/manual.js', async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.goto('/help/projects', { waitUntil: 'commit' });
  await page.getByRole('searchbox').pressSequentially('vodeće nule');
  come.resolve();
  await expect(page.getByRole('link', { name: /Регистар.*Увоз/ })).toBeVisible();
});

test('a hit that keys choose is in view, and the way back closes the search', async ({ seats }) => {
  const page = await signIn(seats, 'admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Пројекти', exact: true }).click();
  await expect(page).toHaveURL(/\/projects/);
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog');
  await search.getByRole('combobox').fill('пројек');
  await expect(search.getByRole('status')).toContainText('предлога');
  const count = await search.getByRole('option').count();
  await expect(search.getByRole('option').last()).not.toBeInViewport();
  for (let key = 1; key < count; key += 1) await page.keyboard.press('ArrowDown');
  await expect(search.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await expect(search.getByRole('option').last()).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(search).toBeHidden();
});

test('a pointer that rests where hits appear chooses none of them', async ({ seats }) => {
  const page = await signIn(seats, 'local.user');
  const hits = page.getByRole('dialog').getByRole('option');
  const search = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('нови');
    await expect(hits.first()).toHaveText(/^Нови пројекат/);
    await expect(hits.nth(2)).toBeVisible();
  };
  await search();
  const place = await hits.nth(2).boundingBox();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 10);
  await search();
  await expect(hits.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/projects/create');
});

test('the help of a screen is its page of the manual, beside the work, and is searched in either script', async ({
  seats,
}) => {
  const page = await signIn(seats, 'local.user', '/projects/create');
  const help = page.getByRole('link', { name: 'Упутство о овом екрану', exact: true });
  await help.click();
  const manual = page.frameLocator('iframe[title="Упутство о овом екрану"]');
  await expect(manual.getByRole('heading', { level: 1 })).toHaveText('Нови пројекат');
  await expect(page.getByRole('complementary', { name: 'Упутство' }).getByRole('heading')).toBeFocused();
  await expectAccessible(page);
  // The work continues, and the manual follows the screen.
  await page.getByRole('link', { name: 'Пројекти', exact: true }).first().click();
  await expect(manual.getByRole('heading', { level: 1 })).toHaveText('Табела пројеката');
  await manual.getByRole('searchbox').fill('vodeće nule');
  await manual.getByRole('link', { name: /Регистар.*Увоз/ }).click();
  await expect(manual.getByRole('heading', { level: 1 })).toHaveText('Регистар: тражење, измене, увоз');
  await page.getByRole('button', { name: 'Затвори упутство' }).click();
  await expect(help).toBeFocused();

  await page.goto('/help/4?lang=en');
  await expect(page).toHaveTitle('Plan – PIMIS');
  await page.getByRole('link', { name: 'Implementation plan' }).first().click();
  await expect(page.getByRole('heading', { name: 'What prevents locking' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Latinica' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan implementacije');
});

test('a typed address leads to a screen, whatever it contains', async ({ seats }) => {
  const page = await signIn(seats, 'admin');
  for (const [typed, opened, title] of [
    ['/administration/user', '/administration/user/management', 'Корисници'],
    ['/administration/role/', '/administration/role/management', 'Улоге'],
    ['/administration/organization', '/administration/organization/management', 'Органи'],
  ] as const) {
    await page.goto(typed);
    await expect(page).toHaveURL(new RegExp(`${opened}$`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expect(page.getByText(/administration\.|organizations\./)).toHaveCount(0);
  }
  for (const typed of ['/%', '/projects/%e4/details', `/${'a'.repeat(20_000)}`]) {
    await page.goto(typed);
    await expect(page.getByRole('heading', { name: 'Страница не постоји' })).toBeVisible();
  }
});

test('a way back that is read as another site leads to the start', async ({ seats }) => {
  const page = await seats.take();
  await page.goto('/login?redirect=%2F%09%2Fexample.org');
  await page.locator('input[name=login]').fill('local.user');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard$/);
});
