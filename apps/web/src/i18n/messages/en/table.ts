import type { MessagesOf } from '../../areas.ts';

export const table: MessagesOf<'table'> = {
  rows: 'Rows',
  range: '{{from}}–{{to}} of {{total}}',
  moreThan: 'more than {{total}}',
  countAll: 'Count all',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
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
