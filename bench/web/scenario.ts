import type { Page } from '@playwright/test';
import { scenario } from '../scenarios-random.ts';

const CANDIDATES = 500;
const SEED = 1;
const SHARE = 0.4;

/** Gives a scenario of 500 candidates; saving it succeeds. */
export async function makeLargeScenario(page: Page): Promise<void> {
  const data = scenario(SEED, CANDIDATES, SHARE);
  const payload = {
    id: 1,
    name: 'Сценарио',
    ownerName: 'Весна Радић',
    isOwn: true,
    shared: false,
    goal: 'marks',
    revision: 1,
    changedDate: '2026-11-24T09:00:00.000Z',
    hidden: 0,
    ...data,
  };
  const answer = (of: unknown) => ({ json: { payload: of, status: { code: 0, name: 'Success' }, errors: [] } });
  let revision = 1;
  await page.route(/\/api\/portfolio\/scenarios\/1$/, (route) => {
    if (route.request().method() === 'PUT') revision += 1;
    return route.fulfill(answer(route.request().method() === 'PUT' ? { revision } : payload));
  });
  await page.route(/\/api\/portfolio\/scenarios\/1\/changes$/, (route) => route.fulfill(answer([])));
}
