import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn, labelsIn, shapes } from './testing/drawn.ts';
import { BarChart, barTable, ColumnChart } from './bars.ts';
import { chartFormats } from './format.ts';
import { StageBars, stageTable } from './stage-bars.ts';
import { LineChart, seriesTable } from './lines.ts';
import { cumulated, SCurve } from './s-curve.ts';
import { Sparkline } from './sparkline.ts';
import { LOOK_COUNT } from './series.ts';
import { StackedBars } from './stacked-bars.ts';
import { stackParts } from './stacks.ts';
import { StackedRows } from './stacked-rows.ts';
import { PRINT_COLORS, printed } from './svg.ts';
import { ChartTable } from './table.ts';
import { YearBars } from './year-bars.ts';

const { count } = chartFormats({});
const NONE = '–';

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
    expect(labelsIn(across)).toEqual(['Више: 2', 'Мање: −1']);
    const [[x1 = 0, x2 = 0], [w1 = 0, w2 = 0]] = [shapes(across, 'x'), shapes(across, 'width')];
    expect(x2 + w2).toBeCloseTo(x1, 0);
    expect(w1 / w2).toBeCloseTo(2, 1);
    const upwards = drawn(ColumnChart, { title: 'Одступање', width: 320, bars: signed, format: count, none: NONE });
    const [[y1 = 0, y2 = 0], [h1 = 0, h2 = 0]] = [shapes(upwards, 'y'), shapes(upwards, 'height')];
    expect(y1 + h1).toBeCloseTo(y2, 0);
    expect(h1 / h2).toBeCloseTo(2, 1);
  });

  it('upwards are in the order of time', () => {
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

it('a stack keeps its colour and pattern when other series disappear', () => {
  const all = ['Усвојено', 'Одбијено', 'Одложено'].map((name, look) => ({ name, look, values: [1, 2] }));
  const fillsOf = (series: typeof all) =>
    [
      ...drawn(StackedBars, { title: 'т', width: 500, labels: ['а', 'б'], series, format: count }).matchAll(
        // A swatch of the legend lies left of its place.
        /<rect x="\d[^>]* fill="url\(#[^)]*?(\d)\)"/g,
      ),
    ].map(([, look]) => Number(look));
  expect(new Set(fillsOf(all))).toEqual(new Set([0, 1, 2]));
  expect(new Set(fillsOf(all.slice(1)))).toEqual(new Set([1, 2]));
});

it('a stack has patterns only if colours have to be distinguished', () => {
  const seriesOf = (...values: number[]) =>
    values.map((value, look) => ({ name: String(look), look, values: [value] }));
  for (const Chart of [StackedBars, StackedRows]) {
    const filled = (...values: number[]) =>
      [
        ...drawn(Chart, { title: 'т', width: 500, labels: ['а'], series: seriesOf(...values), format: count }).matchAll(
          /fill="url/g,
        ),
      ].length;
    // Each part, and each swatch of the legend.
    expect(filled(1, 2)).toBe(4);
    expect(filled(0, 2)).toBe(0);
    expect(filled(2)).toBe(0);
  }
});

describe('stacks across', () => {
  const labels = Array.from({ length: 7 }, (_, index) => `Идентификација 2026-${index + 1}`);
  const series = [
    { name: 'Усвојено', values: labels.map((_, index) => index), hrefs: labels.map((_, index) => `/${index}`) },
    { name: 'Одбијено', values: labels.map(() => 2) },
  ];
  const svg = drawn(StackedRows, { title: 'Листе', width: 300, labels, series, format: count });

  it('name every stack, with its sum, on the narrowest screen', () => {
    const texts = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
    for (const [index, label] of labels.entries()) {
      expect(texts).toContain(label);
      expect(texts).toContain(String(index + 2));
    }
  });

  it('have a mark with a value for each part that is not zero, side by side', () => {
    expect(labelsIn(svg)).toHaveLength(13);
    expect(labelsIn(svg)).toContain('Идентификација 2026-2, Усвојено: 1');
    expect(svg).toContain('href="/1"');
    const parts = [...svg.matchAll(/<rect x="([\d.]+)" y="60" width="([\d.]+)" height="14" fill="url/g)];
    const [[, accepted, width] = [], [, rejected] = []] = parts;
    expect(Number(accepted) + Number(width)).toBeCloseTo(Number(rejected), 0);
  });
});

it('a stack has each colour with each pattern before a look comes again', () => {
  const series = Array.from({ length: LOOK_COUNT + 1 }, (_, look) => ({ name: String(look), look, values: [1] }));
  const svg = drawn(StackedBars, { title: 'т', width: 500, labels: ['а'], series, format: count });
  const patterns = [...svg.matchAll(/<pattern [^>]*>(.*?)<\/pattern>/g)].map(([, inner]) => inner);
  expect(patterns).toHaveLength(36);
  expect(new Set(patterns).size).toBe(36);
});

it('has the tip and the outline of a part above all parts of all stacks', () => {
  const series = ['Буџет', 'Зајам'].map((name) => ({ name, values: [10, 8] }));
  const svg = drawn(StackedBars, { title: 'Извори', width: 400, labels: ['2026', '2027'], series, format: count });
  const lastPart = [...svg.matchAll(/<rect x="\d[^>]* fill="url/g)].at(-1)?.index ?? Number.POSITIVE_INFINITY;
  expect(svg.indexOf('class="chart-mark"')).toBeGreaterThan(lastPart);
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
    expect(drawn(StageBars, { title: 'т', width: 80, stages: [], format: count })).not.toMatch(/NaN|Infinity/);
  });
});

describe('names that do not fit below', () => {
  const texts = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
  const years = Array.from({ length: 12 }, (_, index) => String(2026 + index));

  it('are not dropped: columns are drawn across, and stay columns where every name fits', () => {
    const bars = years.map((year) => ({ key: year, label: year, value: 2 }));
    const of = (width: number) => drawn(ColumnChart, { title: 'т', width, bars, format: count, none: NONE });
    expect(texts(of(320))).toEqual(expect.arrayContaining(years));
    expect(new Set(shapes(of(320), 'height'))).toEqual(new Set([12]));
    expect(texts(of(600))).toEqual(expect.arrayContaining(years));
    expect(new Set(shapes(of(600), 'height'))).not.toEqual(new Set([12]));
  });

  it('of stacks are not dropped either, and their bounds stay', () => {
    const of = (width: number) =>
      drawn(StackedBars, {
        title: 'т',
        width,
        labels: years,
        series: [{ name: 'Буџет', values: years.map(() => 2) }],
        format: count,
        bounds: { name: 'Граница', values: years.map((_, index) => (index === 0 ? 1 : null)) },
      });
    const bounds = (svg: string) =>
      [...svg.matchAll(/<line x1="([\d.-]+)" y1="([\d.-]+)" x2="([\d.-]+)" y2="([\d.-]+)"[^>]*dasharray/g)].map(
        (found) => found.slice(1).map(Number),
      );
    expect(texts(of(320))).toEqual(expect.arrayContaining([...years, 'Граница']));
    // Half of the width, vertical through its row; the second line is the sign in the legend.
    expect(bounds(of(320))[0]).toEqual([160, 17, 160, 37]);
    expect(bounds(of(320))).toHaveLength(2);
    expect(texts(of(600))).toEqual(expect.arrayContaining([...years, 'Граница']));
    const [[x1 = 0, y1, x2 = 0, y2] = []] = bounds(of(600));
    expect([y1 === y2, x2 > x1]).toEqual([true, true]);
  });
});

describe('small bars of years', () => {
  const attributes = (svg: string, name: string) =>
    [...svg.matchAll(/<rect [^>]*>/g)].map(([tag]) => Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]));
  const bars = (values: number[]) => drawn(YearBars, { title: 'т', width: 40, height: 20, values });

  it('are at the place of their year, as tall as their values, and a small one is still seen', () => {
    const svg = bars([0, 100, 50, 1]);
    expect(attributes(svg, 'x')).toEqual([10, 20, 30]);
    expect(attributes(svg, 'height')).toEqual([20, 10, 2]);
    expect(attributes(svg, 'y')).toEqual([0, 10, 18]);
  });

  it('that do not count have another colour', () => {
    const svg = drawn(YearBars, { title: 'т', width: 40, values: [1], isMuted: true });
    expect([bars([1]), svg].map((text) => /fill="([^"]*)"/.exec(text)?.[1])).toEqual([
      'var(--p-accent)',
      'var(--p-field)',
    ]);
  });

  it('without values are drawn nonetheless', () => {
    for (const values of [[], [0]]) expect(bars(values)).not.toMatch(/NaN|Infinity/);
  });
});

