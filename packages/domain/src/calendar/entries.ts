import { addDays, type Quarter, quarterAt, quarterOf, quarterOrder } from '../dates/dates.ts';
import type { Language } from '../text/wording.ts';

/** The event of a day in a calendar: a quarter can be reported, a postponement ends, the commission meets. */
export type CalendarKind = 'quarter' | 'postponed' | 'session';

/** A day of a person's calendar as the data have it now. */
export interface CalendarFact {
  kind: CalendarKind;
  /** Identifies the entry for good: a changed day is a change of the same entry. */
  key: string;
  /** YYYY-MM-DD */
  day: string;
  /** Code and number of a project, or the number of a list; never a name. */
  reference: string;
}

/** A day as it was last published, with what calendars need to follow its changes (RFC 5545, 3.8.7). */
export interface CalendarEntry extends CalendarFact {
  /** Grows by one with each change. */
  sequence: number;
  cancelled: boolean;
  /** ISO instant of the last change. */
  changed: string;
}

/** Past and cancelled entries stay for a year: calendars that are rarely opened learn of a cancellation too. */
const KEPT_DAYS = 365;

/** List names that the product gives, `2026-3`. Others are texts that somebody typed. */
const NUMBER_OF_LIST = /^\d{4}-\d+$/;

export function quarterFact(project: { code: string; number: string }, day: string): CalendarFact {
  return { kind: 'quarter', key: `quarter-${project.code}-${day}`, day, reference: referenceOf(project) };
}

export function postponedFact(project: { code: string; number: string }, day: string): CalendarFact {
  return { kind: 'postponed', key: `postponed-${project.code}`, day, reference: referenceOf(project) };
}

/** The session for a list; a list that somebody named is shown without its name. */
export function sessionFact(list: { id: number; name: string }, day: string): CalendarFact {
  return {
    kind: 'session',
    key: `session-${list.id}`,
    day,
    reference: NUMBER_OF_LIST.test(list.name) ? list.name : '',
  };
}

const referenceOf = ({ code, number }: { code: string; number: string }) => [code, number].filter(Boolean).join(' ');

/**
 * Compares what was published with what holds now. A changed entry has the next sequence number; one that is gone
 * before its day is cancelled, one whose day has come stays as it was. `today` is YYYY-MM-DD, `now` an ISO instant. The
 * result is sorted by day; `changed` is true if it differs from what was published.
 */
export function publishEntries(
  published: readonly CalendarEntry[],
  current: readonly CalendarFact[],
  { today, now }: { today: string; now: string },
): { entries: CalendarEntry[]; changed: boolean } {
  const before = new Map(published.map((entry) => [entry.key, entry]));
  const after = new Map<string, CalendarEntry>();
  for (const fact of current) {
    const known = before.get(fact.key);
    const same = known && !known.cancelled && known.day === fact.day && known.reference === fact.reference;
    const sequence = known ? known.sequence + 1 : 0;
    after.set(fact.key, same ? known : { ...fact, sequence, cancelled: false, changed: now });
  }
  for (const entry of published) {
    if (after.has(entry.key) || entry.day < addDays(today, -KEPT_DAYS)) continue;
    const isOver = entry.cancelled || entry.day <= today;
    const cancelled = { ...entry, sequence: entry.sequence + 1, cancelled: true, changed: now };
    after.set(entry.key, isOver ? entry : cancelled);
  }
  const entries = [...after.values()].sort((a, b) => compare(a.day, b.day) || compare(a.key, b.key));
  const changed = entries.length !== published.length || entries.some((entry) => before.get(entry.key) !== entry);
  return { entries, changed };
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

/** The quarter that can be reported from a day on: the one that ended before it. */
const reportedQuarter = (day: string): Quarter => quarterAt(quarterOrder(quarterOf(day)) - 1);

const STEPS: Readonly<Record<CalendarKind, (day: string) => Readonly<Record<Language, string>>>> = {
  quarter: (day) => {
    const { year, quarter } = reportedQuarter(day);
    return { sr: `извештај за ${quarter}. квартал ${year}.`, en: `report for quarter ${quarter} of ${year}` };
  },
  postponed: () => ({ sr: 'истиче одлагање', en: 'the postponement ends' }),
  session: () => ({ sr: 'седница комисије', en: 'session of the commission' }),
};

/** The title of an entry: the code and the step. */
export function entryTitle({ kind, day, reference }: CalendarFact, language: Language): string {
  return [reference, STEPS[kind](day)[language]].filter(Boolean).join(': ');
}
