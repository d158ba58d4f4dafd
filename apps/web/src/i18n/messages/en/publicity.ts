import type { MessagesOf } from '../../areas.ts';
import { WORDS } from '@pimis/domain/text/words';

export const publicity: MessagesOf<'publicity'> = {
  title: WORDS.publicity.en,
  off: 'Publishing is off. Once it is on, these projects become public by the same rules.',
  upcoming: 'What becomes public next',
  upcomingHint: 'Projects that the next accepting decision makes public, by the day of the session.',
  noUpcoming: 'No project waits for a decision that would make it public.',
  project: WORDS.project.en,
  organization: WORDS.body.en,
  awaits: 'Waits for',
  list: 'the list “{{list}}”',
  plan: 'the approval of its plan',
  session: 'Session',
  noSession: 'not set',
  staysHidden: 'stays withheld',
  preview: 'Preview',
  previewNamed: 'Preview of the public page of project {{code}}',
  withheld: 'Withheld from the public',
  noWithheld: 'No project is withheld from the public.',
  reason: WORDS.reason.en,
  since: 'Since',
  more: 'The first {{shown}} of {{total}} are shown.',
  previewTitle: 'How the public sees this project',
  previewFrame: 'Public page of the project',
};
