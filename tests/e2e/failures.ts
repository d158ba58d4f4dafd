import { expect, type Page, type Route } from '@playwright/test';
import { CATALOGUE } from '@pimis/contract/errors';

/** Calls that belong to no panel of a screen: the session, and checks whether the server is there. */
const EXCLUDED = /^\/api\/(refresh|login|logout|health|version|notificationHub|hub)/;

/** Whether this request belongs to a screen, and not to its session. */
export const isReading = (pathname: string) => pathname.startsWith('/api/') && !EXCLUDED.test(pathname);

const status = { code: CATALOGUE.ServiceError.code, name: 'ServiceError' };
/** The answer of a server that has failed. */
export const refused = { payload: null, additionalInformation: null, status, errors: [] };

/** The requests that a screen makes when it opens, without duplicates. */
export async function readingsOf(page: Page, path: string): Promise<string[]> {
  const found = new Set<string>();
  const note = (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === 'GET' && isReading(pathname)) found.add(pathname);
    return route.continue();
  };
  await page.route('**/api/**', note);
  await open(page, path);
  await page.unroute('**/api/**', note);
  return [...found];
}

async function open(page: Page, path: string): Promise<void> {
  // A link under the pointer reads its screen ahead.
  await page.mouse.move(0, 0);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

/**
 * Opens a screen while some of its requests fail: it must report this with a retry button that loads the missing data,
 * and must not wait for ever.
 */
export async function expectReportedFailure(
  page: Page,
  path: string,
  label: string,
  isRefused: (pathname: string) => boolean,
): Promise<void> {
  const refuse = (route: Route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: refused }) : route.continue();
  const those = (url: URL) => isRefused(url.pathname);
  await page.route(those, refuse);
  await open(page, path);
  const retry = page.getByRole('button', { name: 'Покушај поново' });
  await expect(retry.first(), label).toBeVisible();
  await expect(page.getByText('Учитава се…').filter({ visible: true }), label).toHaveCount(0);
  await page.unroute(those, refuse);
  // Each panel has its own retry button, which disappears when its panel loads. So the buttons are pressed within the
  // page, each once: a click from here would wait for a button that has just disappeared.
  await expect
    .poll(async () => {
      await retry.evaluateAll((buttons: HTMLElement[]) => {
        for (const button of buttons.filter(({ dataset }) => dataset.pressed === undefined)) {
          button.dataset.pressed = '';
          button.click();
        }
      });
      return retry.count();
    }, label)
    .toBe(0);
  await expect(page.getByText('Учитава се…'), label).toHaveCount(0);
}
