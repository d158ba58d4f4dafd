import type { MessagesOf } from '../../areas.ts';

export const editing: MessagesOf<'editing'> = {
  beside: {
    text: 'Other changes have been saved meanwhile. Your input is still in the fields. Look at it, then save again.',
    taken: '{{field}}: taken as saved, “{{value}}”.',
    kept: '{{field}}: saved is “{{value}}”; the field has your input.',
  },
  found: 'Input that was not saved when the session ended is back. Look at it, then save.',
};
