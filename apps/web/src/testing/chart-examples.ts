import { BarChart, ColumnChart } from '@pimis/charts/bars';
import { chartFormats } from '@pimis/charts/format';
import { StageBars } from '@pimis/charts/stage-bars';
import { LineChart } from '@pimis/charts/lines';
import { DISTRICT_BORDERS } from '@pimis/charts/map/district-borders';
import { DistrictMap } from '@pimis/charts/map/district-map';
import { SCurve } from '@pimis/charts/s-curve';
import { Sparkline } from '@pimis/charts/sparkline';
import { StackedBars } from '@pimis/charts/stacked-bars';
import { StackedRows } from '@pimis/charts/stacked-rows';
import type { Paint } from '@pimis/charts/svg';
import { Timeline } from '@pimis/charts/timeline';
import { YearBars } from '@pimis/charts/year-bars';
import { createElement as h } from 'react';
import { EDGE_EXAMPLES } from './chart-edges.ts';
import type { ChartExample } from './chart-example.ts';

/** Each chart in its usual states; chart-edges.ts has the others. Names and figures are made up. */

const { count, amount, percent } = chartFormats({});
const NONE = 'нема података';
const QUARTERS = ['2025-3', '2025-4', '2026-1', '2026-2', '2026-3', '2026-4', '2027-1', '2027-2'];
const SECTORS = [
  'Саобраћај',
  'Енергетика',
  'Снабдевање водом и одбрана од поплава',
  'Животна средина',
  'Привреда',
  'Управа',
];
const bars = (values: readonly (number | null)[], href?: string) =>
  SECTORS.map((label, index) => ({ key: label, label, value: values[index] ?? null, href }));
const series = (names: readonly string[], area = false) =>
  names.map((name, index) => ({
    name,
    area: area && index === 0,
    values: QUARTERS.map((_, place) => (place + 1) * (index + 2) * (place % 3 === 0 ? 1.2 : 0.9)),
  }));
const districts = (value: (index: number) => number | null) =>
  DISTRICT_BORDERS.map(({ code }, index) => ({ code, name: `Округ ${code}`, value: value(index), href: `#${code}` }));
const names = { planned: 'по плану', actual: 'стварно', former: 'ранији план', today: 'данас', event: 'одлука' };
const day = (text: string) => `${Number(text.slice(8))}.${Number(text.slice(5, 7))}.${text.slice(0, 4)}.`;
const rows = ['Пројектовање', 'Радови на постројењу за пречишћавање отпадних вода', 'Стручни надзор'].map(
  (label, index) => ({
    key: label,
    label,
    planned: { start: `2025-0${index + 2}-01`, end: `2026-0${index + 4}-30` },
    actual: { start: `2025-0${index + 3}-15`, end: index === 0 ? '2026-02-20' : null },
    former: index === 1 ? [{ start: '2024-12-01', end: '2026-01-31' }] : [],
  }),
);
const size = (width: number, paint?: Paint) => ({ width, ...(paint ? { paint } : {}) });

