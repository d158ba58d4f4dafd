import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawBesideAway } from '../../../testing/leaving.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { ComparePage } from './ComparePage.tsx';
import '../portfolio.css';

afterEach(() => vi.restoreAllMocks());

const BUDGET = 'Буџет Републике Србије';
const compared = (id: number, hidden: number) => ({
  id,
  name: 'ш'.repeat(120),
  ownerName: 'Ана Јовић',
  isOwn: false,
  shared: true,
  goal: 'marks',
  revision: 1,
  changedDate: '2026-11-24T09:00:00Z',
  candidates: [
    {
      code: 'MOST-2',
      name: 'Мост на Ђетињи',
      organizationName: 'Град Ужице',
      sector: 1,
      phase: 3,
      mark: '70',
      worth: '1000.00',
      needs: [{ year: 2027, source: BUDGET, amount: '1000.00' }],
      state: id === 7 ? 'in' : 'out',
      shift: 0,
    },
  ],
  hidden,
  ceilings: [],
  committed: [{ year: 2027, source: BUDGET, amount: '5.00' }],
});

test('scenarios stand side by side whatever their names, and tell what is not seen of them', async () => {
  await page.viewport(1200, 800);
  signIn(1, ['Scenario_Manage']);
  vi.spyOn(window, 'fetch').mockImplementation(async (path) => {
    const id = typeof path === 'string' ? Number(path.split('/').at(-1)) : 0;
    const payload = compared(id, id === 7 ? 0 : 2);
    return Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });
  });
  const { screen } = await drawBesideAway(ComparePage, { route: '/form', address: '/form?a=7&b=8' });
  await expect.element(screen.getByRole('heading', { name: '1 различит избор' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  const [first, second] = [...document.querySelectorAll('.scenario-side')].map((side) => side.getBoundingClientRect());
  expect(first?.right).toBeLessThan(second?.left ?? 0);
  expect(first?.top).toBe(second?.top);
  const different = screen.getByRole('region', { name: 'Различити избори' }).element();
  expect(different.scrollWidth).toBe(different.clientWidth);
  await expect.element(screen.getByText('2 пројекта не видите; збирови су без њих.')).toBeVisible();
});
