import { widthOf } from '@pimis/charts/svg';
import { type Entry, rowsIn } from './rows.ts';

/** Rows of the timeline on sheets of paper: landscape A3. */

/** The rows that fit on a sheet below the years. */
export const SHEET_ROWS = 34;
/** The first one has the heading of the page, filters and grouping above its rows. */
export const FIRST_ROWS = 26;

/** The least and the most room for the names of rows. */
const LEAST_ROOM = 360;
const MOST_ROOM = 600;

/** The width that the names of rows need, because paper has no tooltips for names that are cut. */
export const roomOfNames = (entries: readonly Entry[]): number =>
  rowsIn(entries).reduce(
    (room, { label, indent = 0 }) => Math.min(MOST_ROOM, Math.max(room, indent + widthOf(label))),
    LEAST_ROOM,
  );

/** Whether a row is read with the one below it: a heading, or a project with its activities. */
const leads = (entry: Entry | undefined) => entry?.kind === 'heading' || (entry?.kind === 'project' && entry.isOpen);

/** The heading and the project to which the row belongs, if they are above it. */
function above(entries: readonly Entry[], index: number): Entry[] {
  const entry = entries[index];
  if (entry === undefined || entry.kind === 'heading') return [];
  const before = entries.slice(0, index);
  const heading = before.findLast(({ kind }) => kind === 'heading');
  const project = entry.kind === 'activity' ? before.findLast(({ kind }) => kind === 'project') : undefined;
  return [heading, project].filter((one) => one !== undefined);
}

/**
 * Divides rows into sheets. No sheet ends with a heading, and a continued sheet repeats the heading and project of its
 * first rows.
 */
export function sheetsOf(entries: readonly Entry[]): (readonly Entry[])[] {
  const sheets: (readonly Entry[])[] = [];
  for (let from = 0; from < entries.length; ) {
    const named = above(entries, from);
    const room = (from === 0 ? FIRST_ROWS : SHEET_ROWS) - named.length;
    const full = entries.slice(from, from + room);
    const last = full.length < room ? -1 : full.findLastIndex((entry) => !leads(entry));
    const own = last < 0 ? full : full.slice(0, last + 1);
    sheets.push([...named, ...own]);
    from += own.length;
  }
  return sheets;
}
