import type { MessagesOf } from '../../areas.ts';
import { WORDS } from '@pimis/domain/text/words';

export const timeline: MessagesOf<'timeline'> = {
  title: 'Planned and actual',
  note: 'Each row shows the plan in force, earlier plans and the phases of a project.',
  keys: 'The button before a name opens the activities of the project. Up and down arrow keys lead from row to row, right opens a project, left closes it.',
  group: 'Grouping',
  groups: { body: WORDS.byBody.en, sector: WORDS.bySector.en },
  shown_one: '{{shown}} of {{count}} project shown',
  shown_few: '{{shown}} of {{count}} projects shown',
  shown_other: '{{shown}} of {{count}} projects shown',
  more: 'Show more',
  names: {
    planned: 'plan in force',
    actual: 'actual',
    former: 'earlier plan',
    today: WORDS.today.en,
    event: 'event',
    late: 'past its end',
  },
  courses: { before: 'preparation', during: 'realization', after: 'conclusion' },
  head: {
    group: WORDS.group.en,
    project: WORDS.project.en,
    planned: 'Plan in force',
    former: 'Earlier plans',
    phase: WORDS.phase.en,
    since: 'Since',
    done: WORDS.done.en,
    part: 'Phase or activity',
    reported: 'Actual',
  },
  activities: {
    of: 'Activities: {{project}}',
    awaited: 'Activities are loading…',
    failed: 'Activities were not loaded.',
    noPlan: 'The project has no approved plan.',
    none: 'The plan has no activities by quarter.',
  },
  project: {
    title: 'Planned and actual',
    note: 'Phases are by the days of their start and close. Activities are by the quarters of the plan, and what came of them by approved quarterly reports.',
    plan: 'Plan of realization',
    none: 'The project has no plan and no phases yet.',
  },
};
