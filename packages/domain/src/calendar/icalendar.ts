import { addDays } from '../dates/dates.ts';
import type { Language } from '../text/wording.ts';
import { type CalendarEntry, entryTitle, sessionFact } from './entries.ts';

/* A calendar as text (RFC 5545). Nothing here reads a clock: the same entries give the same bytes. */

const LINE_OCTETS = 75;
const LINE_END = '\r\n';
/** How often calendars should ask: twice a day would miss a session that is called in the morning. */
const REFRESH = 'PT4H';

const NAMES: Readonly<Record<Language, string>> = {
  sr: 'ПИМИС: рокови и седнице',
  en: 'PIMIS: deadlines and sessions',
};

/** Rules of Central European time since 1996. Whole days need no zone; calendar programs show it as the calendar's. */
const TIMEZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Belgrade',
  'BEGIN:DAYLIGHT',
  'DTSTART:19960331T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const octetsOf = (character: string) => new TextEncoder().encode(character).length;

/**
 * Folds a line so that none is longer than 75 octets without its end (3.1). A character of several octets is never
 * divided, because some calendars read each line as a text of its own.
 */
export function foldLine(line: string): string {
  const lines: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const more = octetsOf(character);
    if (octets + more > LINE_OCTETS) {
      lines.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += more;
  }
  return [...lines, part].join(LINE_END);
}

/** Writes a value of the type TEXT (3.3.11). Other control characters are not allowed there and are left out. */
export function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '');
}

/** 2026-04-20 as 20260420. */
const dateOf = (day: string) => day.replaceAll('-', '');

/** An ISO instant as 20260420T090000Z. */
const instantOf = (instant: string) => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** A whole day; DTEND is the day after it (3.6.1). */
function eventLines(entry: CalendarEntry, host: string, language: Language): string[] {
  const changed = instantOf(entry.changed);
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(`${entry.key}@${host}`)}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTART;VALUE=DATE:${dateOf(entry.day)}`,
    `DTEND;VALUE=DATE:${dateOf(addDays(entry.day, 1))}`,
    `SUMMARY:${escapeText(entryTitle(entry, language))}`,
    `STATUS:${entry.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // A deadline occupies nobody's day.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const HEAD = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//PIMIS//Calendar//SR', 'CALSCALE:GREGORIAN'];

const textOf = (lines: readonly string[]) => lines.map((line) => foldLine(line) + LINE_END).join('');

/** The calendar of a person as a file of the type text/calendar. `host` makes the identifiers unique in the world. */
export function writeCalendar(
  entries: readonly CalendarEntry[],
  { host, language }: { host: string; language: Language },
): string {
  const name = escapeText(NAMES[language]);
  return textOf([
    ...HEAD,
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    'X-WR-TIMEZONE:Europe/Belgrade',
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...TIMEZONE,
    ...entries.flatMap((entry) => eventLines(entry, host, language)),
    'END:VCALENDAR',
  ]);
}

/**
 * The invitation to the session about a list, as a file that calendar programs open. A later one replaces an earlier
 * one, because its number counts the minutes since the list was made. Instants are ISO.
 */
export function writeInvitation(
  list: { id: number; name: string; createdDate: string },
  day: string,
  { host, language, now }: { host: string; language: Language; now: string },
): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(list.createdDate)) / 60_000);
  const entry = {
    ...sessionFact(list, day),
    key: `invitation-${list.id}`,
    sequence: Math.max(0, minutes),
    cancelled: false,
    changed: now,
  };
  return textOf([...HEAD, 'METHOD:PUBLISH', ...eventLines(entry, host, language), 'END:VCALENDAR']);
}
