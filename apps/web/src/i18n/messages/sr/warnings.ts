import { WORDS } from '@pimis/domain/text/words';

export const warnings = {
  title: WORDS.warnings.sr,
  all: 'Сва',
  allLong: 'Сва упозорења',
  none: 'Нема упозорења.',
  reasons: {
    lowSpi: 'SPI је {{spi}}, мањи од 0,900.',
    lowCpi: 'CPI је {{cpi}}, мањи од 0,900.',
    noReport: 'Последњи одобрен извештај: {{quarter}}.',
    plannedEndGone: 'Завршетак по плану: {{end}}',
    eacOverEstimate: 'EAC је {{eac}}, а процена {{bac}}.',
    waitingTooLong: 'Чека од {{since}}',
  },
  noQuarter: 'ниједан',
  money: {
    title: 'Планирано и утрошено',
    nothing: 'Ниједан пројекат нема план по кварталима.',
    curve: 'Утрошено {{spent}} од планираних {{planned}} до квартала {{quarter}}.',
    notReported: 'Планирано {{planned}}; још нема одобрених извештаја.',
    open: 'Преглед портфолија',
  },
} as const;
