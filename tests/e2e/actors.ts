import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Phase } from '@pimis/contract/project-phases';
import { PHASE } from '@pimis/domain/workflow/phases';
import type { Seats } from './seats.ts';

export const PASSWORD = 'Demo-pimis-2026!';

/**
 * Signs somebody in. The sign-in screen has tests of its own; here only its call is made, which sets the same cookie.
 */
export async function enter(page: Page, login: string): Promise<Page> {
  await page.context().clearCookies();
  const answer = await page.request.post('/api/login', {
    data: { login, password: PASSWORD },
    headers: { 'x-pimis-client': 'web' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return page;
}

/** A blank page of a signed-in user, in a browser context of its own. */
export async function signedIn(seats: Seats, login: string): Promise<Page> {
  return enter(await seats.take(), login);
}

/** Signs in and opens a screen. */
export async function signIn(seats: Seats, login: string, address = '/dashboard'): Promise<Page> {
  const page = await signedIn(seats, login);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The numbers are loaded, so the screen handles keys by now.
  await expect(page.locator('main').getByText('Учитава се…')).toHaveCount(0);
  return page;
}

type Header = Record<string, string>;

/** Users with a token in this worker: a sign-in is slow on purpose. */
const called = new Map<string, { at: number; header: Promise<Header> }>();
/** Well within the life of a session. */
const CALLED_FOR = 10 * 60_000;

async function signedInForCalls(request: APIRequestContext, login: string): Promise<Header> {
  const answer = await request.post('/api/login', { data: { login, password: PASSWORD } });
  const { payload } = (await answer.json()) as { payload: { accessToken: string } };
  return { authorization: `Bearer ${payload.accessToken}` };
}

/** The header of calls in a user's name, for preparations and facts of a test. */
export function authorization(request: APIRequestContext, login: string): Promise<Header> {
  const known = called.get(login);
  if (known && Date.now() - known.at < CALLED_FOR) return known.header;
  const header = signedInForCalls(request, login);
  called.set(login, { at: Date.now(), header });
  return header;
}

/** Addresses of a project's phases and of the newest form of each. */
export async function phaseScreens(request: APIRequestContext, code: string): Promise<string[]> {
  const answer = await request.get(`/api/projects/${code}/phases`, { headers: await authorization(request, 'admin') });
  const { payload } = (await answer.json()) as { payload: Phase[] };
  return payload.flatMap(({ id, phase: number, forms }) => {
    const phase = `/projects/${code}/phases/${id}`;
    const form = forms.at(-1);
    return [
      `${phase}/forms`,
      `${phase}/activities`,
      ...(number === PHASE.reporting ? [`${phase}/successKeyIndicators`] : []),
      ...(form ? [`${phase}/forms/${form.segment}/id/${form.id}`] : []),
    ];
  });
}

/** Changes the theme as another tab does. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'pimis.theme';
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
}

/** The place of a form's field. */
export function field(page: Page, path: string) {
  return page.locator(`[id="f-${path}"]`);
}
