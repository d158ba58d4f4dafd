import { afterEach, expect, test, vi } from 'vitest';
import { drawBesideAway } from '../../../testing/leaving.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { ScenarioPage } from './ScenarioPage.tsx';

afterEach(() => vi.restoreAllMocks());

const SCENARIO = {
  id: 7,
  name: 'Седница',
  ownerName: 'Ана Јовић',
  isOwn: true,
  shared: true,
  goal: 'marks',
  revision: 1,
  changedDate: '2026-11-24T09:00:00Z',
  candidates: [],
  hidden: 0,
  ceilings: [],
  committed: [],
};

const answered = (payload: unknown) =>
  Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });

test('who goes elsewhere while a scenario is copied stays there', async () => {
  signIn(1, ['Scenario_Manage']);
  const copied = Promise.withResolvers<Response>();
  const sent: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (path) => {
    if (typeof path !== 'string') return answered(null);
    sent.push(path);
    if (path.endsWith('/copy')) return copied.promise;
    return answered(path.endsWith('/changes') ? [] : SCENARIO);
  });
  const { screen, path } = await drawBesideAway(ScenarioPage);
  const copy = screen.getByRole('button', { name: 'Копирај' });
  await copy.click();
  await expect.poll(() => sent.some((to) => to.endsWith('/copy'))).toBe(true);
  await screen.getByRole('link', { name: 'На други екран' }).click();
  await expect.poll(path).toBe('/projects');
  copied.resolve(answered({ id: 8 }));
  await expect.element(copy).not.toHaveAttribute('data-loading');
  expect(path()).toBe('/projects');
});
