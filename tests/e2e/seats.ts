import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';

/** An address of the product without a page: no script runs there, and stored data can be reached. */
const NOWHERE = '/api/health';
/** How many stay for the next test; tests rarely need more. */
const MAX_FREE = 3;

/**
 * Browser contexts of a test's users, with one page each. A first page costs more than most tests (a new renderer, all
 * scripts compiled), so the contexts are kept for the worker's tests and cleared after each: the page leaves the
 * product but keeps its renderer, and all stored data are removed.
 */
export class Seats {
  private readonly browser: Browser;
  private readonly free: Page[] = [];
  private taken: Page[] = [];
  private alone: BrowserContext[] = [];

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** A page that appears unused. */
  async take(): Promise<Page> {
    const page = this.free.pop() ?? (await (await this.browser.newContext()).newPage());
    this.taken.push(page);
    return page;
  }

  /** The same, for a test whose changes cannot be undone: it moves the clock or adds devices. */
  async takeAlone(options?: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext(options);
    this.alone.push(context);
    return context.newPage();
  }

  /** The end of a test: clears the contexts. */
  async clear(): Promise<void> {
    const [taken, alone] = [this.taken, this.alone];
    [this.taken, this.alone] = [[], []];
    for (const context of alone) await context.close();
    for (const page of taken) {
      if (page.isClosed() || this.free.length === MAX_FREE) await page.context().close();
      else {
        await leave(page);
        this.free.push(page);
      }
    }
  }
}

async function leave(page: Page): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  // Without cookies the product's page stops; what it stores on leaving is removed after that.
  await context.clearCookies();
  await page.goto(NOWHERE);
  // From here on nothing is rendered again.
  await page.emulateMedia({ media: null });
  const { viewport } = base.info().project.use;
  if (viewport) await page.setViewportSize(viewport);
  await page.mouse.move(-1, -1);
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
}

/** The base of every browser test. */
export const test = base.extend<{ seats: Seats }, { house: Seats }>({
  house: [({ browser }, use) => use(new Seats(browser)), { scope: 'worker' }],
  seats: async ({ house }, use) => {
    await use(house);
    await house.clear();
  },
});
