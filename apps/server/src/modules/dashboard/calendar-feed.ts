import { type CalendarFact, postponedFact, quarterFact, sessionFact } from '@pimis/domain/calendar/entries';
import { writeCalendar } from '@pimis/domain/calendar/icalendar';
import type { Language } from '@pimis/domain/text/wording';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { type Context, today } from '../../platform/context.ts';
import { calendarOwner, publishCalendar } from '../identity/users/calendar-address.ts';
import { findPostponed, findQuarters, findSessions } from './queries.ts';

/** The largest number of days of each kind: more than a person has, but a limit for users who see every project. */
const DAYS_OF_KIND = 300;

/** The user's present days: the deadlines of the first screen, and each quarter whose report is due. */
async function factsOf(context: Context, user: CurrentUser): Promise<CalendarFact[]> {
  const { db } = context;
  const quarters = await findQuarters(db, user, context.now(), DAYS_OF_KIND);
  const postponed = await findPostponed(db, user, today(context), DAYS_OF_KIND);
  const sessions = await findSessions(db, user, DAYS_OF_KIND);
  return [
    ...quarters.map((project) => quarterFact(project, project.day)),
    ...postponed.map((project) => postponedFact(project, project.day)),
    ...sessions.flatMap((list) => (list.day === null ? [] : [sessionFact(list, list.day)])),
  ];
}

/**
 * The calendar with this secret as text/calendar. An unknown secret costs one lookup by its hash. Error: NotFound for a
 * secret that is unknown or revoked, or whose owner is not active.
 */
export async function readCalendar(context: Context, secret: string, language: Language): Promise<string> {
  const user = await calendarOwner(context, secret);
  const entries = await publishCalendar(context, secret, await factsOf(context, user));
  return writeCalendar(entries, { host: new URL(context.config.publicUrl).hostname, language });
}
