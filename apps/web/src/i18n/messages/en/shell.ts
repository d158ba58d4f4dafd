import type { MessagesOf } from '../../areas.ts';
import { WORDS } from '@pimis/domain/text/words';

export const shell: MessagesOf<'shell'> = {
  script: { label: 'Script and language', 'sr-Cyrl': 'Ћирилица', 'sr-Latn': 'Latinica', en: 'English' },
  theme: { label: 'Theme', system: 'As the system', light: 'Light theme', dark: 'Dark theme' },
  notices: { title: WORDS.notices.en, none: 'There are no current notices.', urgent: 'Important' },
  backTo: 'Back: {{place}}',
  error: {
    title: 'The screen did not load',
    text: 'An unexpected error happened. Reload the page; what you typed is kept on this computer.',
    reload: 'Reload the page',
  },
  notFound: {
    title: 'The page does not exist',
    text: 'Check the address or go back to the dashboard.',
    back: 'Go to the dashboard',
  },
  offline: 'No connection to the server. Try again in a few minutes.',
  field: 'Field "{{field}}": {{problem}}',
  problems: {
    UnknownField: 'is not known',
    EmptyField: 'is required',
    InvalidField: 'is not valid',
    ReadOnlyField: 'cannot be changed',
    TooDeep: 'is nested too deeply',
    TooManyRows: 'has too many rows',
    TextTooLong: 'has more than 100,000 characters',
  },
  row: 'Row {{row}}: {{text}}',
  copy: 'This is a copy for trials, with data of {{at}}. Nothing from here reaches anybody.',
  readOnly:
    'The system can only be read at the moment. What you type into a form stays on this computer and is sent by itself when changes are possible again.',
};
