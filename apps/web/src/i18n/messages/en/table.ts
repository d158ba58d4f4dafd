import type { MessagesOf } from '../../areas.ts';

export const table: MessagesOf<'table'> = {
  rows: 'Rows',
  range: '{{from}}–{{to}} of {{total}}',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page {{n}}',
  addFilter: 'Filter',
  removeFilter: 'Remove filter {{name}}',
  filters: 'Filters',
  columns: 'Columns',
  sortBy: 'Sort by: {{name}}',
  failed: 'The data was not loaded.',
  contains: 'Contains',
  paging: 'Pages',
};
