import type { ScenarioCalendar } from './calendar.ts';
import { cellKey } from './types.ts';

/** A year of a scenario under its ceilings, all sources together. Amounts are whole hundredths of RSD. */
export interface YearUnderCeilings {
  year: number;
  need: bigint;
  /** The sum of the ceilings of its sources; null if none is set. */
  ceiling: bigint | null;
  /** The part of the need that no ceiling bounds. */
  unbounded: bigint;
  /** The remainder below the ceilings. One source does not pay for another, so there may be an excess beside it. */
  free: bigint;
  over: bigint;
  /** The sources whose ceiling is exceeded. */
  overSources: readonly string[];
}

/** The calendar of a scenario by year, compared with the ceilings source by source. */
export function yearsUnderCeilings({
  years,
  sources,
  cells,
}: Pick<ScenarioCalendar, 'years' | 'sources' | 'cells'>): YearUnderCeilings[] {
  return years.map((year) => {
    const row = { year, need: 0n, ceiling: null as bigint | null, unbounded: 0n, free: 0n, over: 0n };
    const overSources: string[] = [];
    for (const source of sources) {
      const cell = cells.get(cellKey(year, source));
      if (!cell) continue;
      const need = cell.committed + cell.chosen;
      row.need += need;
      if (cell.ceiling === null) {
        row.unbounded += need;
        continue;
      }
      row.ceiling = (row.ceiling ?? 0n) + cell.ceiling;
      row.over += cell.over;
      if (cell.over > 0n) overSources.push(source);
      else row.free += cell.ceiling - need;
    }
    return { ...row, overSources };
  });
}