export const CHART_EXAMPLES: readonly ChartExample[] = [
  {
    name: 'Bars',
    draw: (width, paint) =>
      h(BarChart, {
        ...size(width, paint),
        title: 'Вредност по сектору',
        bars: bars([8.4e9, 3.1e9, 1.9e9, 9e8, 2e7, 0]),
        format: amount,
        none: NONE,
      }),
  },
  {
    name: 'Bars with links, one value unknown',
    draw: (width, paint) =>
      h(BarChart, {
        ...size(width, paint),
        title: 'Број по сектору',
        bars: bars([8, 3, null, 1, 2, 0], '#here'),
        format: count,
        none: NONE,
      }),
  },
  {
    name: 'Bars without values',
    draw: (width, paint) =>
      h(BarChart, { ...size(width, paint), title: 'Без вредности', bars: bars([]), format: count, none: NONE }),
  },
  {
    name: 'Columns',
    draw: (width, paint) =>
      h(ColumnChart, {
        ...size(width, paint),
        title: 'По години',
        bars: QUARTERS.map((label, index) => ({ key: label, label, value: index * 1.3e9 })),
        format: amount,
        none: NONE,
      }),
  },
  {
    name: 'Stacked bars with a bound',
    draw: (width, paint) =>
      h(StackedBars, {
        ...size(width, paint),
        title: 'По извору',
        labels: QUARTERS,
        series: series(['Буџет', 'Зајам', 'Донација', 'Сопствена средства', 'Јавно-приватно партнерство', 'Остало']),
        format: count,
        bounds: { name: 'Горња граница', values: QUARTERS.map((_, index) => (index > 5 ? null : 110)) },
      }),
  },
  {
    name: 'Stacks across',
    draw: (width, paint) =>
      h(StackedRows, {
        ...size(width, paint),
        title: 'По листи',
        labels: QUARTERS,
        series: series(['Усвојено', 'Одбијено', 'Одложено', 'Чека одлуку']),
        format: count,
      }),
  },
  {
    name: 'Lines with a limit',
    draw: (width, paint) =>
      h(LineChart, {
        ...size(width, paint),
        title: 'Показатељ',
        labels: QUARTERS,
        series: series(['25 %', '50 %', '75 %', '90 %', '95 %', '99 %']),
        format: count,
        limit: { name: 'граница', value: 30 },
      }),
  },
  {
    name: 'Line with a gap',
    draw: (width, paint) =>
      h(LineChart, {
        ...size(width, paint),
        title: 'Прекид',
        labels: QUARTERS,
        series: [{ name: 'Стварно', values: [10, 30, null, 60, 80, 91.5, null, null] }],
        format: percent,
      }),
  },
  {
    name: 'One value',
    draw: (width, paint) =>
      h(LineChart, {
        ...size(width, paint),
        title: 'Једна вредност',
        labels: ['2026-1'],
        series: [{ name: 'Стварно', values: [12] }],
        format: count,
      }),
  },
  {
    name: 'Steps',
    draw: (width, paint) =>
      h(LineChart, {
        ...size(width, paint),
        title: 'Процена',
        labels: ['Идеја', 'Спремност', 'План', 'Корекција'],
        series: [{ name: 'Процењена вредност', values: [9e8, 1.1e9, 1.2e9, 1.5e9], step: true, area: true }],
        format: amount,
      }),
  },
  {
    name: 'S-curve',
    draw: (width, paint) =>
      h(SCurve, {
        ...size(width, paint),
        title: 'Планирано и утрошено',
        labels: QUARTERS,
        planned: { name: 'Планирано', values: [1e8, 2e8, 4e8, 5e8, 4e8, 2e8, 1e8, 5e7] },
        actual: { name: 'Утрошено', values: [8e7, 1e8, 3e8, 4e8, null, null, null, null] },
        format: amount,
      }),
  },
  {
    name: 'Stages',
    draw: (width, paint) =>
      h(StageBars, {
        ...size(width, paint),
        title: 'Од идеје до ефеката',
        stages: [
          ['Идеја', 420],
          ['Идентификација', 260],
          ['Спремност', 130],
          ['Реализација', 90],
          ['Ефекти', 0],
        ].map(([label, value]) => ({
          key: String(label),
          label: String(label),
          value: Number(value),
          note: 'обично 120 дана',
        })),
        format: count,
      }),
  },
  {
    name: 'Timeline',
    draw: (width, paint) =>
      h(Timeline, {
        ...size(width, paint),
        title: 'Временска оса',
        rows: [...rows, { key: 'd', label: 'Одлука комисије', event: '2025-02-20' }],
        today: '2026-03-10',
        names,
        day,
      }),
  },
  {
    name: 'Timeline without rows',
    draw: (width, paint) =>
      h(Timeline, { ...size(width, paint), title: 'Празна оса', rows: [], today: '2026-03-10', names, day }),
  },
  {
    name: 'Map',
    draw: (width, paint) =>
      h(DistrictMap, {
        ...size(Math.min(width, 420), paint),
        title: 'Вредност по округу',
        districts: districts((index) => (index % 7 === 0 ? null : (index + 1) ** 2 * 1e7)),
        format: amount,
        none: 'нема пројеката',
      }),
  },
  {
    name: 'Map drawn larger',
    draw: (width, paint) =>
      h(DistrictMap, {
        ...size(Math.min(width, 420), paint),
        title: 'Вредност по округу',
        districts: districts((index) => (index + 1) * 1e8),
        format: amount,
        none: 'нема пројеката',
        zoom: { code: '20', scale: 2.5 },
      }),
  },
  {
    name: 'Map without values',
    draw: (width, paint) =>
      h(DistrictMap, {
        ...size(Math.min(width, 420), paint),
        title: 'Празна карта',
        districts: [],
        format: amount,
        none: 'нема пројеката',
      }),
  },
  {
    name: 'Sparkline',
    draw: (_, paint) =>
      h(Sparkline, {
        ...size(120, paint),
        title: 'Утрошено 340 од 600 мил.',
        series: [
          [1, 3, 4, 8, null, null],
          [2, 4, 6, 8, 9, 10],
        ],
      }),
  },
  {
    name: 'YearBars',
    draw: (_, paint) => h(YearBars, { ...size(96, paint), title: '2027: 12,00; 2029: 4,50', values: [12, 0, 4.5] }),
  },
  ...EDGE_EXAMPLES,
];
