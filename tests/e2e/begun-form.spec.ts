import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { field, phaseScreens } from './actors.ts';
import { Journey, newCode } from './journey.ts';
import { test } from './seats.ts';

test('a form that was begun counts the missing fields, and shows no mistake until a field was left', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('POCETAK'));
  await journey.called.create({});
  const page = await journey.page('local.user');
  await page.goto((await phaseScreens(request, journey.code)).at(-1) ?? '');
  const progress = page.getByRole('button', { name: /Попуњено 0 од \d+ одељака · још \d+ обавезних поља/ });
  await expect(progress).toBeVisible();
  await expect(page.getByText(/\d+ греш(ка|ке|ака)/)).toHaveCount(0);
  await expect(page.locator('.form-error, [aria-invalid="true"]')).toHaveCount(0);
  const contents = page.getByRole('navigation', { name: 'Садржај' });
  await expect(contents.getByRole('img', { name: 'без грешака' })).toHaveCount(0);
  await expect(contents.getByRole('img', { name: /обавезн/ }).first()).toBeVisible();
  await expectAccessible(page);

  await field(page, 'basic.projectName').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await expect(field(page, 'basic.projectName')).toHaveAttribute('aria-invalid', 'true');
  await expect(contents.getByRole('img', { name: '1 грешка' })).toBeVisible();
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);

  await page.keyboard.press('Control+S');
  await expect(page.getByText('Образац је сачуван са грешкама.')).toBeVisible();
  await expect(page.getByText(/Попуњено \d+ од/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /\d+ греш(ка|ке|ака)/ }).first()).toBeVisible();
  await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(1);
});

test('a form begins as a copy of an earlier one of the own body, by keys alone', async ({ seats, request }) => {
  const earlier = new Journey(seats, request, newCode('RANIJI'));
  await earlier.called.create({});
  await earlier.called.fill();
  const journey = new Journey(seats, request, newCode('KOPIJA'));
  await journey.called.create({});
  const page = await journey.page('local.user');
  await page.goto((await phaseScreens(request, journey.code)).at(-1) ?? '');
  await page.getByRole('button', { name: 'Преузми из ранијег обрасца' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Назив или радни назив пројекта')).toBeFocused();
  await page.keyboard.type(earlier.code);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // Values in the form are replaced only where the user chooses so.
  await expect(dialog.getByText(/Попуњава(ју)? се \d+ празн/)).toBeVisible();
  await expectAccessible(page);
  const years = dialog
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })
    .first();
  await expect(years.getByText('Сада')).toBeVisible();
  await dialog.getByRole('button', { name: /^Преузми \d+ пољ/ }).click();
  await expect(page.getByText(new RegExp(`Из обрасца пројекта ${earlier.code} .* преузет`))).toBeVisible();
  await expect(field(page, 'basic.projectName')).not.toHaveValue(`Пројекат ${earlier.code}`);
  await expect(page.getByText('Отпадне воде се непречишћене уливају у Топлицу.').first()).toBeVisible();
  await expect(page.getByText('Несачуване измене')).toBeVisible();

  // Copied fields stay marked in the saved form until somebody has looked at them.
  await page.keyboard.press('Control+S');
  await expect(page.getByText(/Образац је сачуван/)).toBeVisible();
  await page.reload();
  const told = page.getByText(/из ранијег обрасца и н(ије|ису) прегледан/);
  await expect(told.first()).toBeVisible();
  const before = await told.count();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Прегледано' }).first().click();
  await expect(told).toHaveCount(before - 1);
});
