import type { MessagesOf } from '../../areas.ts';
import { WORDS } from '@pimis/domain/text/words';

export const warnings: MessagesOf<'warnings'> = {
  title: WORDS.warnings.en,
  all: 'All',
  allLong: 'All warnings',
  none: 'There are no warnings.',
  reasons: {
    lowSpi: 'Works are {{behind}} behind the plan.',
    lowCpi: 'The cost is {{above}} above the value of the works done.',
    noReport: 'Newest approved report: {{quarter}}.',
    plannedEndGone: 'Planned end: {{end}}',
    eacOverEstimate: 'The forecast of the final value is {{eac}}, the estimate {{bac}}.',
    waitingTooLong: 'Waiting since {{since}}',
  },
  noQuarter: 'none',
  money: {
    title: 'Planned and spent',
    nothing: 'No project has a plan by quarter.',
    curve: 'Spent {{spent}} of {{planned}} planned by {{quarter}}.',
    notReported: 'Planned {{planned}}; no report is approved yet.',
    open: 'Overview of the portfolio',
  },
};
