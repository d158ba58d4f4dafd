import fc from 'fast-check';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { placedNames } from './axes.ts';
import { BarChart, barTable, ColumnChart } from './bars.ts';
import { chartFormats } from './format.ts';
import { Funnel, funnelTable } from './funnel.ts';
import { LineChart, seriesTable } from './lines.ts';
import { DistrictMap, drawnDistricts, shadeBounds } from './map/district-map.ts';
import { cumulated, SCurve } from './s-curve.ts';
import { dayTicks, labelStep, valueScale } from './scales.ts';
import { legendPlaces } from './series.ts';
import { Sparkline } from './sparkline.ts';
import { StackedBars, stackParts } from './stacked-bars.ts';
import { PRINT_COLORS, printed, widthOf } from './svg.ts';
import { ChartTable } from './table.ts';
import { Timeline, timelineBounds, timelineTable } from './timeline.ts';

const { count, amount, percent } = chartFormats({});
const NONE = '–';

function drawn<Props extends object>(component: ComponentType<Props>, props: Props): string {
  return renderToStaticMarkup(createElement(component, props));
}
const labelsIn = (svg: string) => [...svg.matchAll(/class="chart-mark"[^>]*><title>([^<]*)</g)].map(([, name]) => name);
/** Numbers of an attribute of every shape. */
const shapes = (svg: string, name: string) =>
  [...svg.matchAll(/<rect class="chart-shape"[^>]*>/g)].map(([tag]) =>
    Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]),
  );

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

  it('ticks of days are years, or quarters of few years', () => {
    expect(dayTicks('2026-02-01', '2026-12-31').map(({ label }) => label)).toEqual(['2026-2', '2026-3', '2026-4']);
    expect(dayTicks('2024-06-01', '2027-03-01').map(({ day }) => day)).toEqual([
      '2025-01-01',
      '2026-01-01',
      '2027-01-01',
    ]);
  });

  it('of days are few and in their order between any two days', () => {
    expect(dayTicks('1986-01-02', '2026-01-01').map(({ label }) => label)).toHaveLength(40);
    expect(dayTicks('1985-01-02', '2026-01-01').map(({ label }) => label)).toEqual([
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
      dayTicks('0001-01-01', '9999-12-31')
        .map(({ day }) => day)
        .slice(0, 2),
    ).toEqual(['0500-01-01', '1000-01-01']);
    const year = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(year, year, (one, other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)].map((of) => String(of).padStart(4, '0'));
        const ticks = dayTicks(`${first}-01-01`, `${last}-12-31`).map(({ day }) => day);
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

describe('bars', () => {
  const bars = [
    { key: 'a', label: 'Саобраћај', value: 3 },
    { key: 'b', label: 'Енергетика', value: 0, href: '/b' },
    { key: 'c', label: 'Воде', value: null },
    { key: 'd', label: 'Отпад', value: 1 },
  ];

  it('are as long as their values, and each says its own', () => {
    const svg = drawn(BarChart, { title: 'По сектору', width: 320, bars, format: count, none: NONE });
    expect(labelsIn(svg)).toEqual(['Саобраћај: 3', 'Енергетика: 0', 'Воде: –', 'Отпад: 1']);
    const [three = 0, one = 0, ...more] = shapes(svg, 'width');
    expect(three / one).toBeCloseTo(3, 1);
    expect(more).toEqual([]);
    expect(svg).toContain('href="/b"');
    expect(svg).toContain('aria-label="По сектору"');
  });

  it('of values below zero lie on the other side of it', () => {
    const signed = [
      { key: 'a', label: 'Више', value: 2 },
      { key: 'b', label: 'Мање', value: -1 },
    ];
    const across = drawn(BarChart, { title: 'Одступање', width: 320, bars: signed, format: count, none: NONE });
    expect(labelsIn(across)).toEqual(['Више: 2', 'Мање: -1']);
    const [[x1 = 0, x2 = 0], [w1 = 0, w2 = 0]] = [shapes(across, 'x'), shapes(across, 'width')];
    expect(x2 + w2).toBeCloseTo(x1, 0);
    expect(w1 / w2).toBeCloseTo(2, 1);
    const upwards = drawn(ColumnChart, { title: 'Одступање', width: 320, bars: signed, format: count, none: NONE });
    const [[y1 = 0, y2 = 0], [h1 = 0, h2 = 0]] = [shapes(upwards, 'y'), shapes(upwards, 'height')];
    expect(y1 + h1).toBeCloseTo(y2, 0);
    expect(h1 / h2).toBeCloseTo(2, 1);
  });

  it('upwards stand in the order of time', () => {
    const svg = drawn(ColumnChart, { title: 'По години', width: 320, bars, format: count, none: NONE });
    const places = shapes(svg, 'x');
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('have their table', () => {
    expect(barTable({ bars, format: count, none: NONE }, ['Сектор', 'Пројеката']).rows).toEqual([
      ['Саобраћај', '3'],
      ['Енергетика', '0'],
      ['Воде', '–'],
      ['Отпад', '1'],
    ]);
  });

  it('of stacks add up, without gaps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 4, maxLength: 4 }), {
          minLength: 1,
          maxLength: 6,
        }),
        (rows) => {
          const parts = stackParts(
            rows.map((values, index) => ({ name: String(index), values })),
            4,
          );
          for (const [at, stacked] of parts.entries()) {
            expect(stacked.at(-1)?.[1]).toBe(rows.reduce((sum, values) => sum + (values[at] ?? 0), 0));
            for (const [index, [from, to]] of stacked.entries()) {
              expect(from).toBe(index === 0 ? 0 : stacked[index - 1]?.[1]);
              expect(to - from).toBe(rows[index]?.[at]);
            }
          }
        },
      ),
    );
    const svg = drawn(StackedBars, {
      title: 'Извори',
      width: 400,
      labels: ['2026', '2027'],
      series: [
        { name: 'Буџет', values: [1, 2] },
        { name: 'Зајам', values: [0, 3] },
      ],
      format: count,
      bounds: { name: 'Горња граница', values: [2, null] },
    });
    expect(labelsIn(svg)).toEqual(['2026, Буџет: 1', '2027, Буџет: 2', '2027, Зајам: 3']);
  });
});

