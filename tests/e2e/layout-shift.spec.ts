import { expect, type Page, test } from '@playwright/test';
import { signedIn } from './actors.ts';

const MOST = 0.05;
const CALLS = /\/api\/(?!login)/;

declare global {
  interface Window {
    moved: { value: number; what: string[] }[];
  }
}

/** Answers of the interface come when the screen shows what it shows without them. */
async function openedBeforeItsData(page: Page, address: string, data: string): Promise<number> {
  let release = () => {};
  const shown = new Promise<void>((resolve) => (release = resolve));
  await page.route(CALLS, async (route) => {
    await shown;
    await route.continue();
  });
  await page.goto(address);
  await page.locator('main#main > :not(.print-head)').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  release();
  await page.locator(data).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.unroute(CALLS);
  const moved = await page.evaluate(
    () =>
      // What has moved is told after its frame.
      new Promise<Window['moved']>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.moved))),
      ),
  );
  const sum = moved.reduce((all, { value }) => all + value, 0);
  if (sum >= MOST) console.log(address, moved);
  return sum;
}

const PROJECT = '/projects/PPOV-PK';

for (const login of ['local.user', 'admin']) {
  test(`screens stand still when their data comes, for ${login}`, async ({ browser }) => {
    const page = await signedIn(browser, login);
    await page.addInitScript(() => {
      window.moved = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        })[]) {
          if (entry.hadRecentInput) continue;
          const what = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : '?'));
          window.moved.push({ value: entry.value, what });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect.soft(await openedBeforeItsData(page, '/dashboard', 'main h2')).toBeLessThan(MOST);
    expect.soft(await openedBeforeItsData(page, '/projects', 'main tbody tr')).toBeLessThan(MOST);
    expect.soft(await openedBeforeItsData(page, `${PROJECT}/details`, '.project-values dd')).toBeLessThan(MOST);
    expect.soft(await openedBeforeItsData(page, `${PROJECT}/phases`, 'main a[href*="/id/"]')).toBeLessThan(MOST);
    const form = await page.locator('main a[href*="/id/"]').first().getAttribute('href');
    expect.soft(await openedBeforeItsData(page, form ?? '', '.form-section')).toBeLessThan(MOST);
    await page.context().close();
  });
}
