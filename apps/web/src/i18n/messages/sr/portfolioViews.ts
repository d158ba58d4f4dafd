export const portfolioViews = {
  forbidden: 'Портфолио виде корисници који виде пројекте.',
  none: 'Нема пројеката за приказ.',
  noneHint: 'Промените или уклоните филтере.',
  currency: 'РСД',
  projects_one: '{{count}} пројекат',
  projects_few: '{{count}} пројекта',
  projects_other: '{{count}} пројеката',
} as const;
