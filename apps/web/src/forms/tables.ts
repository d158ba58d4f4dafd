import { LIST_KINDS } from '@pimis/domain/forms/kinds';
import type { CSSProperties } from 'react';
import type { Field } from '@pimis/domain/forms/types';

/** Kinds that need more space than a cell. */
const WIDE_KINDS = ['markdown', 'yesNoComment', 'planDoc'];

/** Returns whether a table is shown as cards, because not every column fits a cell. */
export function isCards({ columns = [] }: Field): boolean {
  return columns.some(({ kind }) => LIST_KINDS.includes(kind) || WIDE_KINDS.includes(kind));
}

/** Longer tables scroll in a frame of their own, which takes most of the screen. */
export const LONG_TABLE = 40;

/** Minimum widths of columns in pixels, so that values are completely visible. */
const WIDTHS: Readonly<Partial<Record<Field['kind'], number>>> = {
  text: 160,
  select: 200,
  org: 220,
  location: 220,
  file: 260,
  rsd: 152,
  eur: 152,
  foreign: 152,
  currency: 150,
  percent: 84,
  int: 84,
  year: 92,
  date: 138,
  month: 118,
  yesNo: 124,
};
const OTHER = 140;
const STACKED = 126;
const NUMBER = 44;
const REMOVE = 40;

/** The positions of a row's cells: the track after the row number, and the line within the track. */
export interface CellPlace {
  track: number;
  line?: 1 | 2;
}

/** A percentage is placed above its amount, so that the four quarters of a year fit side by side. */
export function cellPlaces(columns: readonly Field[]): { places: readonly CellPlace[]; stacked: boolean } {
  let track = -1;
  const places = columns.map((column, at): CellPlace => {
    const below = isShareOf(columns[at - 1], column);
    if (!below) track += 1;
    if (below) return { track, line: 2 };
    return isShareOf(column, columns[at + 1]) ? { track, line: 1 } : { track };
  });
  return { places, stacked: places.some(({ line }) => line !== undefined) };
}

function isShareOf(share: Field | undefined, amount: Field | undefined): boolean {
  if (share?.kind !== 'percent' || amount?.kind !== 'rsd') return false;
  const [group, other] = [share, amount].map(({ path }) => path.slice(0, path.lastIndexOf('.') + 1));
  return group !== '' && group === other;
}

/** Shares with their amounts in a row: the quarters of a year. */
export function shareColumns(columns: readonly Field[]): { percents: readonly Field[]; amounts: readonly Field[] } {
  const amounts = columns.filter((column, at) => isShareOf(columns[at - 1], column));
  const percents = columns.filter((column, at) => isShareOf(column, columns[at + 1]));
  return { percents, amounts };
}

/** A cell's place in the grid of its row; undefined if the cells follow one another. */
export function gridPlace({ track, line }: CellPlace, stacked: boolean): CSSProperties | undefined {
  return stacked ? { gridColumn: track + 2, gridRow: line ?? '1 / span 2' } : undefined;
}

/** The place of the sum of a row: below its shares, from the first of them on. */
export function sumPlace(places: readonly CellPlace[], removable: boolean): CSSProperties {
  const first = places.find(({ line }) => line !== undefined)?.track ?? 0;
  return { gridColumn: `${first + 2} / ${removable ? -2 : -1}`, gridRow: 3 };
}

/** The grid template of a compact table: row number, columns, button that removes the row. */
export function columnWidths(columns: readonly Field[], removable: boolean): { template: string; least: number } {
  const { places } = cellPlaces(columns);
  const widths: number[] = [];
  for (const [at, { kind }] of columns.entries()) {
    const { track = 0, line } = places[at] ?? {};
    const width = line === undefined ? (WIDTHS[kind] ?? OTHER) : STACKED;
    widths[track] = Math.max(widths[track] ?? 0, width);
  }
  const shares = widths.map((width) => `minmax(${width}px, ${width}fr)`);
  return {
    template: [`${NUMBER}px`, ...shares, ...(removable ? [`${REMOVE}px`] : [])].join(' '),
    least: widths.reduce((sum, width) => sum + width, NUMBER + (removable ? REMOVE : 0)),
  };
}
