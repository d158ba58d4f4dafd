import { LIST_KINDS } from '@pimis/domain/forms/kinds';
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
const NUMBER = 40;
const REMOVE = 40;

/** How the columns of a compact table share its width: the number of the row, the columns, the way to remove it. */
export function columnWidths(columns: readonly Field[], removable: boolean): { template: string; least: number } {
  const widths = columns.map(({ kind }) => WIDTHS[kind] ?? OTHER);
  const shares = widths.map((width) => `minmax(${width}px, ${width}fr)`);
  return {
    template: [`${NUMBER}px`, ...shares, ...(removable ? [`${REMOVE}px`] : [])].join(' '),
    least: widths.reduce((sum, width) => sum + width, NUMBER + (removable ? REMOVE : 0)),
  };
}
