import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle } from 'd3-shape';
import type { ReactElement } from 'react';
import { at, FONT_SIZE, h, Label, type Paint, type Token, widthOf } from './svg.ts';

/*
 * How series are distinguished: each has a colour, a pattern of areas, a dash of lines and a shape of points, so that
 * no series depends on its colour. Where there is nothing to distinguish, areas are plain.
 */

const TOKENS: readonly Token[] = ['accent', 'warning', 'chip-commission-text', 'good', 'chip-request-text', 'text-2'];
const DASHES: readonly (string | undefined)[] = [undefined, '6 4', '2 3', '9 3 2 3', '14 4', '1 5'];
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar] as const;
const SHAPE_AREA = 42;
const TILE = 8;

const SERIES_COUNT = TOKENS.length;

/** The colour of a series; after the last colour, the first comes again. */
export const colorOf = (index: number, paint: Paint): string => paint(TOKENS[index % SERIES_COUNT] ?? 'accent');
export const dashOf = (index: number): string | undefined => DASHES[index % SERIES_COUNT];
export const shapeOf = (index: number): string =>
  symbol(SHAPES[index % SERIES_COUNT] ?? symbolCircle, SHAPE_AREA)() ?? '';

/** Lines and dots on the tile of each pattern; the first is plain. */
const TILES: readonly string[] = [
  '',
  'M-1 1l2 -2M0 8l8 -8M7 9l2 -2',
  'M3 3h2v2h-2z',
  'M-1 7l2 2M0 0l8 8M7 -1l2 2',
  'M0 4h8M4 0v8',
  'M0 4h8',
];
const FILLED_TILE = 2;
/** Patterns must be visible but fainter than the areas, so that values stay easy to read. */
const TILE_OPACITY = 0.55;

/** Areas have more looks than lines: each colour with each pattern. */
export const LOOK_COUNT = SERIES_COUNT * TILES.length;

/** The first six looks have the pattern of their place; each further round of colours shifts the patterns by one. */
const tileOf = (look: number): number => (look + Math.floor(look / SERIES_COUNT)) % TILES.length;

const known = (look: number): number => look % LOOK_COUNT;

interface PatternsProps {
  /** Prefix of the patterns' ids, which are unique within the page. */
  id: string;
  looks: readonly number[];
  paint: Paint;
}

/** The patterns of looks, to be named by patternOf. */
export function Patterns({ id, looks, paint }: PatternsProps): ReactElement {
  return h(
    'defs',
    null,
    [...new Set(looks.map(known))].map((look) => {
      const tile = tileOf(look);
      return h(
        'pattern',
        { key: look, id: `${id}${look}`, width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' },
        h('rect', { width: TILE, height: TILE, fill: colorOf(look, paint) }),
        tile > 0 &&
          h('path', {
            d: TILES[tile],
            stroke: paint('surface'),
            strokeWidth: 1.4,
            opacity: TILE_OPACITY,
            fill: tile === FILLED_TILE ? paint('surface') : 'none',
          }),
      );
    }),
  );
}

const patternOf = (look: number, id: string): string => `url(#${id}${known(look)})`;

/**
 * The fills of looks: their patterns, or the plain colour if only one has an area. `isSeen` returns whether a look has
 * an area at all.
 */
export function fillsOf({ id, looks, paint }: PatternsProps, isSeen: (index: number) => boolean): string[] {
  const isAlone = looks.filter((_, index) => isSeen(index)).length < 2;
  return looks.map((look) => (isAlone ? colorOf(look, paint) : patternOf(look, id)));
}

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
