import type { Quarter } from '../dates/dates.ts';

const QUARTERS_A_YEAR = 4;

/**
 * Year and quarter in the name of a quarterly form, `Квартални-YYYY-Q`: the parts after the first two hyphens. Null
 * when one is no number or the quarter is none (docs/forms.md, K6).
 */
export function quarterOfName(name: string): Quarter | null {
  const [, year, quarter] = name.split('-').map(Number);
  if (!year || !quarter || !Number.isInteger(year) || !Number.isInteger(quarter)) return null;
  return quarter > QUARTERS_A_YEAR ? null : { year, quarter };
}

/** `Квартални-2026-1` of a report, `Квартална корекција-2026-1` of what restates everything up to that quarter. */
export function quarterName(kind: 'report' | 'correction', { year, quarter }: Quarter): string {
  return `${kind === 'report' ? 'Квартални' : 'Квартална корекција'}-${year}-${quarter}`;
}
