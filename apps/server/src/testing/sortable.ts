import type { TableFields } from '../platform/paging.ts';

/** The fields of a list by which it can be sorted: a new one is tried wherever all of them are. */
export function sortableOf(fields: TableFields): string[] {
  return Object.entries(fields).flatMap(([name, { sortable }]) => (sortable ? [name] : []));
}
