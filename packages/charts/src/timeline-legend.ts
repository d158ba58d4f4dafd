import type { ReactElement } from 'react';
import { Legend, legendPlaces } from './series.ts';
import { h, type Paint } from './svg.ts';
import { isTodaySeen, type TimelineLayout, type TimelineNames, type TimelineRow } from './timeline-layout.ts';
import { COURSES, courseParts } from './timeline-rows.ts';

/** The kinds of marks that rows have, with their signs. */
function kindsOf(rows: readonly TimelineRow[], names: TimelineNames, seen: boolean, paint: Paint) {
  const has = (test: (row: TimelineRow) => boolean) => rows.some(test);
  const line = (more: object) => h('line', { x1: -8, x2: 8, y1: 0, y2: 0, ...more });
  const courses = COURSES.map((course) => ({
    name: names.courses?.[course] ?? names.actual,
    sign: courseParts(course, [{ x: -8, width: 16 }], 0, paint),
    shown: has(({ parts = [] }) => parts.some((part) => part.course === course)),
  }));
  const box = { x: -8, width: 16 };
  return [
    {
      name: names.planned,
      sign: h('rect', { ...box, y: -5, height: 10, fill: paint('accent-soft'), stroke: paint('accent') }),
      shown: true,
    },
    {
      name: names.actual,
      sign: h('rect', { ...box, y: -3, height: 6, fill: paint('accent') }),
      shown: !has(({ parts }) => parts !== undefined) || has(({ actual }) => actual !== undefined),
    },
    ...courses,
    {
      name: names.former,
      sign: h('rect', { ...box, y: -4, height: 8, fill: 'none', stroke: paint('field'), strokeDasharray: '3 2' }),
      shown: has(({ former = [] }) => former.length > 0),
    },
    {
      name: names.event,
      sign: h('path', { d: 'M0 -6L6 0L0 6L-6 0Z', fill: paint('good') }),
      shown: has(({ event }) => event !== undefined),
    },
    {
      name: names.late ?? '',
      sign: line({ stroke: paint('error'), strokeWidth: 2, strokeDasharray: '2 2' }),
      shown: names.late !== undefined && has(({ isLate }) => isLate === true),
    },
    {
      name: names.today,
      sign: line({ x1: 0, x2: 0, y1: -7, y2: 7, stroke: paint('error'), strokeWidth: 2, strokeDasharray: '4 2' }),
      shown: seen,
    },
  ].filter(({ shown }) => shown);
}

/** The legend of rows, drawn at a height; with the height that it takes. */
export function timelineLegend(
  rows: readonly TimelineRow[],
  names: TimelineNames,
  layout: TimelineLayout,
  y: number,
  paint: Paint,
): { height: number; drawn: ReactElement } {
  const kinds = kindsOf(rows, names, isTodaySeen(layout), paint);
  const legendNames = kinds.map(({ name }) => name);
  return {
    height: legendPlaces(legendNames, layout.width).height,
    drawn: h(Legend, {
      names: legendNames,
      width: layout.width,
      y,
      paint,
      swatch: (index) => kinds[index]?.sign ?? null,
    }),
  };
}
