import { describe, expect, it } from 'vitest';
import type { ProjectTimeline, TimelineProject } from '@pimis/contract/portfolio/timeline';
import { PHASE } from '@pimis/domain/workflow/phases';
import { plainText } from '../../../testing/plain-text.ts';
import { FIRST_PAGE } from '../../../ui/DataTable/state.ts';
import {
  activityRowsOf,
  entriesOf,
  groupNameOf,
  keyOf,
  type OpenedProject,
  rowsIn,
  tableOf,
  timelineNames,
  withActivities,
} from './rows.ts';

const PLANNED = { start: '2026-01-01', end: '2026-12-31' };
const FORMER = { start: '2025-01-01', end: '2025-12-31' };
const project = (code: string, more: Partial<TimelineProject> = {}) =>
  ({
    code,
    name: 'Школа',
    group: '50112',
    groupName: 'Град',
    phase: PHASE.reporting,
    planned: PLANNED,
    former: [FORMER],
    steps: [
      { phase: PHASE.idea, start: '2024-01-01', end: '2025-01-01' },
      { phase: PHASE.reporting, start: '2026-02-01', end: null },
    ],
    isLate: true,
    done: '24.00',
    ...more,
  }) as TimelineProject;
const activities = (more: object = {}) =>
  ({
    planned: PLANNED,
    former: [],
    activities: [
      {
        name: 'Радови',
        planned: PLANNED,
        former: [FORMER],
        reported: { start: '2026-02-01', end: null },
        done: '40.00',
      },
      { name: 'Надзор', planned: null, former: [], reported: null, done: null },
    ],
    ...more,
  }) as unknown as ProjectTimeline;
const BARE = { planned: null, former: [], steps: [], isLate: false, done: null };

describe('the rows of projects', () => {
  const entries = entriesOf([project('A'), project('B', BARE), project('C', { group: '3', groupName: null })], {
    group: 'sector',
    filter: FIRST_PAGE,
    text: plainText,
  });

  it('stand below the heading of their group, which leads to its projects', () => {
    expect(entries.map((entry) => [entry.kind, keyOf(entry)])).toEqual([
      ['heading', 'group 50112'],
      ['project', 'A'],
      ['project', 'B'],
      ['heading', 'group 3'],
      ['project', 'C'],
    ]);
    expect(entries.flatMap((entry) => (entry.kind === 'heading' ? [entry.heading] : []))).toMatchObject([
      { heading: '«Град»', href: expect.stringContaining('f.sector=50112') as unknown },
      { heading: 'projects.sectors.3' },
    ]);
    const [heading] = entriesOf([project('A')], { group: 'body', filter: FIRST_PAGE, text: plainText });
    expect(heading).toMatchObject({ heading: { href: expect.stringContaining('f.organizationId=50112') as unknown } });
    expect(rowsIn(entries).map(({ key }) => key)).toEqual(['A', 'B', 'C']);
    expect(groupNameOf({ group: '3', groupName: null }, plainText)).toBe('projects.sectors.3');
  });

  it('have their spans, phases by course, share and address', () => {
    const [first, second] = rowsIn(entries);
    expect(first).toEqual({
      key: 'A',
      label: 'A «Школа»',
      planned: PLANNED,
      former: [FORMER],
      parts: [
        { name: 'Идеја', course: 'before', start: '2024-01-01', end: '2025-01-01' },
        { name: 'Извештавање', course: 'during', start: '2026-02-01', end: null },
      ],
      isLate: true,
      note: plainText.charts.percent.full(24),
      href: '/projects/A/timeline',
      indent: 28,
    });
    expect([second?.planned, second?.parts, second?.note]).toEqual([undefined, [], undefined]);
  });
});