it('a bound far above every stack does not press them flat', () => {
  const stacks = (limit: number) =>
    drawn(StackedBars, {
      title: 'Извори',
      width: 400,
      labels: ['2026', '2027'],
      series: [{ name: 'Буџет', values: [10, 8] }],
      format: count,
      bounds: { name: 'Граница', values: [limit, null] },
    });
  const highest = (svg: string) => Math.max(...shapes(svg, 'height'));
  expect(highest(stacks(1e15))).toBe(highest(stacks(10)));
  expect(stacks(1e15).match(/stroke-dasharray="5 3"/g)).toHaveLength(1);
  expect(stacks(20).match(/stroke-dasharray="5 3"/g)).toHaveLength(2);
});

describe('lines', () => {
  const labels = ['2026-1', '2026-2', '2026-3'];

  it('break where a value is not known, and mark the others', () => {
    const series = [{ name: 'Стварно', values: [1, null, 4] }];
    const svg = drawn(LineChart, {
      title: 'т',
      width: 400,
      labels,
      series,
      format: count,
      limit: { name: 'граница', value: 5 },
    });
    expect(labelsIn(svg)).toEqual(['Стварно, 2026-1: 1', 'Стварно, 2026-3: 4']);
    expect(svg).toContain('граница: 5');
    expect(seriesTable({ labels, series, format: count }, { corner: 'Квартал', none: NONE }).rows[1]).toEqual([
      '2026-2',
      '–',
    ]);
  });

  it('of an S-curve are sums, up to the last that is known', () => {
    expect(cumulated([1, 2, null, 4])).toEqual([1, 3, null, null]);
    const svg = drawn(SCurve, {
      title: 'т',
      width: 400,
      labels,
      planned: { name: 'План', values: [1, 2, 3] },
      actual: { name: 'Утрошено', values: [1, 1, null] },
      format: count,
    });
    expect(labelsIn(svg)).toEqual(expect.arrayContaining(['План, 2026-3: 6', 'Утрошено, 2026-2: 2']) as string[]);
    expect(labelsIn(svg)).toHaveLength(5);
  });

  it('without values are drawn nonetheless', () => {
    for (const values of [[], [null], [0]]) {
      const svg = drawn(LineChart, {
        title: 'т',
        width: 300,
        labels: labels.slice(0, values.length),
        series: [{ name: 'a', values }],
        format: count,
      });
      expect(svg).not.toMatch(/NaN|Infinity/);
    }
    expect(drawn(Sparkline, { title: 'т', width: 80, series: [[], [null]] })).not.toMatch(/NaN|Infinity/);
    expect(drawn(BarChart, { title: 'т', width: 80, bars: [], format: count, none: NONE })).not.toMatch(/NaN|Infinity/);
    expect(drawn(Funnel, { title: 'т', width: 80, stages: [], format: count })).not.toMatch(/NaN|Infinity/);
  });
});

