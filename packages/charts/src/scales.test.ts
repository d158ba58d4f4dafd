import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placedNames } from './axes.ts';
import { chartFormats } from './format.ts';
import { labelStep, monthTicks, valueScale, yearTicks } from './scales.ts';
import { legendPlaces } from './series.ts';
import { widthOf } from './svg.ts';

const { count, amount, percent } = chartFormats({});

describe('formats', () => {
  it('write numbers as the product does, in three scripts', () => {
    expect(amount.short(1_234_567_890)).toBe('1,2 млрд');
    expect(amount.short(2_000_000)).toBe('2 мил.');
    expect(amount.full(1_234_567.5)).toBe('1.234.567,50 РСД');
    expect(count.full(12_345)).toBe('12.345');
    expect(count.short(12_500)).toBe('12,5 хиљ.');
    expect(percent.full(91.5)).toBe('91,5 %');
    expect(chartFormats({ script: 'latin' }).amount.short(3e9)).toBe('3 mlrd');
    expect(chartFormats({ language: 'en' }).amount.full(1_234_567.5)).toBe('1,234,567.50 RSD');
    expect(chartFormats({ language: 'en' }).amount.short(1.5e6)).toBe('1.5 m');
  });
});

describe('scales', () => {
  it('hold zero and every value between round bounds, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e14, max: 1e14, noNaN: true }), { maxLength: 30 }), (values) => {
        const scale = valueScale(values, 200, 20);
        expect(scale.ticks).toContain(0);
        for (const value of values) {
          expect(scale(value)).toBeLessThanOrEqual(200.000001);
          expect(scale(value)).toBeGreaterThanOrEqual(19.999999);
        }
        // Places of values that differ in their last digits alone may differ by a rounding of floats.
        const places = values.toSorted((one, other) => one - other).map(scale);
        for (const [index, place] of places.entries()) {
          expect(place).toBeLessThanOrEqual((places[index - 1] ?? place) + 1e-9);
        }
        expect(scale.ticks.length).toBeGreaterThan(1);
        expect(scale.ticks.length).toBeLessThan(12);
      }),
    );
  });

  it('have whole ticks for whole values', () => {
    expect(valueScale([1, 1], 0, 100).ticks).toEqual([0, 1]);
    expect(valueScale([], 0, 100).ticks).toEqual([0, 1]);
    expect(valueScale([0, 3], 0, 100).ticks).toEqual([0, 1, 2, 3]);
    expect(valueScale([0.5, 1], 0, 100).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  it('labels never touch', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 20, max: 120 }),
        fc.integer({ min: 100, max: 2000 }),
        (labels, own, width) => {
          const step = labelStep(labels, own, width);
          expect(Math.floor((labels - 1) / step) * own).toBeLessThanOrEqual(Math.max(own, width));
        },
      ),
    );
  });

  it('names below a chart stay within it and do not touch, and the last is always there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 200, max: 3800 }),
        (names, width) => {
          const room = (width - 40) / names.length;
          const placed = placedNames(names, (index) => 40 + (index + 0.5) * room, room, width);
          expect(placed.at(-1)?.index).toBe(names.length - 1);
          for (const [at, { x, text }] of placed.entries()) {
            expect(x - widthOf(text) / 2).toBeGreaterThanOrEqual(-0.001);
            expect(x + widthOf(text) / 2).toBeLessThanOrEqual(width + 0.001);
            const before = placed[at - 1];
            if (before) expect(x - widthOf(text) / 2).toBeGreaterThan(before.x + widthOf(before.text) / 2);
          }
        },
      ),
    );
    // A name is cut only where it has no room.
    const [name] = placedNames(['Предлог рационализације 2026-1'], () => 200, 320, 400);
    expect(name?.text).toBe('Предлог рационализације 2026-1');
    const narrow = placedNames(
      ['Предлог рационализације 2026-1', 'Рационализација'],
      (index) => 60 + 130 * index,
      80,
      400,
    );
    expect(narrow.map(({ text }) => text)).toEqual(['Предлог рац… 2026-1', 'Рационализација']);
  });

  it('ticks of days are years, months and quarters', () => {
    expect(yearTicks('2024-06-01', '2027-03-01').map(({ day }) => day)).toEqual([
      '2025-01-01',
      '2026-01-01',
      '2027-01-01',
    ]);
    expect(monthTicks('2026-11-15', '2027-02-01', 1)).toEqual([
      { day: '2026-12-01', month: 12 },
      { day: '2027-01-01', month: 1 },
      { day: '2027-02-01', month: 2 },
    ]);
    expect(monthTicks('2026-07-01', '2027-06-30', 3).map(({ day }) => day)).toEqual([
      '2026-07-01',
      '2026-10-01',
      '2027-01-01',
      '2027-04-01',
    ]);
  });

  it('of days are few and in their order between any two days', () => {
    expect(yearTicks('1986-01-02', '2026-01-01').map(({ label }) => label)).toHaveLength(40);
    expect(yearTicks('1985-01-02', '2026-01-01').map(({ label }) => label)).toEqual([
      '1990',
      '1995',
      '2000',
      '2005',
      '2010',
      '2015',
      '2020',
      '2025',
    ]);
    expect(
      yearTicks('0001-01-01', '9999-12-31')
        .map(({ day }) => day)
        .slice(0, 2),
    ).toEqual(['0500-01-01', '1000-01-01']);
    const year = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(year, year, (one, other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)].map((of) => String(of).padStart(4, '0'));
        const ticks = yearTicks(`${first}-01-01`, `${last}-12-31`).map(({ day }) => day);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(41);
        expect(ticks).toEqual([...new Set(ticks)].toSorted());
        for (const day of ticks) expect(day.slice(0, 4) >= String(first) && day.slice(0, 4) <= String(last)).toBe(true);
      }),
    );
  });

  it('names of a legend stay within its width, one beside the other', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 8 }), (names) => {
        const { places, height } = legendPlaces(names, 300);
        for (const [index, { x, y }] of places.entries()) {
          expect(x + 22 + widthOf(names[index] ?? '')).toBeLessThanOrEqual(300.001);
          expect(y).toBeLessThan(height);
        }
      }),
    );
  });
});
