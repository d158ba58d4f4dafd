import { useMemo } from 'react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { calendarOf } from '@pimis/domain/portfolio/scenario/calendar';
import { SOURCE_NAMES } from '@pimis/domain/portfolio/source-text';

/** Figures derived from a scenario's choice: sums, and the cells of its calendar. */
export function useScenarioCalendar({ candidates, ceilings, committed }: Scenario) {
  return useMemo(() => {
    const calendar = calendarOf({ candidates, ceilings, committed }, SOURCE_NAMES);
    const cells = new Map(
      [...calendar.cells].map(([key, { committed: approved, chosen, ceiling, over }]) => [
        key,
        { need: approved + chosen, ceiling, over },
      ]),
    );
    return { calendar, cells };
  }, [candidates, ceilings, committed]);
}
