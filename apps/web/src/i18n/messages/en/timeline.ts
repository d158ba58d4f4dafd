import type { MessagesOf } from '../../areas.ts';

export const timeline: MessagesOf<'timeline'> = {
  title: 'Planned and actual',
  note: 'Each row shows the plan in force, earlier plans and the phases of a project. Arrow keys lead from row to row.',
  group: 'Grouping',
  groups: { body: 'By organization', sector: 'By sector' },
  shown_one: '{{shown}} of {{count}} project shown',
  shown_few: '{{shown}} of {{count}} projects shown',
  shown_other: '{{shown}} of {{count}} projects shown',
  more: 'Show more',
  names: {
    planned: 'plan in force',
    actual: 'actual',
    former: 'earlier plan',
    today: 'today',
    event: 'event',
    late: 'past its end',
  },
  courses: { before: 'preparation', during: 'realization', after: 'conclusion' },
  head: {
    group: 'Group',
    project: 'Project',
    planned: 'Plan in force',
    former: 'Earlier plans',
    phase: 'Phase',
    since: 'Since',
    done: 'Done',
    part: 'Phase or activity',
    reported: 'Actual',
  },
  project: {
    title: 'Planned and actual',
    note: 'Phases are by the days of their start and close. Activities are by the quarters of the plan, and what came of them by approved quarterly reports.',
    plan: 'Plan of realization',
    none: 'The project has no plan and no phases yet.',
  },
};
