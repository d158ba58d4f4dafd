import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle } from 'd3-shape';
import type { ReactElement } from 'react';
import { at, FONT_SIZE, h, Label, type Paint, type Token, widthOf } from './svg.ts';

/*
 * How series are distinguished: each has a colour, a pattern of areas, a dash of lines and a shape of points, so that none
 * needs its colour.
 */

const TOKENS: readonly Token[] = ['accent', 'warning', 'chip-commission-text', 'good', 'chip-request-text', 'text-2'];
const DASHES: readonly (string | undefined)[] = [undefined, '6 4', '2 3', '9 3 2 3', '14 4', '1 5'];
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar] as const;
const SHAPE_AREA = 42;
const TILE = 6;

export const SERIES_COUNT = TOKENS.length;

/** The colour of a series; after the last the first comes again. */
export const colorOf = (index: number, paint: Paint): string => paint(TOKENS[index % SERIES_COUNT] ?? 'accent');
export const dashOf = (index: number): string | undefined => DASHES[index % SERIES_COUNT];
export const shapeOf = (index: number): string =>
  symbol(SHAPES[index % SERIES_COUNT] ?? symbolCircle, SHAPE_AREA)() ?? '';

/** Lines and dots on the tile of each pattern; the first series is plain. */
const TILES: readonly string[] = [
  '',
  'M-1 1l2 -2M0 6l6 -6M5 7l2 -2',
  'M1.5 1.5h2v2h-2z',
  'M-1 5l2 2M0 0l6 6M5 -1l2 2',
  'M0 3h6M3 0v6',
  'M0 3h6',
];

/** Patterns of as many series, to be named by patternOf. `id` begins their names, which are of the whole page. */
export function Patterns({ id, count, paint }: { id: string; count: number; paint: Paint }): ReactElement {
  return h(
    'defs',
    null,
    Array.from({ length: Math.min(count, SERIES_COUNT) }, (_, index) =>
      h(
        'pattern',
        { key: index, id: `${id}${index}`, width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' },
        h('rect', { width: TILE, height: TILE, fill: colorOf(index, paint) }),
        index > 0 &&
          h('path', {
            d: TILES[index],
            stroke: paint('surface'),
            strokeWidth: 1.4,
            fill: index === 2 ? paint('surface') : 'none',
          }),
      ),
    ),
  );
}

export const patternOf = (index: number, id: string): string => `url(#${id}${index % SERIES_COUNT})`;

const ROW = 20;
const SWATCH = 22;
const GAP = 16;

/** Places of a legend's names: they flow over as many rows as the width needs. */
export function legendPlaces(
  names: readonly string[],
  width: number,
): { places: { x: number; y: number }[]; height: number } {
  let x = 0;
  let row = 0;
  const places = names.map((name) => {
    const own = SWATCH + widthOf(name) + GAP;
    if (x > 0 && x + own - GAP > width) {
      x = 0;
      row += 1;
    }
    const place = { x, y: row * ROW };
    x += own;
    return place;
  });
  return { places, height: names.length === 0 ? 0 : (row + 1) * ROW };
}

interface LegendProps {
  names: readonly string[];
  width: number;
  /** The upper edge. */
  y: number;
  paint: Paint;
  swatch: (index: number) => ReactElement | null;
}

/** Names of series with their signs; a sign is 14 wide and drawn around its middle. */
export function Legend({ names, width, y, paint, swatch }: LegendProps): ReactElement {
  const { places } = legendPlaces(names, width);
  return h(
    'g',
    null,
    names.map((name, index) => {
      const place = places[index] ?? { x: 0, y: 0 };
      return h(
        'g',
        { key: name, transform: `translate(${at(place.x)} ${at(y + place.y)})` },
        h('g', { transform: 'translate(8 9)' }, swatch(index)),
        h(Label, { x: SWATCH, y: 9 + FONT_SIZE / 3, fill: paint('text-2'), children: name }),
      );
    }),
  );
}
