import { BarChart, ColumnChart } from '@pimis/charts/bars';
import { chartFormats } from '@pimis/charts/format';
import { StageBars } from '@pimis/charts/stage-bars';
import { type LineSeries, LineChart } from '@pimis/charts/lines';
import { DistrictMap } from '@pimis/charts/map/district-map';
import { SCurve } from '@pimis/charts/s-curve';
import { Sparkline } from '@pimis/charts/sparkline';
import { StackedBars } from '@pimis/charts/stacked-bars';
import { Timeline } from '@pimis/charts/timeline';
import type { TimelineRow } from '@pimis/charts/timeline-layout';
import { createElement as h } from 'react';
import type { ChartExample } from './chart-example.ts';

/** Charts without values, with one, with many, with long names, with huge values, and with values below zero. */

const { count, amount } = chartFormats({});
const NONE = 'нема података';
const LONG = 'Изградња постројења за пречишћавање отпадних вода са пратећом мрежом фекалне канализације';
/** The greatest amount of a project, and of a sum of many. */
const HUGE = 999_999_999_999_999;
const MANY = Array.from({ length: 60 }, (_, index) => `${2015 + Math.floor(index / 4)}-${1 + (index % 4)}`);

const bars = (labels: readonly string[], value: (index: number) => number | null) =>
  labels.map((label, index) => ({ key: `${label} ${String(index)}`, label, value: value(index) }));

function columns(name: string, labels: readonly string[], value: (index: number) => number | null): ChartExample {
  return {
    name: `Columns: ${name}`,
    draw: (width, paint) =>
      h(ColumnChart, {
        width,
        ...(paint && { paint }),
        title: `Ступци: ${name}`,
        bars: bars(labels, value),
        format: amount,
        none: NONE,
      }),
  };
}

function across(name: string, labels: readonly string[], value: (index: number) => number | null): ChartExample {
  return {
    name: `Bars: ${name}`,
    draw: (width, paint) =>
      h(BarChart, {
        width,
        ...(paint && { paint }),
        title: `Траке: ${name}`,
        bars: bars(labels, value),
        format: amount,
        none: NONE,
      }),
  };
}

function stacks(
  name: string,
  labels: readonly string[],
  names: readonly string[],
  value = (index: number, place: number) => (1 + (index % 5)) * 1e8 + place,
): ChartExample {
  const series = names.map((of, place) => ({ name: of, values: labels.map((_, index) => value(index, place)) }));
  return {
    name: `Stacked bars: ${name}`,
    draw: (width, paint) =>
      h(StackedBars, { width, ...(paint && { paint }), title: `Слојеви: ${name}`, labels, series, format: amount }),
  };
}

function lines(name: string, labels: readonly string[], series: readonly LineSeries[]): ChartExample {
  return {
    name: `Lines: ${name}`,
    draw: (width, paint) =>
      h(LineChart, { width, ...(paint && { paint }), title: `Линије: ${name}`, labels, series, format: amount }),
  };
}

function curve(
  name: string,
  labels: readonly string[],
  spent: readonly (number | null)[],
  planned = (index: number) => (index + 1) * 1e7,
): ChartExample {
  return {
    name: `S-curve: ${name}`,
    draw: (width, paint) =>
      h(SCurve, {
        width,
        ...(paint && { paint }),
        title: `С-крива: ${name}`,
        labels,
        planned: { name: 'Планирано', values: labels.map((_, index) => planned(index)) },
        actual: { name: 'Утрошено', values: spent },
        format: amount,
      }),
  };
}

function stages(name: string, stages: readonly (readonly [label: string, value: number])[]): ChartExample {
  return {
    name: `Stages: ${name}`,
    draw: (width, paint) =>
      h(StageBars, {
        width,
        ...(paint && { paint }),
        title: `Фазе: ${name}`,
        stages: stages.map(([label, value]) => ({ key: label, label, value })),
        format: count,
      }),
  };
}

function map(name: string, districts: readonly (readonly [code: string, value: number | null])[]): ChartExample {
  return {
    name: `Map: ${name}`,
    draw: (width, paint) =>
      h(DistrictMap, {
        width: Math.min(width, 420),
        ...(paint && { paint }),
        title: `Карта: ${name}`,
        districts: districts.map(([code, value]) => ({ code, name: `Округ ${code}`, value })),
        format: amount,
        none: 'нема пројеката',
      }),
  };
}

const WORDS = {
  names: {
    planned: 'по плану',
    actual: 'стварно',
    former: 'ранији план',
    today: 'данас',
    event: 'одлука',
    courses: { before: 'припрема', during: 'реализација', after: 'завршетак' },
    late: 'прекорачен рок',
  },
  day: (text: string) => `${Number(text.slice(8))}.${Number(text.slice(5, 7))}.${text.slice(0, 4)}.`,
};

