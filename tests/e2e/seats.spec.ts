import { expect, type Page } from '@playwright/test';
import { enter } from './actors.ts';
import { Seats, test } from './seats.ts';

const KEY = 'left';

/** Everything that a browser stores for the product. */
function storedIn(page: Page) {
  return page.evaluate(async () => ({
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    before: history.length,
  }));
}

test('whoever takes a seat finds nothing of its former user', async ({ browser }) => {
  const seats = new Seats(browser);
  const first = await seats.take();
  await enter(first, 'local.user');
  await first.goto('/dashboard');
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
  await first.evaluate(async (key) => {
    localStorage.setItem(key, key);
    sessionStorage.setItem(key, key);
    document.cookie = `${key}=${key}; max-age=1000`;
    await caches.open(key);
    await new Promise((done) => {
      indexedDB.open(key).onsuccess = done;
    });
    // Written last, when the page is left.
    addEventListener('pagehide', () => sessionStorage.setItem(key, key));
  }, KEY);
  const calls: string[] = [];
  first.on('request', (request) => calls.push(request.url()));
  await first.route('**/api/**', (route) => route.abort());
  await first.context().grantPermissions(['clipboard-read']);
  await first.setViewportSize({ width: 360, height: 800 });
  await first.emulateMedia({ media: 'print' });
  const beside = await first.context().newPage();
  await first.context().setOffline(true);
  await seats.clear();
  const seen = calls.length;

  // The same page; otherwise the test would prove nothing.
  const second = await seats.take();
  expect(second).toBe(first);
  expect(beside.isClosed()).toBe(true);
  expect(await second.context().cookies()).toEqual([]);
  expect(await storedIn(second)).toEqual({ cookies: '', local: 0, session: 0, databases: 0, caches: 0, before: 1 });
  await second.goto('/projects');
  await second.waitForURL(/\/login\?redirect=/);
  await expect(second.locator('input[name=login]')).toBeVisible();
  expect(second.viewportSize()).toEqual(test.info().project.use.viewport);
  expect(await second.evaluate(() => matchMedia('print').matches)).toBe(false);
  expect(await second.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
  const { state } = await second.evaluate(() =>
    navigator.permissions.query({ name: 'clipboard-read' as PermissionName }),
  );
  expect(state).not.toBe('granted');
  expect(calls.length).toBe(seen);

  // A context whose page is closed is not reused.
  await second.close();
  await seats.clear();
  const third = await seats.take();
  expect(third).not.toBe(second);
  await third.context().close();
});