it('amounts on a screen that says its unit once have none at the axis, and are whole when pointed at', () => {
  const { millions } = chartFormats({});
  expect([0, 500_000, 12_345_000_000].map(millions.short)).toEqual(['0', '0,5', '12.345']);
  expect(millions.full(12_345_678.9)).toBe('12.345.678,90 РСД');
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

describe('a link', () => {
  it('is the same in a chart and in its table', () => {
    const stages = [
      { key: 'idea', label: 'Идеја', value: 8, note: 'медијана 12 дана', href: '/projects?f.reachedPhase=0' },
      { key: 'plan', label: 'План', value: 3 },
    ];
    const svg = drawn(StageBars, { title: 'Пут', width: 400, stages, format: count });
    const table = drawn(ChartTable, {
      caption: 'Пут',
      data: stageTable({ stages, format: count }, { corner: 'Фаза', value: 'Стигло', note: 'Трајање' }),
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

it('writes a tip that is wider than its chart in two lines, the value in the second', () => {
  const series = [{ name: 'Буџет јединице локалне самоуправе', values: [305_600_000, 1] }];
  const tips = (width: number) =>
    [
      ...drawn(StackedBars, { title: 'Извори', width, labels: ['2027', '2028'], series, format: count }).matchAll(
        /class="chart-tip".*?<text[^>]*>(.*?)<\/text>/g,
      ),
    ].map(([, text]) =>
      text
        ?.replaceAll(/<tspan[^>]*>/g, '')
        .split('</tspan>')
        .slice(0, -1),
    );
  expect(tips(302)[0]).toEqual(['2027, Буџет јединице локалне самоуправе:', count.full(305_600_000)]);
  expect(tips(600)[0]).toEqual([`2027, Буџет јединице локалне самоуправе: ${count.full(305_600_000)}`]);
});

it('a drawing for paper has no tips, which nobody could point at', () => {
  const bars = { title: 'Стубови', width: 400, bars: [{ key: '1', label: '1', value: 1 }], format: count, none: NONE };
  expect(drawn(ColumnChart, bars)).toContain('chart-tip');
  expect(drawn(ColumnChart, { ...bars, paint: printed })).not.toContain('chart-tip');
});
