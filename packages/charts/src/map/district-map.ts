import { geoMercator, geoPath } from 'd3-geo';
import { scaleThreshold } from 'd3-scale';
import { type ReactElement, useId } from 'react';
import type { ValueFormat } from '../format.ts';
import { at, type ChartProps, Frame, h, Label, Mark, themed, Tip, widthOf } from '../svg.ts';
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
  /**
   * The greatest height of the country; the legend may stand beside it. Without it the country is as wide as the
   * drawing.
   */
  tallest?: number | undefined;
}

/** The strength of the colour in each shade; shades cover equal numbers of districts. */
const SHADES = [0.22, 0.4, 0.58, 0.78, 1] as const;
const LEGEND_ROW = 20;
const LEGEND_TOP = 8;
const LEGEND_GAP = 16;
/**
 * The part of its frame that the country leaves free: from this share of the width on, down to this share of the
 * height.
 */
const LEGEND_LEFT = 0.56;
const LEGEND_FREE = 0.3;
/** The drawn height of the country divided by its width. */
export const MAP_RATIO = 1.36;

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

const drawnBefore = new Map<number, readonly DrawnDistrict[]>();

/** The districts drawn at a width; drawn once, because their borders never change. */
export function drawnDistricts(width: number): readonly DrawnDistrict[] {
  const known = drawnBefore.get(width);
  if (known) return known;
  const projection = geoMercator().fitExtent(
    [
      [1, 1],
      [width - 1, width * MAP_RATIO - 1],
    ],
    country,
  );
  const path = geoPath(projection).digits(1);
  const drawn = features.map((feature) => ({
    code: feature.properties.code,
    path: path(feature) ?? '',
    middle: path.centroid(feature),
  }));
  drawnBefore.set(width, drawn);
  return drawn;
}

/** The round number next below a value: 1, 2 or 5 with zeros. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

/**
 * Bounds between shades: round numbers, next below the values that part the districts into equal numbers. None is at or
 * below the least value, so that no shade is empty.
 */
export function shadeBounds(values: readonly number[]): number[] {
  const sorted = [...new Set(values.filter((value) => value > 0))].toSorted((one, other) => one - other);
  const [least = 0] = sorted;
  const parting = SHADES.slice(1).map((_, index) => sorted[Math.floor(((index + 1) * sorted.length) / SHADES.length)]);
  const bounds = parting.map((value) => (value === undefined ? 0 : roundBelow(value)));
  return [...new Set(bounds.filter((bound) => bound > least))];
}

/** The values of a shade, as in `< 5 млрд`, `5 млрд – 10 млрд` and `≥ 10 млрд`. */
function rangeText(bounds: readonly number[], index: number, { short }: ValueFormat): string {
  const [from, to] = [bounds[index - 1], bounds[index]];
  if (from === undefined) return to === undefined ? '> 0' : `< ${short(to)}`;
  return to === undefined ? `≥ ${short(from)}` : `${short(from)} – ${short(to)}`;
}

/** The districts of Serbia, darker where the value is higher; each says its value and may lead somewhere. */
export function DistrictMap(props: DistrictMapProps): ReactElement {
  const { title, width, districts, format, none, zoom, tallest, paint = themed } = props;
  const id = useId();
  const byCode = new Map(districts.map((district) => [district.code, district]));
  const values = districts.flatMap(({ value }) => (value === null || value <= 0 ? [] : [value]));
  const bounds = shadeBounds(values);
  const shades = SHADES.slice(SHADES.length - bounds.length - 1);
  const shade = scaleThreshold<number, number>()
    .domain(bounds)
    .range([...shades]);
  const countryWidth = tallest === undefined ? width : Math.min(width, Math.floor(tallest / MAP_RATIO));
  const height = countryWidth * MAP_RATIO;
  const rows = values.length === 0 ? [] : shades.map((of, index) => ({ of, text: rangeText(bounds, index, format) }));
  const legendHeight = (rows.length + 1) * LEGEND_ROW;
  const widest = Math.max(...rows.map(({ text }) => widthOf(text)), widthOf(none)) + 26;
  const isBeside = countryWidth + LEGEND_GAP + widest <= width;
  // The country leaves the upper right of its frame free; drawn larger it fills the frame.
  const isInMap =
    (zoom?.scale ?? 1) <= 1 && countryWidth * LEGEND_LEFT + widest <= width && legendHeight <= height * LEGEND_FREE;
  const [legendLeft, legendTop] = isInMap
    ? [countryWidth * LEGEND_LEFT, LEGEND_TOP]
    : isBeside
      ? [countryWidth + LEGEND_GAP, LEGEND_TOP]
      : [0, height + 8];
  const hatched = `${id}none`;
  const fillOf = (value: number | null | undefined) =>
    value === null || value === undefined || value <= 0
      ? { fill: `url(#${hatched})` }
      : { fill: paint('accent'), fillOpacity: shade(value) };
  const scale = Math.max(1, zoom?.scale ?? 1);
  const drawings = drawnDistricts(countryWidth);
  const middleOf = drawings.find(({ code }) => code === zoom?.code)?.middle ?? [countryWidth / 2, height / 2];
  const [left, top] = [countryWidth, height].map((size, axis) =>
    // The country never leaves the frame.
    Math.min(0, Math.max(size - size * scale, size / 2 - (middleOf[axis] ?? 0) * scale)),
  );
  const drawn = drawings.map((drawing) => ({
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
    { title, width, height: isInMap || isBeside ? height : height + 8 + legendHeight },
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
    h('clipPath', { id: `${id}frame` }, h('rect', { width: at(countryWidth), height: at(height) })),
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
      ...rows.map(({ of, text }) => ({
        key: String(of),
        fill: { fill: paint('accent'), fillOpacity: of },
        text,
      })),
      { key: 'none', fill: { fill: `url(#${hatched})` }, text: none },
    ].map(({ key, fill, text }, index) => {
      const y = legendTop + index * LEGEND_ROW;
      return h(
        'g',
        { key },
        h('rect', { x: at(legendLeft), y: at(y + 3), width: 18, height: 12, stroke: paint('line-strong'), ...fill }),
        h(Label, { x: at(legendLeft + 26), y: y + 13, fill: paint('text-2'), children: text }),
      );
    }),
  );
}
