import { days, isDay } from '../dates/dates.ts';
import { getPath } from './paths.ts';
import type { FormData } from './types.ts';

/** Answers that depend on the form's euro rate: whether an estimate is above a threshold in EUR (docs/forms.md, E). */
const RATED: readonly string[] = ['criteria.above20M', 'criteria.foreignAbove5M'];

export const hangsOnRate = (path: string): boolean => RATED.includes(path);

/**
 * The day (YYYY-MM-DD) of the form's euro rate, and whether it is more than so many days before `today`; null without
 * one.
 */
export function rateBehind(
  data: FormData,
  { today, mostDays }: { today: string; mostDays: number },
): { day: string; isOld: boolean } | null {
  const day = getPath(data, 'exchangeRate.date');
  if (!isDay(day)) return null;
  return { day, isOld: days(day, today) > mostDays };
}
