import type { MessagesOf } from '../../areas.ts';
import { WORDS } from '@pimis/domain/text/words';

export const reports: MessagesOf<'reports'> = {
  title: 'Reports',
  hint: 'The state as at a chosen day, for a session: on screen, on paper and as a spreadsheet.',
  forbidden: 'Reports are for system administrators.',
  day: 'As at',
  today: WORDS.today.en,
  organization: 'Organization or proposer',
  phase: WORDS.phase.en,
  sector: WORDS.sector.en,
  all: 'all',
  clear: 'Clear the choice',
  preview: WORDS.show.en,
  close: 'Close the preview',
  favourite: 'Favourite: {{report}}',
  mail: 'Monthly e-mail: {{report}}',
  mailOn: 'On the first day of each month you get an e-mail about the report {{report}}.',
  mailOff: 'You no longer get a monthly e-mail about the report {{report}}.',
  columns: {
    open: 'Columns',
    title: 'Columns of the workbook: {{report}}',
    hint: 'Choose the columns of the workbook. Wide ones are printed on A3.',
    save: 'Download the workbook',
  },
  state: 'As at {{day}}',
  more: 'the first {{shown}} of {{count}} projects',
  none: WORDS.notStated.en,
  sum: 'Sum ({{count}})',
  total: 'TOTAL ({{count}})',
  empty: 'On that day there are no projects for this report.',
  emptyHint: 'Choose another day, or clear the choice of organization, phase and sector.',
};
