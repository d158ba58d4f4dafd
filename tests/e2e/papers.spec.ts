import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { signIn } from './actors.ts';
import { test } from './seats.ts';

test('the papers of a list are made while one waits, and arrive whole', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/project-lists/3');
  const download = page.waitForEvent('download', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Преузми листу' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^lista-3-.*\.zip$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString('latin1')).toBe('PK');
  expect(bytes.includes('lista.xlsx')).toBe(true);
  // Finished files stay in the header for a day, also on other screens.
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Моје обраде' }).click();
  const again = page.waitForEvent('download');
  await page
    .getByRole('dialog', { name: 'Моје обраде' })
    .getByRole('button', { name: /^Преузми/ })
    .first()
    .click();
  expect((await again).suggestedFilename()).toBe(file.suggestedFilename());
});
