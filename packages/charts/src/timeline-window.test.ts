import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn, labelsIn, shapes } from './testing/drawn.ts';
import { Timeline } from './timeline.ts';
import { movedStart, steppedZoom, TIMELINE_ZOOMS, timelineWindow } from './timeline-window.ts';

const TODAY = '2026-11-29';
const bounds = { start: '2023-05-10', end: '2031-02-03' };

describe('the view of a timeline', () => {
  it('begins with last year, or with this one where a year is in view', () => {
    expect(timelineWindow({ zoom: 'year' }, bounds, TODAY)).toEqual({ start: '2025-01-01', end: '2029-12-31' });
    expect(timelineWindow({ zoom: 'quarter' }, bounds, TODAY)).toEqual({ start: '2025-01-01', end: '2026-12-31' });
    expect(timelineWindow({ zoom: 'month' }, bounds, TODAY)).toEqual({ start: '2026-01-01', end: '2026-12-31' });
    expect(timelineWindow({ zoom: 'fit' }, bounds, TODAY)).toEqual(bounds);
  });

  it('begins where the rows are if they have nothing since last year, or nothing before it', () => {
    const past = { start: '2015-03-01', end: '2020-08-31' };
    expect(timelineWindow({ zoom: 'month' }, past, TODAY).start).toBe('2020-01-01');
    const coming = { start: '2028-03-01', end: '2030-08-31' };
    expect(timelineWindow({ zoom: 'year' }, coming, TODAY).start).toBe('2028-01-01');
  });

  it('moves by a part of itself, as far as the rows reach', () => {
    expect(movedStart({ zoom: 'year' }, bounds, TODAY, -1)).toBe('2024-01');
    expect(movedStart({ zoom: 'quarter' }, bounds, TODAY, 1)).toBe('2025-07');
    expect(movedStart({ zoom: 'month', from: '2025-11' }, bounds, TODAY, 1)).toBe('2026-02');
    expect(movedStart({ zoom: 'year', from: '2023-05' }, bounds, TODAY, -1)).toBeUndefined();
    expect(movedStart({ zoom: 'year', from: '2026-03' }, bounds, TODAY, 1)).toBeUndefined();
    expect(movedStart({ zoom: 'fit' }, bounds, TODAY, 1)).toBeUndefined();
  });

  it('reaches every day of the rows by moving, and no year without four digits', () => {
    const year = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(year, year, fc.constantFrom(...TIMELINE_ZOOMS), fc.constantFrom(-1, 1), (one, other, zoom, steps) => {
        const [start, end] = [Math.min(one, other), Math.min(9999, Math.max(one, other))].map((of) =>
          String(of).padStart(4, '0'),
        );
        const all = { start: `${start}-01-01`, end: `${end}-12-31` };
        let from: string | undefined;
        for (let next = movedStart({ zoom }, all, TODAY, steps), count = 0; next !== undefined && count < 50; count++) {
          expect(next).toMatch(/^\d{4}-(0[1-9]|1[0-2])$/);
          from = next;
          next = movedStart({ zoom, from }, all, TODAY, steps);
        }
        const seen = timelineWindow({ zoom, from }, all, TODAY);
        expect(seen.start <= seen.end).toBe(true);
      }),
    );
  });

  it('zooms in to months and out to everything', () => {
    expect(TIMELINE_ZOOMS.map((zoom) => steppedZoom(zoom, 1))).toEqual(['year', 'quarter', 'month', 'month']);
    expect(TIMELINE_ZOOMS.map((zoom) => steppedZoom(zoom, -1))).toEqual(['fit', 'fit', 'year', 'quarter']);
  });
});

describe('a timeline of a few months', () => {
  const names = {
    planned: 'план',
    actual: 'стварно',
    former: 'ранији план',
    today: 'данас',
    event: 'одлука',
    late: 'касни',
    periods: {
      months: ['јан', 'феб', 'мар', 'апр', 'мај', 'јун', 'јул', 'авг', 'сеп', 'окт', 'нов', 'дец'],
      quarters: ['1. кв.', '2. кв.', '3. кв.', '4. кв.'],
    },
  };
  const rows = [
    { key: 'a', label: 'Пре', planned: { start: '2024-01-01', end: '2024-06-30' }, note: '75 %' },
    { key: 'b', label: 'Сада', planned: { start: '2024-01-01', end: '2026-06-30' }, note: '45 %' },
    { key: 'c', label: 'После', actual: { start: '2029-02-01', end: '2029-06-30' } },
    { key: 'd', label: 'Дан', event: '2024-11-15' },
  ];
  const view = { start: '2026-01-01', end: '2026-12-31' };
  const svgOf = (width: number, of = view) =>
    drawn(Timeline, { title: 'т', width, rows, today: '2026-08-01', names, day: (day) => day, bounds: of });

  it('draws rows in view, and signs for those out of view', () => {
    const svg = svgOf(1000);
    expect(labelsIn(svg)).toHaveLength(4);
    expect(shapes(svg, 'width')).toHaveLength(1);
    expect(svg).not.toContain('>75 %<');
    expect(svg).toContain('>45 %<');
    // A row wholly before, one that begins before, one wholly after; the event is out of view.
    expect([...svg.matchAll(/<path d="M[\d.]+ [\d.]+l-4 4l4 4"/g)]).toHaveLength(2);
    expect([...svg.matchAll(/<path d="M[\d.]+ [\d.]+l4 4l-4 4"/g)]).toHaveLength(1);
    // Only its sign in the legend.
    expect(svg.split('M0 -6L6 0L0 6L-6 0Z')).toHaveLength(2);
  });

  it('names months where they have room, else quarters, else years alone', () => {
    const named = (svg: string) => names.periods.months.filter((name) => svg.includes(`>${name}<`)).length;
    const quarters = (svg: string) => svg.split('>1. кв.<').length - 1;
    const years = { start: '2026-01-01', end: '2030-12-31' };
    expect([named(svgOf(1000)), quarters(svgOf(1000))]).toEqual([12, 0]);
    expect([named(svgOf(1400, years)), quarters(svgOf(1400, years))]).toEqual([0, 5]);
    expect([named(svgOf(700, years)), quarters(svgOf(700, years))]).toEqual([0, 0]);
    for (const svg of [svgOf(1000), svgOf(700, years)]) expect(svg).toContain('>2026<');
  });

  it('names the year in which it begins', () => {
    expect(svgOf(1000, { start: '2026-04-01', end: '2027-03-31' })).toMatch(/>2026<.*>2027</s);
  });
});
