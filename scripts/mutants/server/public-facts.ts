import { of } from './server-mutant.ts';

const CALLS = ['modules/open-data/open-data'];

/** That a change of what anybody may know of a project is noticed. */
export const PUBLIC_FACTS = [
  ...of('migrations/functions/public_changes.sql', CALLS, [
    [
      'after insert or update or delete on public_projects',
      'after insert or delete on public_projects',
      'Rows are written by an insert that changes those that are there, which fires the triggers of inserts too.',
    ],
  ]),
];
