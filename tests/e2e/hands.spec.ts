import { expect } from '@playwright/test';
import { field, phaseScreens, signIn } from './actors.ts';
import { Journey, newCode } from './journey.ts';
import { test } from './seats.ts';
import { openForm } from './typist.ts';

test('the sign-in begins at its first field and leads to missing ones', async ({ seats }) => {
  const page = await seats.take();
  await page.goto('/login');
  await expect(page.getByLabel('Корисничко име')).toBeFocused();
  await page.keyboard.type('local.user');
  await page.keyboard.press('Enter');
  await expect(page.locator('input[name=password]')).toBeFocused();
});

test('a new project: its code is proposed, a refusal leads to the first error, the way back is there', async ({
  seats,
}) => {
  const page = await signIn(seats, 'local.user', '/projects/create');
  await page.getByLabel('Назив пројекта').fill('Кеј');
  await expect(page.getByLabel('Радни назив')).toHaveValue('KEJ');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Назив пројекта')).toBeFocused();
  await page.getByLabel('Назив пројекта').fill('Изградња моста преко реке');
  await expect(page.getByLabel('Радни назив')).toHaveValue(/^MOST-REKA/);
  await page.getByLabel('Радни назив').fill('MOST-7');
  await page.getByLabel('Назив пројекта').fill('Други мост преко реке');
  await expect(page.getByLabel('Радни назив')).toHaveValue('MOST-7');
  await expect(page.getByText('Пројекат тек почиње, од идеје.')).toBeVisible();
  // Leaving with unsaved input asks first.
  await page.getByRole('link', { name: 'Одустани' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Настави унос' }).click();
  await expect(page.getByLabel('Радни назив')).toHaveValue('MOST-7');
  await page.getByRole('link', { name: 'Одустани' }).click();
  await question.getByRole('button', { name: 'Одбаци' }).click();
  await page.waitForURL('**/projects');
});

test('a summary of errors leads to its fields', async ({ seats }) => {
  const page = await seats.take();
  await page.goto('/register-organization');
  await page.getByRole('button', { name: 'Поднеси захтев' }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.getByRole('alert').getByRole('button', { name: /^ПИБ/ }).click();
  await expect(page.getByLabel('ПИБ')).toBeFocused();
});

test('a new row is named and has the cursor, a lookup looks like a choice, an upload knows what it is', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('RED'));
  await journey.called.create({});
  const page = await journey.page('local.user');
  await page.goto((await phaseScreens(request, journey.code)).at(-1) ?? '');
  await page.getByRole('button', { name: /^Додај ред: Локације/ }).focus();
  const before = await page.getByRole('group', { name: 'Локације' }).getByRole('combobox').count();
  await page.keyboard.press('Enter');
  await expect(field(page, `basic.locations[${before + 1}]`)).toBeFocused();
  await expect(field(page, `basic.locations[${before + 1}]`)).toHaveAttribute('placeholder', 'Почните да куцате');
  await expect(page.getByText(`Локације: додат је ред ${before + 1}.`)).toBeAttached();
});

test('after a step the focus is on the text about its outcome', async ({ seats, request }) => {
  const journey = new Journey(seats, request, newCode('ISHOD'));
  await journey.called.create({});
  await journey.called.fill();
  const page = await journey.page('local.user');
  await page.goto(`/projects/${journey.code}/details`);
  await page
    .getByRole('button', { name: /^Пошаљи/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Пошаљи/ })
    .click();
  await expect(page.locator('.project-head span[tabindex="-1"]')).toBeFocused();
});

test('manual, bar, contents and buttons keep their own places', async ({ seats }) => {
  const page = await signIn(seats, 'local.user');
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.activityList[1].name');
  const apart = (one: string, other: string) =>
    page.evaluate(
      ([first = '', second = '']) => {
        const [a, b] = [first, second].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
        return !a || !b || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      },
      [one, other],
    );
  await page.getByRole('link', { name: 'Упутство о овом екрану' }).click();
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('.help-panel')).toBeVisible();
    expect(await apart('.form-bar', '.help-panel'), `bar at ${width}`).toBe(true);
    expect(await apart('.form-body', '.help-panel'), `form at ${width}`).toBe(true);
  }
  // Twice as large is half as wide.
  for (const width of [1024, 720]) {
    await page.setViewportSize({ width, height: 600 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
});

test('the buttons of the reports stay inside at 1024', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/reporting');
  await page.setViewportSize({ width: 1024, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const inside = await page.locator('.report-chooser').evaluate((chooser) => {
    const edge = chooser.getBoundingClientRect().right;
    return [...chooser.querySelectorAll('button, input, select')].every(
      (control) => control.getBoundingClientRect().right <= edge,
    );
  });
  expect(inside).toBe(true);
});
