import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';

/** An address of the product that is no page of it: nothing runs there, and what the browser keeps is reached. */
const NOWHERE = '/api/health';
/** So many stay for the next test; more than that are rarely asked for. */
const KEPT = 3;

/**
 * Where people of a test sit: each in a browser context of its own, with one page. A first page costs more than what
 * most tests do with it (a new renderer, all scripts compiled), so that seats are kept for the tests of a worker, and
 * cleared after each: the page leaves the product, without leaving its renderer, and everything that the browser keeps
 * is gone.
 */
export class Seats {
  private readonly browser: Browser;
  private readonly free: Page[] = [];
  private taken: Page[] = [];
  private alone: BrowserContext[] = [];

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** A page at which nobody has been, as far as it knows. */
  async take(): Promise<Page> {
    const page = this.free.pop() ?? (await (await this.browser.newContext()).newPage());
    this.taken.push(page);
    return page;
  }

  /** The same, for a test that does what cannot be taken back: moves the clock, adds devices. */
  async takeAlone(options?: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext(options);
    this.alone.push(context);
    return context.newPage();
  }

  /** The test is over: the seats are as they were before it. */
  async clear(): Promise<void> {
    const [taken, alone] = [this.taken, this.alone];
    [this.taken, this.alone] = [[], []];
    for (const context of alone) await context.close();
    for (const page of taken) {
      if (page.isClosed() || this.free.length === KEPT) await page.context().close();
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
  // Without its cookies nothing of the product goes on; what it keeps as it is left is cleared after that.
  await context.clearCookies();
  await page.goto(NOWHERE);
  // From here on there is nothing that would be drawn anew.
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

/** Every browser test is one of these. */
export const test = base.extend<{ seats: Seats }, { house: Seats }>({
  house: [({ browser }, use) => use(new Seats(browser)), { scope: 'worker' }],
  seats: async ({ house }, use) => {
    await use(house);
    await house.clear();
  },
});
