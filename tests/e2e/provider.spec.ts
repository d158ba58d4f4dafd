import { expect } from '@playwright/test';
import { test } from './seats.ts';

test('somebody signs in by a provider at another site, and the session ends with the one there', async ({ seats }) => {
  const page = await seats.take();
  await page.goto('/login?redirect=%2Fprojects%3Fpage%3D1');
  const link = page.getByRole('link', { name: 'Пробни систем' });
  const start = await link.getAttribute('href');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Пројекти' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/projects');
  await expect(page.getByRole('banner')).toContainText('Ана Костић');
  // The cookie of the session works as after any sign-in.
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('Ана Костић');

  const asked = await page.request.get(start ?? '', { maxRedirects: 0 });
  await page.goto(new URL('/session/end', asked.headers().location).href);
  await page.getByRole('button', { name: /sign me out/i }).click();
  await page.goto('/projects');
  await expect(page.getByRole('button', { name: 'Пријави се' })).toBeVisible();
  // The answer that began the session is of no use any more.
  await page.goto(`${(start ?? '').replace('start', 'callback')}&code=used&state=used`);
  await expect(page.getByText(/Време за пријаву преко другог система је истекло/)).toBeVisible();
});
