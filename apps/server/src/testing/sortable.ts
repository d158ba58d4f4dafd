import { fieldsOf } from '../modules/project-list/fields.ts';
import { NO_ORGANIZATIONS } from '../modules/project-list/organizations.ts';
import type { TableFields } from '../platform/lists/table-query.ts';

/** The fields by which a list can be sorted, so that tests try new ones too. */
export function sortableOf(fields: TableFields): string[] {
  return Object.entries(fields).flatMap(([name, { sortable }]) => (sortable ? [name] : []));
}

export const PROJECT_SORTS = sortableOf(fieldsOf('2026-01-01', true, NO_ORGANIZATIONS));
