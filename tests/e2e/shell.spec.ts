import { expect, test } from '@playwright/test';
import { expectAccessible, field, PASSWORD, phaseScreens, signIn, setTheme } from './actors.ts';

// The screens are many; each worker takes the next part.
test.describe.configure({ mode: 'parallel' });

const WIDTHS = [1440, 360];

test('the sign-in page refuses, explains, and leads back to where one wanted to go', async ({ page }) => {
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
});

test('script, language and theme change everything that is shown, and stay', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
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

const NOWHERE = '/nowhere';

const SCREENS: readonly string[] = [
  '/dashboard',
  '/notifications',
  '/projects',
  '/archived-projects',
  '/projects/create',
  '/projects/PPOV-PK/details',
  '/projects/PPOV-PK/phases',
  '/projects/PPOV-PK/documents',
  '/projects/PPOV-PK/comments',
  '/projects/PPOV-PK/options/settings',
  '/projects/PPOV-PK/options/organizations',
  '/projects/PPOV-PK/options/appropriations',
  '/projects/PPOV-PK/options/merging',
  '/project-lists/3',
  '/project-lists/1',
  '/registry',
  '/registry/locations',
  '/registry/appropriations',
  '/registry/banks/105',
  '/registry/organization/10503',
  '/administration',
  '/administration/audit',
  '/administration/user/profile',
  '/administration/user/management',
  '/administration/user/create',
  '/administration/user/local.user',
  '/administration/role/management',
  '/administration/role/create',
  '/administration/role/2',
  '/administration/organization/management',
  '/administration/organization/50112',
  '/administration/notices',
  NOWHERE,
];

/** The screens are looked at in so many tests beside each other. */
const PARTS = [0, 1, 2, 3];

for (const [width, part] of WIDTHS.flatMap((one) => PARTS.map((number) => [one, number] as const))) {
  test(`every screen is accessible at ${width} pixels in both themes and does not scroll sideways, part ${part + 1}`, async ({
    browser,
    request,
  }) => {
    test.slow();
    const page = await signIn(browser, 'admin');
    await page.setViewportSize({ width, height: 800 });
    const screens = [...SCREENS, ...(await phaseScreens(request, 'PI-PPOV'))];
    for (const path of screens.filter((_, index) => index % PARTS.length === part)) {
      await setTheme(page, 'light');
      await page.goto(path);
      await expect(page.getByText('Учитава се…')).toHaveCount(0);
      await expect(page.locator('main')).not.toBeEmpty();
      await expectAccessible(page);
      await expect(page.getByRole('heading', { name: 'Страница не постоји' })).toHaveCount(path === NOWHERE ? 1 : 0);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
      // The theme changes colours alone.
      await setTheme(page, 'dark');
      await expectAccessible(page, ['color-contrast']);
    }
  });
}

test('the table keeps its state in the address and per route', async ({ browser }) => {
  const page = await signIn(browser, 'admin', '/projects');
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

test('an expired session asks again above the screen, and what was typed is still there', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await page.clock.install();
  await page.goto('/projects/KANAL-TOPLICA/phases');
  await page.getByRole('link', { name: 'Идеја капиталног пројекта', exact: true }).click();
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

test('a draft survives a closed tab and is offered again', async ({ browser }) => {
  const page = await signIn(browser, 'local.user', '/projects/DEPONIJA-HUM/phases');
  await page.getByRole('link', { name: 'Идеја капиталног пројекта', exact: true }).click();
  await field(page, 'durationMonths').fill('55');
  await expect(page.getByText(/нацрт на овом рачунару/)).toBeVisible();
  const address = page.url();
  const later = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  const colleague = await signIn(browser, 'local.power', address);
  await field(colleague, 'basic.contacts[1].position').fill('Саветник');
  await colleague.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(colleague.getByText(/Образац је сачуван/).first()).toBeVisible();
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

test('what is typed while a save is under way goes on, until the saved revision has come', async ({ browser }) => {
  const page = await signIn(browser, 'local.user', '/projects/KANAL-TOPLICA/phases');
  await page.getByRole('link', { name: 'Идеја капиталног пројекта', exact: true }).click();
  /** Holds calls back until it is called. */
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
  // The cursor is where it was, and so is the text as it is being typed.
  await expect(field(page, 'financialInfo.spent.value')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page, 'financialInfo.spent.value')).toHaveValue('7,00');
  await expect(field(page, 'basic.contacts[1].position')).toHaveValue('Писано док се чува');
  await expect(field(page, 'durationMonths')).toHaveValue('41');
  await expect(page.getByText('Несачуване измене')).toBeVisible();
  // It goes on; nothing has to be restored.
  await expect(page.getByRole('button', { name: 'Врати нацрт' })).toHaveCount(0);
});

test('two people at once: the second sees the difference and merges field by field', async ({ browser }) => {
  const first = await signIn(browser, 'local.user');
  const second = await signIn(browser, 'local.power');
  for (const page of [first, second]) {
    await page.goto('/projects/SANIT-ZONA/details');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await first.getByRole('button', { name: 'Врати образац на измену' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Врати образац на измену' }).click();
  await expect(first.getByText('Идеја: унос')).toBeVisible();
  for (const page of [first, second]) {
    await page.goto('/projects/SANIT-ZONA/phases');
    await page.getByRole('link', { name: 'Идеја капиталног пројекта', exact: true }).click();
    await expect(field(page, 'durationMonths')).toBeEditable();
  }
  await field(first, 'durationMonths').fill('34');
  await field(first, 'basic.contacts[1].position').fill('Начелница одељења');
  await first.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(first.getByText(/Образац је сачуван/).first()).toBeVisible();
  await field(second, 'durationMonths').fill('36');
  await field(second, 'financialInfo.spent.value').fill('5');
  await second.getByRole('button', { name: 'Сачувај', exact: true }).click();
  const dialog = second.getByRole('dialog', { name: 'Образац је измењен у међувремену' });
  const both = dialog.getByRole('row', { name: /трајање/ });
  await expect(both).toContainText('изменили сте обоје');
  await expect(both.getByRole('radio', { name: /Моја вредност/ })).toBeChecked();
  // What only the other one changed stays as the other one saved it.
  const other = dialog.getByRole('row', { name: /Контакт/ });
  await expect(other.getByRole('radio', { name: /Сачувана вредност/ })).toBeChecked();
  await expectAccessible(second);
  await both.getByRole('radio', { name: /Сачувана вредност/ }).check();
  await dialog.getByRole('button', { name: 'Сачувај изабрано' }).click();
  await expect(dialog).toBeHidden();
  await expect(field(second, 'durationMonths')).toHaveValue('34');
  await expect(field(second, 'basic.contacts[1].position')).toHaveValue('Начелница одељења');
  await expect(field(second, 'financialInfo.spent.value')).toHaveValue('5,00');
});

test('an autocomplete tells a screen reader what it is and what it found', async ({ browser }) => {
  const page = await signIn(browser, 'admin', '/projects/PPOV-PK/options/organizations');
  const lookup = page.getByRole('main').getByRole('combobox').first();
  await expect(lookup).toHaveAttribute('aria-autocomplete', 'list');
  await expect(lookup).toHaveAttribute('aria-expanded', 'false');
  await lookup.fill('министарство');
  await expect(page.getByRole('status').filter({ hasText: /^10 предлога$/ })).toHaveCount(1);
  await expect(lookup).toHaveAttribute('aria-expanded', 'true');
});

test('project lists say when a list does not exist or is not for the user', async ({ browser }) => {
  const admin = await signIn(browser, 'admin', '/project-lists/3/NEMA');
  await expect(admin.getByRole('heading', { name: 'Страница не постоји' })).toBeVisible();
  await admin.goto('/project-lists/1');
  await expect(admin.getByRole('columnheader', { name: 'Одлука' })).toBeVisible();
  await expect(admin.getByRole('columnheader', { name: 'Мишљење министарства' })).toHaveCount(0);
  const user = await signIn(browser, 'local.user', '/project-lists/3');
  await expect(user.getByRole('heading', { name: 'Листе пројеката нису вам доступне.' })).toBeVisible();
  await expectAccessible(user);
});

test('Enter in the search opens a hit of what stands in the field', async ({ browser }) => {
  const page = await signIn(browser, 'admin');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox');
  await box.fill('prokuplje');
  await expect(page.getByRole('option').first()).toBeVisible();
  await box.fill('PPOV-PK');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects\/PPOV-PK\/details/);
});

test('the keyboard alone opens search and a project', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('toplane');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('топлане');
});
