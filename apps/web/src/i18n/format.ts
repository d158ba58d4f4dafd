import { formatDay } from '@pimis/domain/dates/dates';

/** Legal days and times are Belgrade's, wherever the browser stands. */
const ZONE = 'Europe/Belgrade';
const DAY_LENGTH = 'YYYY-MM-DD'.length;

const dateTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const dayOnly = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });

/** D.M.YYYY HH:mm:ss of an ISO instant, in Belgrade (specification, "Business constants"). */
export function formatInstant(instant: string): string {
  const parts = Object.fromEntries(dateTime.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  return `${Number(parts.day)}.${Number(parts.month)}.${parts.year} ${parts.hour}:${parts.minute}:${parts.second}`;
}

/** D.M.YYYY of an ISO instant, in Belgrade, or of a calendar day. */
export function formatDate(value: string): string {
  return formatDay(value.length === DAY_LENGTH ? value : dayOnly.format(new Date(value)));
}
