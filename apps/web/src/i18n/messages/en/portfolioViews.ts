import type { MessagesOf } from '../../areas.ts';

export const portfolioViews: MessagesOf<'portfolioViews'> = {
  forbidden: 'The portfolio is for users who see projects.',
  none: 'There are no projects to show.',
  noneHint: 'Change or remove the filters.',
  currency: 'RSD',
  projects_one: '{{count}} project',
  projects_few: '{{count}} projects',
  projects_other: '{{count}} projects',
};
