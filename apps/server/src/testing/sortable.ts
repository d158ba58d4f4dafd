import { fieldsOf } from '../modules/project-list/fields.ts';
import { NO_ORGANIZATIONS } from '../modules/project-list/organizations.ts';
import type { TableFields } from '../platform/table-query.ts';

/** The fields of a list by which it can be sorted: a new one is tried wherever all of them are. */
export function sortableOf(fields: TableFields): string[] {
  return Object.entries(fields).flatMap(([name, { sortable }]) => (sortable ? [name] : []));
}

export const PROJECT_SORTS = sortableOf(fieldsOf('2026-01-01', true, NO_ORGANIZATIONS));
