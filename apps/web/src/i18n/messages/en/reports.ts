import type { MessagesOf } from '../../areas.ts';

export const reports: MessagesOf<'reports'> = {
  title: 'Reports',
  hint: 'The state of a chosen day, for a session: on the screen, on paper and as a table.',
  forbidden: 'Reports are for the administrators of the system.',
  day: 'State of the day',
  today: 'today',
  organization: 'Organization or proposer',
  phase: 'Phase',
  sector: 'Sector',
  all: 'all',
  clear: 'Clear the choice',
  preview: 'Show',
  close: 'Close the preview',
  favourite: 'Favourite: {{report}}',
  state: 'State of {{day}}',
  more: 'the first {{shown}} of {{count}} projects',
  none: 'Not given',
  sum: 'Sum ({{count}})',
  total: 'TOTAL ({{count}})',
  empty: 'On that day there are no projects for this report.',
  emptyHint: 'Choose another day, or clear the choice of organization, phase and sector.',
};
