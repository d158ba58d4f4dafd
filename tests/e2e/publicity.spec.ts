import { expect } from '@playwright/test';
import { signIn } from './actors.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';

test('an administrator withholds a project from the public with a reason, and takes it back', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/projects/VA-KEJ/options/settings');
  await expect(page.getByText(/Пројекат је јаван од \d+\.\d+\.\d{4}\./)).toBeVisible();
  await page.getByRole('button', { name: 'Како јавност види овај пројекат' }).click();
  const preview = page.frameLocator('iframe[title="Јавна страна пројекта"]');
  await expect(preview.getByText('Овако јавност види пројекат.')).toBeVisible();
  // The frame has the look of the portal, whose style sheet it may load.
  await expect(preview.locator('.head')).toHaveCSS('background-color', 'rgb(12, 48, 59)');
  await page.getByRole('button', { name: 'Затвори' }).last().click();
  await page.getByRole('button', { name: 'Изузми из објављивања' }).click();
  await expect(page.getByText('Наведите разлог.')).toBeVisible();
  await page.getByLabel('Разлог').fill('Тајни радови.');
  // Leaving the page while a reason is being written asks first.
  await page.getByRole('link', { name: 'Посматрачи' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Настави унос' }).click();
  await expect(page.getByLabel('Разлог')).toHaveValue('Тајни радови.');
  await page.getByRole('button', { name: 'Изузми из објављивања' }).click();
  await expect(page.getByText('Пројекат је изузет из објављивања. Разлог: Тајни радови.')).toBeVisible();
  await follow(page, '/administration/publicity');
  await expect(page.getByRole('group', { name: 'Изузети из објављивања' }).getByText('Тајни радови.')).toBeVisible();
  await follow(page, '/projects/VA-KEJ/options/settings');
  await page.getByLabel('Разлог').fill('Више нису тајни.');
  await page.getByRole('button', { name: 'Врати у објављивање' }).click();
  await expect(page.getByText(/Пројекат је јаван од/)).toBeVisible();
});

test('the files of open data are there soon after the first start', async ({ request }) => {
  for (const name of ['projects.csv', 'feed.atom']) {
    await expect.poll(async () => (await request.get(`/api/open-data/${name}`)).status(), name).toBe(200);
  }
});
