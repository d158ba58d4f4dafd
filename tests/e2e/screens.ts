import { expect, type Page } from '@playwright/test';
import { expectAccessible, setTheme, signedIn } from './actors.ts';
import { type Seats } from './seats.ts';

/** Each width with a theme of its own: a theme changes colours alone, and those are the same at every width. */
const LOOKS = [
  { width: 1440, theme: 'light' },
  { width: 360, theme: 'dark' },
] as const;

/** Looks at what a page shows now, wide and light, narrow and dark: accessible, and nothing goes out at the side. */
export async function expectGoodScreen(page: Page): Promise<void> {
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await setTheme(page, theme);
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      `${page.url()} at ${width} pixels`,
    ).toBeLessThanOrEqual(0);
  }
}

/** Looks at every one of these screens as an administrator. */
export async function expectGoodScreens(seats: Seats, screens: readonly string[]): Promise<void> {
  const page = await signedIn(seats, 'admin');
  for (const path of screens) {
    await page.goto(path);
    await expect(page.getByText('Учитава се…')).toHaveCount(0);
    await expect(page.locator('main')).not.toBeEmpty();
    await expect(page.getByRole('heading', { name: 'Страница не постоји' })).toHaveCount(0);
    await expectGoodScreen(page);
  }
}
