import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { readingInstants } from './instants.ts';
// The driver's own: this file does not open a database.
const driver = pg.types.getTypeParser(1184, 'text') as (text: string) => Date;

const read = readingInstants(driver);
const two = (number: number) => String(number).padStart(2, '0');

const written = fc
  .record({
    at: fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
    digits: fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 6 }),
    zone: fc.constantFrom('+00', '+00', '+00', '+01', '-03:30', '+05:45', '+01:22:00'),
  })
  .map(({ at, digits, zone }) => {
    const day = at.toISOString().slice(0, 10);
    const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
    return `${day} ${time}${digits === '' ? '' : `.${digits}`}${zone}`;
  });

it('reads an instant as the driver does, in any zone and to any part of a second', () => {
  fc.assert(
    fc.property(written, (text) => {
      expect(read(text).getTime()).toBe(driver(text).getTime());
    }),
    { numRuns: 5_000 },
  );
});

it.each(['infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '12026-11-23 07:00:00+00', '1850-01-01 00:00:00+00'])(
  'leaves %s to the driver',
  (text) => {
    expect(read(text)).toEqual(driver(text));
  },
);

it('reads an instant of our time by itself', () => {
  const alone = readingInstants(() => {
    throw new Error('The driver was asked');
  });
  expect(alone('2026-11-23 07:28:59.1239+00').toISOString()).toBe('2026-11-23T07:28:59.123Z');
  expect(alone('2026-11-23 07:28:59+00').toISOString()).toBe('2026-11-23T07:28:59.000Z');
});
