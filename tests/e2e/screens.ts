import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible, setTheme, signIn } from './actors.ts';

const WIDE = 1440;
const WIDTHS = [WIDE, 360];

/** Looks at what a page shows now, wide and narrow, light and dark: accessible, and nothing goes out at the side. */
export async function expectGoodScreen(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await setTheme(page, 'light');
    await expectAccessible(page, width === WIDE ? 'all' : 'layout');
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      `${page.url()} at ${width} pixels`,
    ).toBeLessThanOrEqual(0);
    // The theme changes colours alone, the width everything else; what is seen only when narrow is looked at in dark.
    await setTheme(page, 'dark');
    await expectAccessible(page, 'colours');
  }
}

/** Looks at every one of these screens as an administrator. */
export async function expectGoodScreens(browser: Browser, screens: readonly string[]): Promise<void> {
  const page = await signIn(browser, 'admin');
  for (const path of screens) {
    await page.goto(path);
    await expect(page.getByText('Учитава се…')).toHaveCount(0);
    await expect(page.locator('main')).not.toBeEmpty();
    await expect(page.getByRole('heading', { name: 'Страница не постоји' })).toHaveCount(0);
    await expectGoodScreen(page);
  }
  await page.context().close();
}
