import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { candidate, scenario } from '../../../testing/scenarios.ts';
import { useScenarioCalendar } from './use-scenario-calendar.ts';

const need = (amount: string) => ({ year: 2027, source: 'Буџет', amount });
const SCENARIO: Scenario = {
  ...scenario(3, 'Март'),
  candidates: [{ ...candidate('A-1'), state: 'in', needs: [need('5.00')] }],
  ceilings: [need('6.00')],
  committed: [need('2.00')],
};

test('a cell has what is approved and chosen together, its ceiling, and what exceeds it', async () => {
  const { result, rerender } = await renderHook((of: Scenario = SCENARIO) => useScenarioCalendar(of));
  const cells = () => [...result.current.cells.values()];
  expect(cells()).toEqual([{ need: 700n, ceiling: 600n, over: 100n }]);
  expect(result.current.calendar.sources).toEqual(['Буџет']);
  const { calendar } = result.current;
  await rerender({ ...SCENARIO, name: 'Април' });
  expect(result.current.calendar).toBe(calendar);
  await rerender({ ...SCENARIO, candidates: [] });
  expect(cells()).toEqual([{ need: 200n, ceiling: 600n, over: 0n }]);
  await rerender({ ...SCENARIO, candidates: [], ceilings: [] });
  expect(cells()).toEqual([{ need: 200n, ceiling: null, over: 0n }]);
  await rerender({ ...SCENARIO, candidates: [], ceilings: [], committed: [] });
  expect(cells()).toEqual([]);
});
