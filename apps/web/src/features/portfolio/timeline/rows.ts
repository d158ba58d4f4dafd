import type { Course, Span, TimelineHeading, TimelineNames, TimelineRow } from '@pimis/charts/timeline-layout';
import { spanText } from '@pimis/charts/timeline-layout';
import type { TableData } from '@pimis/charts/table';
import type { ProjectTimeline, TimelineGroup, TimelineProject } from '@pimis/contract/portfolio/timeline';
import { SHORT_MONTHS, SHORT_QUARTERS } from '@pimis/domain/dates/month-text';
import { phaseInfo, type Stage, stageOf } from '@pimis/domain/workflow/phases';
import type { Text } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { projectsAddress } from '../filter.ts';

/** The entries of a timeline, from top to bottom. */
export type Entry =
  | { kind: 'heading'; heading: TimelineHeading }
  | { kind: 'project'; row: TimelineRow; isOpen: boolean }
  /** Below the project with this code: an activity, or the reason why there is none. */
  | { kind: 'activity'; row: TimelineRow; code: string; failure?: Error | undefined };

export const keyOf = (entry: Entry): string => (entry.kind === 'heading' ? entry.heading.key : entry.row.key);
export const rowsIn = (entries: readonly Entry[]): TimelineRow[] =>
  entries.flatMap((entry) => (entry.kind === 'heading' ? [] : [entry.row]));

/** The activities of an opened project: read, being read, or refused. */
export interface OpenedProject {
  timeline: ProjectTimeline | undefined;
  failure: Error | undefined;
}

/** Indents of names: room for the button of a project, and the deeper level of its activities. */
const PROJECT_INDENT = 28;
const ACTIVITY_INDENT = 44;

export const COURSES: Readonly<Record<Stage, Course>> = {
  preparation: 'before',
  realization: 'during',
  finished: 'after',
};

export function timelineNames({ t, pair }: Text): TimelineNames {
  return {
    periods: { months: SHORT_MONTHS.map(pair), quarters: SHORT_QUARTERS.map(pair) },
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

/** The phases of a project as parts of the actual span. */
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
    indent: PROJECT_INDENT,
  };
}

/** The activities of a project, each with its planned and actual spans. */
export const activityRowsOf = ({ activities }: ProjectTimeline, text: Text): TimelineRow[] =>
  activities.map((activity) => ({
    key: `activity ${activity.name}`,
    label: text.data(activity.name),
    planned: activity.planned ?? undefined,
    former: activity.former,
    parts: activity.reported
      ? [{ name: text.t('timeline.names.actual'), course: 'during' as const, ...activity.reported }]
      : [],
    note: shareText(activity.done, text),
  }));

/**
 * The rows below an opened project. Their keys are their indexes, so that a row that replaces another one keeps the
 * focus.
 */
function rowsBelow(code: string, { timeline, failure }: OpenedProject, text: Text): Entry[] {
  const { t } = text;
  const messageRow = (label: string): TimelineRow[] => [{ key: '', label, isEmpty: true }];
  const rowsOf = () => {
    if (!timeline) return messageRow(failure ? t('timeline.activities.failed') : t('timeline.activities.awaited'));
    const rows = activityRowsOf(timeline, text);
    if (rows.length > 0) return rows;
    const isPlanned = timeline.planned !== null || timeline.former.length > 0;
    return messageRow(t(isPlanned ? 'timeline.activities.none' : 'timeline.activities.noPlan'));
  };
  return rowsOf().map((row, place) => ({
    kind: 'activity' as const,
    row: { ...row, key: `${code} ${place}`, indent: ACTIVITY_INDENT },
    code,
    failure: timeline ? undefined : failure,
  }));
}

/** The entries with the activities of the opened projects, by code. */
export function withActivities(
  entries: readonly Entry[],
  opened: ReadonlyMap<string, OpenedProject>,
  text: Text,
): Entry[] {
  return entries.flatMap((entry) => {
    const found = entry.kind === 'project' ? opened.get(entry.row.key) : undefined;
    return found ? [{ ...entry, isOpen: true } as Entry, ...rowsBelow(keyOf(entry), found, text)] : [entry];
  });
}

/** The period of the drawing: that of the list (the same object), or longer if an activity exceeds it. */
export function boundsWith(bounds: Span, entries: readonly Entry[], today: string): Span {
  const days = entries.flatMap((entry) => {
    if (entry.kind !== 'activity') return [];
    const { planned, former = [], parts = [] } = entry.row;
    return [planned, ...former, ...parts].flatMap((span) => (span ? [span.start, span.end ?? today] : []));
  });
  const [start = bounds.start] = [bounds.start, ...days].toSorted();
  const end = [bounds.end, ...days].toSorted().at(-1) ?? bounds.end;
  return start === bounds.start && end === bounds.end ? bounds : { start, end };
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
    const row: Entry = { kind: 'project', row: rowOf(project, text), isOpen: false };
    if (projects[index - 1]?.group === project.group) return [row];
    const heading = {
      key: `group ${project.group}`,
      heading: groupNameOf(project, text),
      href: projectsAddress(filter, { [FILTERS[group]]: project.group }),
    };
    return [{ kind: 'heading', heading }, row];
  });
}

/** The timeline as a table, with the activities of opened projects. */
export function tableOf(
  projects: readonly TimelineProject[],
  opened: ReadonlyMap<string, OpenedProject>,
  text: Text,
): TableData {
  const { t, data, date, pair } = text;
  const none = t('common.noValue');
  const plans = ({ planned, former }: Pick<TimelineProject, 'planned' | 'former'>) => [
    planned ? spanText(planned, date) : none,
    former.map((span) => spanText(span, date)).join('; ') || none,
  ];
  const lines = projects.flatMap((project) => {
    const { code, phase } = project;
    const last = project.steps.findLast((step) => step.phase === phase);
    const group = groupNameOf(project, text);
    const since = [pair(phaseInfo(phase).title), last ? date(last.start) : none];
    const own = [`${code} ${data(project.name)}`, group, ...plans(project), ...since];
    return [
      { href: `/projects/${code}/timeline`, cells: [...own, shareText(project.done, text) ?? none] },
      ...(opened.get(code)?.timeline?.activities ?? []).map(({ name, reported, done, ...plan }) => {
        const actual = [none, reported ? date(reported.start) : none, shareText(done, text) ?? none];
        return { href: undefined, cells: [`${code}: ${data(name)}`, group, ...plans(plan), ...actual] };
      }),
    ];
  });
  return {
    head: (['project', 'group', 'planned', 'former', 'phase', 'since', 'done'] as const).map((name) =>
      t(`timeline.head.${name}`),
    ),
    rows: lines.map(({ cells }) => cells),
    hrefs: lines.map(({ href }) => href),
  };
}
