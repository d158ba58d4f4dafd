import type { MessagesOf } from '../../areas.ts';
import { WORDS } from '@pimis/domain/text/words';

export const common: MessagesOf<'common'> = {
  product: WORDS.product.en,
  productLong: 'Public investment management information system',
  tagline: 'Preparation, approval and monitoring of capital projects, from idea to effects.',
  subtitle: 'Public investments',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  confirm: WORDS.confirm.en,
  yes: WORDS.yes.en,
  no: WORDS.no.en,
  retry: 'Try again',
  apply: 'Apply',
  clearAll: 'Clear all',
  fileUnreadable:
    'The browser cannot read “{{name}}” any more: it was moved or changed, or is only in the cloud. Copy it to this computer and choose it again.',
  loading: 'Loading…',
  noValue: '–',
  currency: WORDS.rsd.en,
  comment: WORDS.comment.en,
  required: 'Required field',
  help: 'Help',
  all: 'All',
  skip: 'Skip to content',
  nothingFound: 'No items found',
  found_one: '{{count}} suggestion',
  found_few: '{{count}} suggestions',
  found_other: '{{count}} suggestions',
  export: 'Export',
  remove: WORDS.remove.en,
};
