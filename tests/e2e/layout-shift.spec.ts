import { expect, type Page } from '@playwright/test';
import { enter } from './actors.ts';
import { variations } from '../../apps/server/src/testing/thorough.ts';
import { test } from './seats.ts';

const MOST = 0.05;
/** A table waits for the saved views, which decide what it asks for. */
const CALLS = /\/api\/(?!login|table-views)/;

declare global {
  interface Window {
    moved: { value: number; what: string[] }[];
  }
}

/** The screen does not move when its data arrive: they are delayed until it shows everything else. */
async function expectStill(page: Page, address: string, data: string): Promise<void> {
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
      // The browser reports shifts after their frame.
      new Promise<Window['moved']>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.moved))),
      ),
  );
  const sum = moved.reduce((all, { value }) => all + value, 0);
  expect.soft(sum, `${address} ${JSON.stringify(moved)}`).toBeLessThan(MOST);
}

const PROJECT = '/projects/PPOV-PK';

for (const login of variations(['local.user'], ['local.user', 'admin'])) {
  test(`screens do not shift when their data arrive, for ${login}`, async ({ seats }) => {
    // An init script cannot be removed from a page.
    const page = await enter(await seats.takeAlone(), login);
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
    await expectStill(page, '/dashboard', 'main h2');
    await expectStill(page, '/projects', 'main tbody tr');
    await expectStill(page, `${PROJECT}/details`, '.project-values dd');
    await expectStill(page, `${PROJECT}/phases`, 'main a[href*="/id/"]');
    const form = await page.locator('main a[href*="/id/"]').first().getAttribute('href');
    await expectStill(page, form ?? '', '.form-section');
  });
}
