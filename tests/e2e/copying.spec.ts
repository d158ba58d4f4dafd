import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { field, phaseScreens } from './actors.ts';
import { Journey, newCode } from './journey.ts';
import { test } from './seats.ts';

test('copying fills empty fields alone, replaces the chosen ones, and marks all until their section was seen', async ({
  seats,
  request,
}) => {
  const earlier = new Journey(seats, request, newCode('UZOR'));
  await earlier.called.create({});
  await earlier.called.fill();
  const journey = new Journey(seats, request, newCode('PREPIS'));
  await journey.called.create({});
  const page = await journey.page('local.user');
  await page.goto((await phaseScreens(request, journey.code)).at(-1) ?? '');

  // Two answers of the user's own; the earlier form has others.
  await field(page, 'basic.level').selectOption('Републички');
  await field(page, 'estimatedStartYear').selectOption('2029');
  await page.getByRole('button', { name: 'Преузми из ранијег обрасца' }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Назив или радни назив пројекта').fill(earlier.code);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: /^Преузми: / }).click();

  // Old and new value of each field that the copy would replace.
  const choice = (name: string) => dialog.getByRole('listitem').filter({ has: page.getByLabel(name, { exact: true }) });
  const level = choice('Ниво пројекта');
  await expect(level).toContainText(/Сада\s*Републички\s*После преузимања\s*Локални/);
  await expect(choice('Година почетка')).toContainText(/Сада\s*2029/);
  await expect(dialog.getByText(/Попуњава(ју)? се \d+ празн/)).toBeVisible();
  await level.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Преузми \d+ пољ/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(field(page, 'basic.level')).toHaveValue('Локални');
  await expect(field(page, 'estimatedStartYear')).toHaveValue('2029');
  await expect(page.getByText('Отпадне воде се непречишћене уливају у Топлицу.').first()).toBeVisible();

  // The marks are saved with the form, for whoever opens it next.
  await page.keyboard.press('Control+S');
  await expect(page.getByText(/Образац је сачуван/)).toBeVisible();
  await page.reload();
  const marked = (path: string) =>
    page
      .locator('.form-field')
      .filter({ has: field(page, path) })
      .getByText('преузето', { exact: true });
  await expect(marked('basic.level')).toBeVisible();
  await expect(marked('estimatedStartYear')).toHaveCount(0);
  await expectAccessible(page);
  const sections = page.getByText(/из ранијег обрасца и н(ије|ису) прегледан/);
  const before = await sections.count();
  expect(before).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Прегледано' }).first().click();
  await expect(marked('basic.level')).toHaveCount(0);
  await expect(sections).toHaveCount(before - 1);
  // What was looked at is stored with the next save.
  await field(page, 'estimatedStartYear').selectOption('2028');
  await expect(page.getByText('Несачуване измене')).toBeVisible();
  await page.keyboard.press('Control+S');
  await expect(page.getByText('Несачуване измене')).toHaveCount(0);
  await page.reload();
  await expect(field(page, 'estimatedStartYear')).toHaveValue('2028');
  await expect(sections).toHaveCount(before - 1);
  await expect(marked('basic.level')).toHaveCount(0);
});