function timeline(name: string, rows: readonly TimelineRow[]): ChartExample {
  return {
    name: `Timeline: ${name}`,
    draw: (width, paint) =>
      h(Timeline, { width, ...(paint && { paint }), title: `Оса: ${name}`, rows, today: '2026-03-10', ...WORDS }),
  };
}

const late: TimelineRow = {
  key: 'late',
  label: LONG,
  planned: { start: '2024-06-01', end: '2025-12-31' },
  parts: [
    { name: 'Припрема', start: '2023-02-01', end: '2024-06-01', course: 'before' },
    { name: 'Реализација', start: '2024-06-01', end: null, course: 'during' },
  ],
  former: [
    { start: '2024-03-01', end: '2025-06-30' },
    { start: '2024-06-01', end: '2025-09-30' },
  ],
  note: '45 %',
  isLate: true,
};

export const EDGE_EXAMPLES: readonly ChartExample[] = [
  across('one value', ['Саобраћај'], () => 4.2e9),
  across('long names', [LONG, `${LONG}, друга фаза`], (index) => (index + 1) * 1e9),
  across('below zero', ['Одступање рока', 'Одступање трошка'], (index) => (index === 0 ? -3e8 : 2e8)),
  across('huge', ['Саобраћај', LONG, 'Управа'], (index) => HUGE / 10 ** (index * 6)),
  columns('none', [], () => null),
  columns('one value', ['2026'], () => 1.5e9),
  columns('many, one unknown', MANY, (index) => (index === 7 ? null : (index % 9) * 1e8)),
  columns('long names', [LONG, `${LONG}, друга фаза`, LONG], (index) => (index + 1) * 1e9),
  columns('huge', MANY.slice(0, 6), (index) => HUGE / (index + 1)),
  columns('below zero', MANY.slice(0, 6), (index) => (index - 2) * 1e8),
  stacks('none', [], []),
  stacks('one value', ['2026'], ['Буџет']),
  stacks('many', MANY, ['Буџет', 'Зајам', 'Донација']),
  stacks('long names', ['Предлог рационализације 2026-1', 'Предлог рационализације 2026-2'], [LONG, `${LONG}, друго`]),
  stacks('huge', MANY.slice(0, 6), ['Буџет', 'Зајам'], (index, place) => HUGE / (index + 1 + place)),
  stacks('more than colours', ['2027', '2028'], [...'АБВГДЂЕЖЗИЈК']),
  lines('none', [], []),
  lines('many', MANY, [{ name: 'Стварно', values: MANY.map((_, index) => 1e8 + (index % 7) * 1e7) }]),
  lines('below zero', MANY.slice(0, 6), [{ name: 'Одступање', values: [-2e8, -1e8, 0, 5e7, null, -3e7] }]),
  lines('huge', MANY.slice(0, 6), [{ name: 'Вредност', values: [1, HUGE / 3, null, HUGE, HUGE / 2, 0] }]),
  curve('none', [], []),
  curve('nothing spent yet', MANY.slice(0, 4), [null, null, null, null]),
  curve('one quarter', ['2026-1'], [8e6]),
  curve('huge', MANY.slice(0, 6), [HUGE / 9, HUGE / 8, HUGE / 7, null, null, null], (index) => HUGE / (6 - index)),
  curve('below zero', MANY.slice(0, 6), [1e7, -3e7, 1e7, null, null, null], (index) => (index % 2 === 0 ? 2e7 : -1e7)),
  stages('none', []),
  stages('one stage', [['Идеја', 12]]),
  stages('huge', [
    ['Идеја', 1_000_000],
    ['Идентификација', 999_999],
    ['Ефекти', 1],
  ]),
  stages('long names, nothing reached', [
    [LONG, 0],
    [`${LONG}, друга фаза`, 0],
  ]),
  timeline('one row, late, with a long name', [late]),
  timeline(
    'many rows',
    MANY.slice(0, 30).map((label, index) => ({
      ...late,
      key: label,
      label,
      isLate: index % 3 === 0,
      former: index % 2 === 0 ? (late.former ?? []) : [],
    })),
  ),
  map('one value', [['21', 2e9]]),
  map('huge', [
    ['21', HUGE],
    ['20', HUGE / 7],
    ['01', 1],
  ]),
  ...[[], [[5]], [[-1, 2, -3, null]], [[1, HUGE, 0, HUGE, 5]]].map((series) => ({
    name: `Sparkline: ${String(series[0]?.length ?? 0)} values`,
    draw: (_: number, paint?: Parameters<ChartExample['draw']>[1]) =>
      h(Sparkline, {
        width: 120,
        ...(paint && { paint }),
        title: `Кривуља од ${String(series[0]?.length ?? 0)}`,
        series,
      }),
  })),
];
