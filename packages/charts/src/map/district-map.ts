import { geoMercator, geoPath } from 'd3-geo';
import { scaleThreshold } from 'd3-scale';
import { type ReactElement, useId } from 'react';
import type { ValueFormat } from '../format.ts';
import { at, type ChartProps, Frame, h, Label, Mark, themed, Tip } from '../svg.ts';
import { DISTRICT_BORDERS } from './district-borders.ts';

/** A district with a value; null is not known. */
export interface DistrictValue {
  code: string;
  name: string;
  value: number | null;
  href?: string | undefined;
}

/** A part of the country that is drawn larger, with a district in its middle. */
export interface Zoom {
  code: string;
  /** How many times larger, from 1. */
  scale: number;
}

interface DistrictMapProps extends ChartProps {
  districts: readonly DistrictValue[];
  format: ValueFormat;
  /** Says that a district has no value. */
  none: string;
  zoom?: Zoom | undefined;
}

/** The strength of the colour in each shade; shades cover equal numbers of districts. */
const SHADES = [0.14, 0.32, 0.5, 0.72, 1] as const;
const LEGEND_ROW = 20;
/** The drawn height of the country divided by its width. */
const RATIO = 1.36;

const features = DISTRICT_BORDERS.map(({ code, border }) => ({
  type: 'Feature' as const,
  properties: { code },
  geometry: {
    type: 'Polygon' as const,
    coordinates: [border.split(',').map((point) => point.split(' ').map(Number))],
  },
}));
const country = { type: 'FeatureCollection' as const, features };

interface DrawnDistrict {
  code: string;
  path: string;
  middle: [x: number, y: number];
}

const drawings = new Map<number, readonly DrawnDistrict[]>();

/** The districts drawn at a width; drawn once, because their borders never change. */
export function drawnDistricts(width: number): readonly DrawnDistrict[] {
  const known = drawings.get(width);
  if (known) return known;
  const projection = geoMercator().fitExtent(
    [
      [1, 1],
      [width - 1, width * RATIO - 1],
    ],
    country,
  );
  const path = geoPath(projection).digits(1);
  const drawn = features.map((feature) => ({
    code: feature.properties.code,
    path: path(feature) ?? '',
    middle: path.centroid(feature),
  }));
  drawings.set(width, drawn);
  return drawn;
}

/** Bounds between shades: values of equal parts of the districts that have one. */
export function shadeBounds(values: readonly number[]): number[] {
  const sorted = [...new Set(values.filter((value) => value > 0))].toSorted((one, other) => one - other);
  const bounds = SHADES.slice(1).map((_, index) => sorted[Math.floor(((index + 1) * sorted.length) / SHADES.length)]);
  return [...new Set(bounds.filter((bound) => bound !== undefined && bound > (sorted[0] ?? 0)))] as number[];
}

/** The districts of Serbia, darker where the value is higher; each says its value and may lead somewhere. */
export function DistrictMap(props: DistrictMapProps): ReactElement {
  const { title, width, districts, format, none, zoom, paint = themed } = props;
  const id = useId();
  const byCode = new Map(districts.map((district) => [district.code, district]));
  const values = districts.flatMap(({ value }) => (value === null || value <= 0 ? [] : [value]));
  const bounds = shadeBounds(values);
  const shades = SHADES.slice(SHADES.length - bounds.length - 1);
  const shade = scaleThreshold<number, number>()
    .domain(bounds)
    .range([...shades]);
  const height = width * RATIO;
  const least = Math.min(...values);
  const rows =
    values.length === 0
      ? []
      : shades.map((of, index) => ({ of, from: index === 0 ? least : (bounds[index - 1] ?? 0) }));
  const hatched = `${id}none`;
  const fillOf = (value: number | null | undefined) =>
    value === null || value === undefined || value <= 0
      ? { fill: `url(#${hatched})` }
      : { fill: paint('accent'), fillOpacity: shade(value) };
  const scale = Math.max(1, zoom?.scale ?? 1);
  const middleOf = drawnDistricts(width).find(({ code }) => code === zoom?.code)?.middle ?? [width / 2, height / 2];
  const [left, top] = [width, height].map((size, axis) =>
    // The country never leaves the frame.
    Math.min(0, Math.max(size - size * scale, size / 2 - (middleOf[axis] ?? 0) * scale)),
  );
  const drawn = drawnDistricts(width).map((drawing) => ({
    ...drawing,
    value: byCode.get(drawing.code)?.value ?? null,
  }));
  const areas = drawn.map(({ code, path, value }) =>
    h('path', { key: code, d: path, ...fillOf(value), stroke: paint('surface'), strokeWidth: 1 / scale }),
  );
  // Above all areas: a neighbour drawn later would cover the outline and the tip.
  const marks = drawn.map(({ code, path, middle, value }) => {
    const district = byCode.get(code);
    const text = `${district?.name ?? code}: ${value === null ? none : format.full(value)}`;
    return h(
      Mark,
      { key: code, label: text, href: district?.href },
      h('path', { className: 'chart-shape', 'data-code': code, d: path, fill: 'none', pointerEvents: 'all' }),
      // A tip keeps its size and stays inside the frame.
      h(
        'g',
        { transform: `scale(${1 / scale}) translate(${-(left ?? 0)} ${-(top ?? 0)})` },
        h(Tip, { x: middle[0] * scale + (left ?? 0), y: middle[1] * scale + (top ?? 0), width, text, paint }),
      ),
    );
  });
  return h(
    Frame,
    { title, width, height: height + 8 + (rows.length + 1) * LEGEND_ROW },
    h(
      'defs',
      null,
      h(
        'pattern',
        { id: hatched, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
        h('rect', { width: 6, height: 6, fill: paint('subtle') }),
        h('path', { d: 'M0 6L6 0', stroke: paint('line-strong') }),
      ),
    ),
    h('clipPath', { id: `${id}frame` }, h('rect', { width: at(width), height: at(height) })),
    h(
      'g',
      { clipPath: `url(#${id}frame)` },
      h(
        'g',
        { transform: scale > 1 ? `translate(${at(left ?? 0)} ${at(top ?? 0)}) scale(${scale})` : undefined },
        areas,
        marks,
      ),
    ),
    [
      ...rows.map(({ of, from }) => ({
        key: String(of),
        fill: { fill: paint('accent'), fillOpacity: of },
        text: `≥ ${format.short(from)}`,
      })),
      { key: 'none', fill: { fill: `url(#${hatched})` }, text: none },
    ].map(({ key, fill, text }, index) => {
      const y = height + 8 + index * LEGEND_ROW;
      return h(
        'g',
        { key },
        h('rect', { x: 0, y: at(y + 3), width: 18, height: 12, stroke: paint('line-strong'), ...fill }),
        h(Label, { x: 26, y: y + 13, fill: paint('text-2'), children: text }),
      );
    }),
  );
}
