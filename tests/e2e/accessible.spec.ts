import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn } from './actors.ts';
import { test } from './seats.ts';

/** Puts a button without a name at a place of the page. */
async function spoil(page: Page, place: string): Promise<void> {
  await page.locator(place).evaluate((element) => element.append(document.createElement('button')));
}

async function mend(page: Page, place: string): Promise<void> {
  await page.locator(`${place} > button:empty`).evaluate((element) => element.remove());
}

test('a fault is found although parts of equal structure are skipped', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/projects');
  const row = page.locator('main tbody tr').nth(6);
  await expect(row).toBeVisible();
  await expectAccessible(page);
  // By now the frame and the first two rows have been checked.
  for (const place of ['.shell-nav', 'main tbody tr:nth-child(7) td:last-child']) {
    await spoil(page, place);
    await expect(expectAccessible(page)).rejects.toThrow('button-name');
    await mend(page, place);
  }
  await row
    .locator('a')
    .first()
    .evaluate((link) => (link.style.color = '#ccc'));
  await expect(expectAccessible(page)).rejects.toThrow('color-contrast');
  await row
    .locator('a')
    .first()
    .evaluate((link) => (link.style.color = ''));
  // Hidden parts are visible again.
  await expect(page.locator('[style*="visibility: hidden"]')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await spoil(page, '[role="dialog"][aria-modal="true"]');
  await expect(expectAccessible(page)).rejects.toThrow('button-name');
});
