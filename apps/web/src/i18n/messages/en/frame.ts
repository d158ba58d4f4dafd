import type { MessagesOf } from '../../areas.ts';

export const frame: MessagesOf<'frame'> = {
  search: {
    placeholder: 'Project, document, screen…',
    title: 'Search',
    hint: 'Type at least two characters.',
    empty: 'Nothing found.',
    project: 'Project',
    document: 'Document',
    organization: 'Organization',
    screen: 'Screen',
  },
  user: { menu: 'Account', profile: 'My account', logout: 'Sign out' },
  breadcrumbs: 'Breadcrumbs',
};
