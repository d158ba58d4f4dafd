import { WORDS } from '@pimis/domain/text/words';

export const warnings = {
  title: WORDS.warnings.sr,
  all: 'Сва',
  allLong: 'Сва упозорења',
  none: 'Нема упозорења.',
  reasons: {
    lowSpi: 'Радови су {{behind}} иза плана.',
    lowCpi: 'Трошак је {{above}} изнад вредности изведених радова.',
    noReport: 'Последњи одобрен извештај: {{quarter}}.',
    plannedEndGone: 'Завршетак по плану: {{end}}',
    eacOverEstimate: 'Прогноза коначне вредности је {{eac}}, а процена {{bac}}.',
    waitingTooLong: 'Чека од {{since}}',
  },
  noQuarter: 'ниједан',
  money: {
    title: 'Планирано и утрошено',
    nothing: 'Ниједан пројекат нема план по кварталима.',
    curve: '{{quarter}}: утрошено {{spent}} од планираних {{planned}}.',
    notReported: 'Планирано {{planned}}; још нема одобрених извештаја.',
    open: 'Преглед портфолија',
  },
} as const;