describe('a timeline', () => {
  const names = { planned: 'план', actual: 'стварно', former: 'ранији план', today: 'данас', event: 'одлука' };
  const rows = [
    {
      key: 'a',
      label: 'Радови',
      planned: { start: '2026-01-01', end: '2026-06-30' },
      actual: { start: '2026-02-01', end: null },
      former: [{ start: '2025-12-01', end: '2026-05-31' }],
    },
    { key: 'b', label: 'План', event: '2025-11-15' },
  ];

  it('reaches over all of its days and says them', () => {
    expect(timelineBounds(rows, '2026-08-01')).toEqual({ start: '2025-11-15', end: '2026-08-01' });
    const svg = drawn(Timeline, { title: 'т', width: 500, rows, today: '2026-08-01', names, day: (day) => day });
    expect(labelsIn(svg)).toEqual([
      'Радови: план 2026-01-01 – 2026-06-30; ранији план 2025-12-01 – 2026-05-31; стварно 2026-02-01 –',
      'План: 2025-11-15',
    ]);
    for (const x of shapes(svg, 'x')) expect(x).toBeGreaterThanOrEqual(0);
    expect(timelineTable({ rows, day: (day) => day }, ['a', 'b', 'c'], NONE).rows[1]).toEqual([
      'План',
      '–',
      '2025-11-15',
    ]);
  });

  it('has its note behind everything that is drawn', () => {
    const planned = { start: '2026-01-01', end: '2026-03-31' };
    const noteAt = (more: object) => {
      const of = [{ key: 'a', label: 'Радови', planned, note: '75 %', ...more }];
      const bounds = { start: '2026-01-01', end: '2026-12-31' };
      const day = (written: string) => written;
      const svg = drawn(Timeline, { title: 'т', width: 1000, rows: of, today: '2026-11-01', names, day, bounds });
      return Number(/<text x="([\d.]+)"[^>]*>75 %</.exec(svg)?.[1]);
    };
    const part = { name: 'стварно', course: 'during', start: '2026-02-01' };
    const plain = noteAt({});
    expect(noteAt({ parts: [{ ...part, end: '2026-03-01' }] })).toBe(plain);
    const reported = noteAt({ parts: [{ ...part, end: '2026-06-30' }] });
    const former = noteAt({ former: [{ start: '2026-01-01', end: '2026-06-30' }] });
    const lasting = noteAt({ parts: [{ ...part, end: null }] });
    expect([reported > plain, former === reported, lasting > reported]).toEqual([true, true, true]);
    expect(noteAt({ isLate: true })).toBe(lasting);
  });

  it('cuts an indented name where its room ends', () => {
    const long = 'Реконструкција магистралног цевовода, деоница од извора до резервоара';
    const nameAt = (indent: number) => {
      const of = [{ key: 'a', label: long, indent }];
      const svg = drawn(Timeline, { title: 'т', width: 300, rows: of, today: '2026-01-01', names, day: (day) => day });
      const [, x = '', name = ''] = /<text x="([\d.]+)"[^>]*>(Рекон[^<]*)</.exec(svg) ?? [];
      return { x: Number(x), end: Number(x) + widthOf(name) };
    };
    expect([nameAt(0).x, nameAt(40).x]).toEqual([0, 40]);
    for (const indent of [0, 24, 40]) expect(nameAt(indent).end).toBeLessThanOrEqual(300);
  });

  it('of a single day or of nothing is drawn', () => {
    for (const one of [[], [{ key: 'b', label: 'План', event: '2026-01-01' }]]) {
      expect(
        drawn(Timeline, { title: 'т', width: 300, rows: one, today: '2026-01-01', names, day: (day) => day }),
      ).not.toMatch(/NaN|Infinity/);
    }
  });
});

