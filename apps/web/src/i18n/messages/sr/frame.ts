export const frame = {
  help: {
    newTab: 'Отвори упутство у новој картици',
    close: 'Затвори упутство',
    title: 'Упутство о овом екрану',
  },
  printed: 'Штампано {{at}}',
  search: {
    placeholder: 'Пројекат, особа, радња, упутство…',
    title: 'Претрага',
    hint: 'Унесите најмање два знака.',
    empty: 'Ништа није пронађено.',
    project: 'Пројекат',
    document: 'Документ',
    organization: 'Орган',
    here: 'на овом екрану',
    person: 'Корисник',
    action: 'Радња',
    help: 'Упутство',
    screen: 'Екран',
  },
  user: { menu: 'Налог', profile: 'Мој налог', logout: 'Одјави се' },
  breadcrumbs: 'Путања',
} as const;