describe('the activities of an opened project', () => {
  const [heading, entry, other] = entriesOf([project('A'), project('B')], {
    group: 'body',
    filter: FIRST_PAGE,
    text: plainText,
  });
  const below = (opened: OpenedProject) =>
    withActivities([heading, entry, other] as never, new Map([['A', opened]]), plainText);
  const labels = (opened: OpenedProject) => below(opened).flatMap((one) => (one.kind === 'activity' ? [one.row] : []));

  it('have their planned and reported spans', () => {
    expect(activityRowsOf(activities(), plainText)).toEqual([
      {
        key: 'activity Радови',
        label: '«Радови»',
        planned: PLANNED,
        former: [FORMER],
        parts: [{ name: 'timeline.names.actual', course: 'during', start: '2026-02-01', end: null }],
        note: plainText.charts.percent.full(40),
      },
      { key: 'activity Надзор', label: '«Надзор»', planned: undefined, former: [], parts: [], note: undefined },
    ]);
  });

  it('stand below it with keys by their place; others stay closed', () => {
    const entries = below({ timeline: activities(), failure: undefined });
    expect(entries.map(keyOf)).toEqual(['group 50112', 'A', 'A 0', 'A 1', 'B']);
    expect(entries.map((one) => (one.kind === 'project' ? one.isOpen : null))).toEqual([null, true, null, null, false]);
    expect(entries[2]).toMatchObject({ kind: 'activity', code: 'A', failure: undefined, row: { indent: 44 } });
  });

  it('are a reason where there are none', () => {
    const message = (label: string) => [{ key: 'A 0', label, isEmpty: true, indent: 44 }];
    const failure = new Error('x');
    expect(labels({ timeline: undefined, failure: undefined })).toEqual(message('timeline.activities.awaited'));
    expect(labels({ timeline: undefined, failure })).toEqual(message('timeline.activities.failed'));
    expect(below({ timeline: undefined, failure })[2]).toMatchObject({ failure });
    // What was read before a failure is still shown.
    expect(below({ timeline: activities(), failure })[2]).toMatchObject({ failure: undefined });
    const none = (more: object) => labels({ timeline: activities({ activities: [], ...more }), failure: undefined });
    expect(none({})).toEqual(message('timeline.activities.none'));
    expect(none({ planned: null, former: [FORMER] })).toEqual(message('timeline.activities.none'));
    expect(none({ planned: null })).toEqual(message('timeline.activities.noPlan'));
  });
});

it('the table has a line of each project and of each activity of an opened one', () => {
  const opened = new Map([['A', { timeline: activities(), failure: undefined }]]);
  const table = tableOf([project('A'), project('B', BARE)], opened, plainText);
  const percent = plainText.charts.percent.full;
  const [planned, former, none] = ['1.1.2026. – 31.12.2026.', '1.1.2025. – 31.12.2025.', 'common.noValue'];
  expect(table.head).toEqual(
    ['project', 'group', 'planned', 'former', 'phase', 'since', 'done'].map((name) => `timeline.head.${name}`),
  );
  expect(table.rows).toEqual([
    ['A «Школа»', '«Град»', planned, former, 'Извештавање', '1.2.2026.', percent(24)],
    ['A: «Радови»', '«Град»', planned, former, none, '1.2.2026.', percent(40)],
    ['A: «Надзор»', '«Град»', none, none, none, none, none],
    ['B «Школа»', '«Град»', none, none, 'Извештавање', none, none],
  ]);
  expect(table.hrefs).toEqual(['/projects/A/timeline', undefined, undefined, '/projects/B/timeline']);
});

it('every mark of the drawing has its name', () => {
  const names = timelineNames(plainText);
  expect([names.periods?.months.length, names.periods?.quarters.length]).toEqual([12, 4]);
  const { periods: _, courses, ...others } = names;
  expect(Object.entries(others)).toEqual(Object.keys(others).map((name) => [name, `timeline.names.${name}`]));
  expect(Object.keys(others)).toHaveLength(6);
  expect(courses).toEqual({
    before: 'timeline.courses.before',
    during: 'timeline.courses.during',
    after: 'timeline.courses.after',
  });
});
