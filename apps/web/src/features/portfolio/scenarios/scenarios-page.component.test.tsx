import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawBesideAway } from '../../../testing/leaving.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { ScenariosPage } from './ScenariosPage.tsx';

afterEach(() => vi.restoreAllMocks());

const NAME = 'ш'.repeat(120);

test('a name without a space stays within the list on the narrowest screen', async () => {
  await page.viewport(360, 800);
  signIn(1, ['Scenario_Manage']);
  const head = { id: 7, name: NAME, ownerName: 'Ана Јовић', isOwn: true, shared: true, goal: 'marks', revision: 1 };
  const payload = [{ ...head, changedDate: '2026-11-24T09:00:00Z', candidates: 2, chosen: 1 }];
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] }),
  );
  const { screen } = await drawBesideAway(ScenariosPage);
  await expect.element(screen.getByRole('link', { name: NAME })).toBeVisible();
  const item = document.querySelector('.scenario-item');
  expect(item?.scrollWidth).toBe(item?.clientWidth);
});