describe('the map', () => {
  it('has each of the 30 districts once, inside its drawing', () => {
    const drawing = drawnDistricts(300);
    expect(new Set(drawing.map(({ code }) => code)).size).toBe(30);
    for (const { path, middle } of drawing) {
      const numbers = [...path.matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text));
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers)).toBeLessThanOrEqual(300 * 1.36);
      expect(middle[0]).toBeGreaterThan(0);
    }
    // Belgrade lies north of Niš and west of Bor.
    const place = (code: string) => drawing.find((one) => one.code === code)?.middle ?? [0, 0];
    expect(place('00')[1]).toBeLessThan(place('20')[1]);
    expect(place('00')[0]).toBeLessThan(place('14')[0]);
  });

  it('shades by equal parts, and hatches what has no value', () => {
    expect(shadeBounds([])).toEqual([]);
    expect(shadeBounds([5, 5, 5])).toEqual([]);
    expect(shadeBounds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual([3, 5, 7, 9]);
    const districts = [
      { code: '00', name: 'Град Београд', value: 10, href: '/public/regions/00' },
      { code: '01', name: 'Севернобачки', value: null },
    ];
    const svg = drawn(DistrictMap, { title: 'Карта', width: 300, districts, format: count, none: 'нема пројеката' });
    expect(labelsIn(svg)).toContain('Севернобачки: нема пројеката');
    expect(svg).toContain('href="/public/regions/00"');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});

it('papers have colours as values, those of the light theme', async () => {
  const { readFileSync } = await import('node:fs');
  const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
  for (const [token, color] of Object.entries(PRINT_COLORS)) expect(sheet).toContain(`--p-${token}: ${color};`);
  const svg = drawn(LineChart, {
    title: 'т',
    width: 300,
    labels: ['1'],
    series: [{ name: 'a', values: [1] }],
    format: count,
    paint: printed,
  });
  expect(svg).not.toContain('var(');
});

it('texts of charts are text', () => {
  const hostile = '"><script>alert(1)</script>';
  const svg = drawn(BarChart, {
    title: hostile,
    width: 300,
    bars: [{ key: 'a', label: hostile, value: 1 }],
    format: count,
    none: NONE,
  });
  expect(svg).not.toContain('<script>');
});

describe('what leads on', () => {
  it('is the same in a chart and in its table', () => {
    const stages = [
      { key: 'idea', label: 'Идеја', value: 8, note: 'медијана 12 дана', href: '/projects?f.reachedPhase=0' },
      { key: 'plan', label: 'План', value: 3 },
    ];
    const svg = drawn(Funnel, { title: 'Пут', width: 400, stages, format: count });
    const table = drawn(ChartTable, {
      caption: 'Пут',
      data: funnelTable({ stages, format: count }, { corner: 'Фаза', value: 'Стигло', note: 'Трајање' }),
    });
    for (const text of [svg, table]) {
      expect([...text.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/projects?f.reachedPhase=0']);
    }
    expect(table).toContain('<td class="amount">8</td><td class="amount">медијана 12 дана</td>');
  });

  it('is each part of a stack that has an address', () => {
    const svg = drawn(StackedBars, {
      title: 'Одлуке',
      width: 400,
      labels: ['1', '2'],
      series: [{ name: 'Усвојено', values: [1, 2], hrefs: ['/a', undefined] }],
      format: count,
    });
    expect(labelsIn(svg.replaceAll('href="/a" ', ''))).toEqual(['1, Усвојено: 1', '2, Усвојено: 2']);
    expect(svg.match(/<a href="\/a"/g)).toHaveLength(1);
  });
});

describe('the map drawn larger', () => {
  const map = (scale: number, code = '20') =>
    drawn(DistrictMap, { title: 'Мапа', width: 400, districts: [], format: count, none: NONE, zoom: { code, scale } });
  const place = (svg: string) =>
    (/<g transform="translate\(([-\d.]+) ([-\d.]+)\) scale\(2\)"/.exec(svg) ?? []).slice(1).map(Number);

  it('has a district in its middle, and never leaves its frame', () => {
    expect(map(1)).not.toContain('scale(2)');
    for (const { code } of drawnDistricts(400)) {
      const [left = 1, top = 1] = place(map(2, code));
      expect(left, code).toBeGreaterThanOrEqual(-400);
      expect(left, code).toBeLessThanOrEqual(0);
      expect(top, code).toBeLessThanOrEqual(0);
    }
  });
});

it('a drawing for paper has no tips, which nobody could point at', () => {
  const bars = { title: 'Стубови', width: 400, bars: [{ key: '1', label: '1', value: 1 }], format: count, none: NONE };
  expect(drawn(ColumnChart, bars)).toContain('chart-tip');
  expect(drawn(ColumnChart, { ...bars, paint: printed })).not.toContain('chart-tip');
});
