import type { MessagesOf } from '../../areas.ts';

export const frame: MessagesOf<'frame'> = {
  tasks: 'Waiting for you',
  portfolio: {
    overview: 'Overview',
    map: 'Map',
    timeline: 'Timeline',
    progress: 'Progress and warnings',
    calendar: 'Fiscal calendar',
    scenarios: 'Scenarios',
  },
  help: {
    newTab: 'Open the manual in a new tab',
    close: 'Close help',
    title: 'Manual about this screen',
  },
  someNotLoaded: 'Some of the data of this screen could not be loaded.',
  printed: 'Printed {{at}}',
  search: {
    placeholder: 'Project, person, action…',
    title: 'Search',
    hint: 'Type at least two characters.',
    empty: 'Nothing found.',
    project: 'Project',
    document: 'Document',
    organization: 'Organization',
    here: 'on this screen',
    person: 'User',
    action: 'Action',
    help: 'Help',
    screen: 'Screen',
  },
  user: { menu: 'Account', profile: 'My account', logout: 'Sign out' },
  breadcrumbs: 'Breadcrumbs',
};
