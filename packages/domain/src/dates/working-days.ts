import { addDays } from './dates.ts';

/** State holidays: if one is on a Sunday, the next working day is free (law on holidays, article 3a). */
const STATE = ['01-01', '01-02', '02-15', '02-16', '05-01', '05-02', '11-11'] as const;
const CHRISTMAS = '01-07';
/** Days from Easter. */
const GOOD_FRIDAY = -2;
const EASTER_MONDAY = 1;
const SUNDAY = 0;
const SATURDAY = 6;
/** Days between the Julian and the Gregorian calendar, 1900–2099. */
const CALENDAR_GAP_DAYS = 13;

function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Sunday of the orthodox Easter (Meeus), valid 1900–2099. */
export function orthodoxEaster(year: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const month = Math.floor((d + e + 114) / 31);
  const date = ((d + e + 114) % 31) + 1;
  const julian = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  return addDays(julian, CALENDAR_GAP_DAYS);
}

/** Free days of a year besides weekends: state holidays, Christmas, Good Friday and Easter Monday. */
function holidays(year: number): Set<string> {
  const easter = orthodoxEaster(year);
  const state = STATE.map((day) => `${year}-${day}`);
  const found = new Set([
    ...state,
    `${year}-${CHRISTMAS}`,
    ...[GOOD_FRIDAY, EASTER_MONDAY].map((shift) => addDays(easter, shift)),
  ]);
  for (const day of state.filter((candidate) => weekday(candidate) === SUNDAY)) {
    let next = addDays(day, 1);
    while (found.has(next)) next = addDays(next, 1);
    found.add(next);
  }
  return found;
}

/** Is the calendar day (YYYY-MM-DD) a working day in Serbia? */
export function isWorkingDay(day: string): boolean {
  const at = weekday(day);
  return at !== SUNDAY && at !== SATURDAY && !holidays(Number(day.slice(0, 4))).has(day);
}
