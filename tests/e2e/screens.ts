import { expect, type Page } from '@playwright/test';
import { variations } from '../../apps/server/src/testing/thorough.ts';
import { expectAccessible } from './accessible.ts';
import { setTheme, signIn } from './actors.ts';
import type { Seats } from './seats.ts';

declare global {
  interface Window {
    /** The router of the product, exposed for tests. */
    __TSR_ROUTER__: {
      navigate: (to: { href: string }) => Promise<void>;
      state: { resolvedLocation?: { href: string } };
    };
  }
}

interface Look {
  width: number;
  theme: 'light' | 'dark';
}

/**
 * Each width has one theme: a theme changes only colours, which are the same at every width. The narrow one is a usual
 * window at 400 %.
 */
const LOOKS: readonly Look[] = [
  { width: 1440, theme: 'light' },
  { width: 320, theme: 'dark' },
];

/**
 * Checks the present page, wide and light, narrow and dark: nothing exceeds its width, and it is accessible, in these
 * looks at least: a run of axe takes as long as all else.
 */
export async function expectGoodScreen(page: Page, looks = LOOKS, accessible = looks): Promise<void> {
  for (const look of looks) {
    const { width, theme } = look;
    await page.setViewportSize({ width, height: 800 });
    await setTheme(page, theme);
    if (accessible.includes(look)) await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      `${page.url()} at ${width} pixels`,
    ).toBeLessThanOrEqual(0);
  }
}

/** Goes to a screen as a link does: nothing is loaded again, and the former screen is left. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => window.__TSR_ROUTER__.navigate({ href }), path);
  await page.waitForFunction((href) => window.__TSR_ROUTER__.state.resolvedLocation?.href === href, path);
}

/** Looks at every one of these screens as an administrator. */
export async function expectGoodScreens(seats: Seats, [first = '', ...others]: readonly string[]): Promise<void> {
  const page = await signIn(seats, 'admin', first);
  let looks = LOOKS;
  for (const path of [first, ...others]) {
    if (path !== first) await follow(page, path);
    await expect(page.getByText('Учитава се…')).toHaveCount(0);
    await expect(page.locator('main')).not.toBeEmpty();
    await expect(page.getByRole('heading', { name: 'Страница не постоји' })).toHaveCount(0);
    await expectGoodScreen(page, LOOKS, variations(looks.slice(0, 1), looks));
    // Of the next screen the other look.
    looks = looks.toReversed();
  }
}
