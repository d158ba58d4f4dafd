import type { Course, TimelineHeading, TimelineNames, TimelineRow } from '@pimis/charts/timeline-rows';
import { spanText } from '@pimis/charts/timeline-rows';
import type { TableData } from '@pimis/charts/table';
import type { TimelineGroup, TimelineProject } from '@pimis/contract/portfolio/timeline';
import { phaseInfo, type Stage, stageOf } from '@pimis/domain/workflow/phases';
import type { Text } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { projectsAddress } from '../filter.ts';

/** What a timeline draws, one below the other. */
export type Entry = { kind: 'heading'; heading: TimelineHeading } | { kind: 'row'; row: TimelineRow };

export const COURSES: Readonly<Record<Stage, Course>> = {
  preparation: 'before',
  realization: 'during',
  finished: 'after',
};

export function timelineNames({ t }: Text): TimelineNames {
  return {
    planned: t('timeline.names.planned'),
    actual: t('timeline.names.actual'),
    former: t('timeline.names.former'),
    today: t('timeline.names.today'),
    event: t('timeline.names.event'),
    late: t('timeline.names.late'),
    courses: {
      before: t('timeline.courses.before'),
      during: t('timeline.courses.during'),
      after: t('timeline.courses.after'),
    },
  };
}

/** The phases of a project as parts of what came. */
export const partsOf = (steps: TimelineProject['steps'], { pair }: Text) =>
  steps.map(({ phase, ...span }) => ({
    name: pair(phaseInfo(phase).title),
    course: COURSES[stageOf(phase)],
    ...span,
  }));

export const shareText = (done: string | null, { charts }: Text): string | undefined =>
  done === null ? undefined : charts.percent.full(Number(done));

function rowOf(project: TimelineProject, text: Text): TimelineRow {
  return {
    key: project.code,
    label: `${project.code} ${text.data(project.name)}`,
    planned: project.planned ?? undefined,
    former: project.former,
    parts: partsOf(project.steps, text),
    isLate: project.isLate,
    note: shareText(project.done, text),
    href: `/projects/${project.code}/timeline`,
  };
}

export function groupNameOf({ group, groupName }: Pick<TimelineProject, 'group' | 'groupName'>, { t, data }: Text) {
  return groupName === null ? t(`projects.sectors.${group as '1'}`) : data(groupName);
}

const FILTERS: Readonly<Record<TimelineGroup, string>> = { body: 'organizationId', sector: 'sector' };

/** The projects below the headings of their groups; headings lead to the projects of the group. */
export function entriesOf(
  projects: readonly TimelineProject[],
  { group, filter, text }: { group: TimelineGroup; filter: TableState; text: Text },
): Entry[] {
  return projects.flatMap((project, index) => {
    const row: Entry = { kind: 'row', row: rowOf(project, text) };
    if (projects[index - 1]?.group === project.group) return [row];
    const heading = {
      key: `group ${project.group}`,
      heading: groupNameOf(project, text),
      href: projectsAddress(filter, { [FILTERS[group]]: project.group }),
    };
    return [{ kind: 'heading', heading }, row];
  });
}

/** The table of the timeline: what its rows say. */
export function tableOf(projects: readonly TimelineProject[], text: Text): TableData {
  const { t, data, date, pair } = text;
  const none = t('common.noValue');
  return {
    head: (['project', 'group', 'planned', 'former', 'phase', 'since', 'done'] as const).map((name) =>
      t(`timeline.head.${name}`),
    ),
    rows: projects.map((project) => {
      const last = project.steps.findLast(({ phase }) => phase === project.phase);
      return [
        `${project.code} ${data(project.name)}`,
        groupNameOf(project, text),
        project.planned ? spanText(project.planned, date) : none,
        project.former.map((span) => spanText(span, date)).join('; ') || none,
        pair(phaseInfo(project.phase).title),
        last ? date(last.start) : none,
        shareText(project.done, text) ?? none,
      ];
    }),
    hrefs: projects.map(({ code }) => `/projects/${code}/timeline`),
  };
}
