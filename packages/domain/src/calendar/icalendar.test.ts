import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { addDays } from '../dates/dates.ts';
import type { CalendarEntry } from './entries.ts';
import { escapeText, foldLine, writeCalendar, writeInvitation } from './icalendar.ts';

const ENTRY: CalendarEntry = {
  kind: 'postponed',
  key: 'postponed-PR-1',
  day: '2026-12-31',
  reference: 'PR-1 12/2026',
  sequence: 3,
  cancelled: false,
  changed: '2026-04-20T09:15:30.123Z',
};
const write = (entries: readonly CalendarEntry[], language: 'sr' | 'en' = 'sr') =>
  writeCalendar(entries, { host: 'pimis.example.rs', language });
const read = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[]);
const octets = (text: string) => new TextEncoder().encode(text).length;
const LONGEST = 75;

const EVENT = [
  'DTSTAMP:20260420T091530Z',
  'LAST-MODIFIED:20260420T091530Z',
  'SEQUENCE:3',
  'DTSTART;VALUE=DATE:20261231',
  'DTEND;VALUE=DATE:20270101',
  'SUMMARY:PR-1 12/2026: the postponement ends',
  'STATUS:CONFIRMED',
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];
const HEAD = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//PIMIS//Calendar//SR', 'CALSCALE:GREGORIAN'];

it('a calendar is named, says its zone and how often it should be read, and an entry occupies nobody', () => {
  expect(write([ENTRY], 'en').split('\r\n')).toEqual([
    ...HEAD,
    'NAME:PIMIS: deadlines and sessions',
    'X-WR-CALNAME:PIMIS: deadlines and sessions',
    'X-WR-TIMEZONE:Europe/Belgrade',
    'REFRESH-INTERVAL;VALUE=DURATION:PT4H',
    'X-PUBLISHED-TTL:PT4H',
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
    'BEGIN:VEVENT',
    'UID:postponed-PR-1@pimis.example.rs',
    ...EVENT,
    'END:VCALENDAR',
    '',
  ]);
});

describe('a calendar read by a parser of another project', () => {
  it('has each entry as a whole day with its identity, number and state', () => {
    const calendar = read(
      write([ENTRY, { ...ENTRY, key: 'session-1', kind: 'session', cancelled: true, sequence: 4 }]),
    );
    const [first, second] = calendar.getAllSubcomponents('vevent');
    if (!first || !second) throw new Error('No events');
    const event = new ICAL.Event(first);
    expect([event.uid, event.summary, event.sequence]).toEqual([
      'postponed-PR-1@pimis.example.rs',
      'PR-1 12/2026: истиче одлагање',
      3,
    ]);
    expect([event.startDate.isDate, event.startDate.toString(), event.endDate.toString()]).toEqual([
      true,
      '2026-12-31',
      '2027-01-01',
    ]);
    expect(first.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(String(first.getFirstPropertyValue('dtstamp'))).toBe('2026-04-20T09:15:30Z');
    expect(second.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(second.getFirstPropertyValue('summary')).toBe('PR-1 12/2026: седница комисије');
  });

  it('has the zone of Belgrade with summer and winter time', () => {
    const zone = read(write([])).getFirstSubcomponent('vtimezone');
    if (!zone) throw new Error('No zone');
    const belgrade = new ICAL.Timezone(zone);
    expect(belgrade.tzid).toBe('Europe/Belgrade');
    const offset = (time: string) => belgrade.utcOffset(ICAL.Time.fromDateTimeString(time)) / 3600;
    expect([offset('2026-03-29T01:30:00'), offset('2026-03-29T03:30:00')]).toEqual([1, 2]);
    expect([offset('2026-10-25T01:30:00'), offset('2026-10-25T03:30:00')]).toEqual([2, 1]);
  });

  it('has the invitation to a session, which a later one replaces', () => {
    const list = { id: 7, name: '2026-3', createdDate: '2026-04-20T09:00:00.000Z' };
    const invite = (now: string) =>
      read(writeInvitation(list, '2026-05-12', { host: 'pimis.example.rs', language: 'sr', now }));
    const calendar = invite('2026-04-20T09:05:59.000Z');
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    const [component, ...others] = calendar.getAllSubcomponents('vevent');
    if (!component) throw new Error('No event');
    expect(others).toEqual([]);
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    const event = new ICAL.Event(component);
    expect([event.uid, event.summary, event.sequence, event.startDate.toString()]).toEqual([
      'invitation-7@pimis.example.rs',
      '2026-3: седница комисије',
      5,
      '2026-05-12',
    ]);
    const later = invite('2026-04-20T10:00:00.000Z').getFirstSubcomponent('vevent');
    expect(later && new ICAL.Event(later).sequence).toBe(60);
  });

  it('gives back every text and day', () => {
    const day = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count));
    const text = fc.string({ unit: 'binary' }).map((typed) => typed.replace(/\p{Cc}/gu, ''));
    fc.assert(
      fc.property(fc.array(fc.record({ reference: text, day, sequence: fc.nat() })), (rows) => {
        const entries = rows.map((row, index) => ({ ...ENTRY, ...row, key: `session-${index}` }));
        const events = read(write(entries, 'en')).getAllSubcomponents('vevent');
        expect(
          events.map((event) => new ICAL.Event(event)).map((event) => [event.summary, event.startDate.toString()]),
        ).toEqual(
          entries.map(({ reference, day: on }) => [
            reference === '' ? 'the postponement ends' : `${reference}: the postponement ends`,
            on,
          ]),
        );
      }),
    );
  });
});

describe('a line', () => {
  it('has at most 75 octets, and no divided character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (typed) => {
        const line = `SUMMARY:${escapeText(typed)}`;
        const parts = foldLine(line).split('\r\n');
        expect(Math.max(...parts.map(octets))).toBeLessThanOrEqual(LONGEST);
        expect(parts.slice(1).every((part) => part.startsWith(' '))).toBe(true);
        expect(parts.map((part, index) => (index === 0 ? part : part.slice(1))).join('')).toBe(line);
      }),
    );
  });

  it('is folded only where it must be', () => {
    expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
    expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
    expect(foldLine('ж'.repeat(38))).toBe(`${'ж'.repeat(37)}\r\n ж`);
  });

  it('ends with CR and LF, the last one too', () => {
    const text = write([ENTRY]);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});

it('escapes what separates values, and drops control characters', () => {
  expect(escapeText('a;b,c\\d\r\ne\nf\rg\th\u0000\u0007')).toBe('a\\;b\\,c\\\\d\\ne\\nf\\ng\th');
});
