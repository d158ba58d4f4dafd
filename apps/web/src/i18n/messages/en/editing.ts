import type { MessagesOf } from '../../areas.ts';

export const editing: MessagesOf<'editing'> = {
  beside: {
    text: 'Other changes have been saved meanwhile. Your input is still in the fields. Look at it, then save again.',
    taken: '{{field}}: taken as saved, “{{value}}”.',
    kept: '{{field}}: saved is “{{value}}”; the field has your input.',
    theirsAdded: '{{field}}: another user has added: {{value}}.',
    theirsRemoved: '{{field}}: another user has removed: {{value}}.',
    mineAdded: '{{field}}: you add: {{value}}.',
    mineRemoved: '{{field}}: you remove: {{value}}.',
    whole: 'Whole text',
  },
  gone: 'This has been removed meanwhile, or is no longer visible to you, so the change has not been saved. Your input is still in the fields; you can copy it.',
  alreadyGone: 'This has already been removed meanwhile.',
  found: 'Input that was not saved when the session ended is back. Look at it, then save.',
  drop: 'Discard the input',
};
