import type { Readable } from 'node:stream';
import type { TimelineGroup, TimelineProject } from '@pimis/contract/portfolio/timeline';
import { days } from '@pimis/domain/dates/dates';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { PHASE, phaseInfo } from '@pimis/domain/workflow/phases';
import { MAX_TIMELINE_ROWS } from '@pimis/contract/portfolio/timeline';
import { WORDS } from '@pimis/domain/text/words';
import type { Context } from '../../../platform/context.ts';
import { decodePageKey } from '../../../platform/lists/keyset-pagination.ts';
import { type SheetLine, workbookStream } from '../../../platform/documents/xlsx/workbook.ts';
import type { PortfolioScope } from '../scope.ts';
import { type Activities, readActivities } from './activities.ts';
import { ORDERS, readTimeline } from './rows.ts';

const NAME = pair('Временски план', 'Timeline');
const ACTIVITIES = WORDS.activities;
const GROUPS: Readonly<Record<TimelineGroup, BilingualText>> = {
  body: WORDS.body,
  sector: WORDS.sector,
};
/** Columns of both sheets, about the project and about its plan. */
const PROJECT = [
  { title: WORDS.code, kind: 'text', width: 16 },
  { title: WORDS.project, kind: 'text', width: 48 },
] as const;
const PLAN = [
  { title: pair('План: почетак', 'Plan: start'), kind: 'day', width: 15 },
  { title: pair('План: крај', 'Plan: end'), kind: 'day', width: 15 },
  { title: pair('Први план: крај', 'First plan: end'), kind: 'day', width: 15 },
  { title: pair('Померање (дана)', 'Slip (days)'), kind: 'whole', width: 15 },
] as const;
const DONE = { title: pair('Извршено (%)', 'Done (%)'), kind: 'percent', width: 13 } as const;
const PROJECT_COLUMNS = [
  ...PROJECT,
  { title: WORDS.phase, kind: 'text', width: 22 },
  { title: WORDS.opened, kind: 'day', width: 13 },
  ...PLAN,
  { title: pair('Извештавање од', 'Reporting since'), kind: 'day', width: 15 },
  { title: pair('Извештавање до', 'Reporting until'), kind: 'day', width: 15 },
  DONE,
  { title: pair('Извештено до', 'Reported until'), kind: 'day', width: 15 },
] as const;
const ACTIVITY_COLUMNS = [
  ...PROJECT,
  { title: WORDS.activity, kind: 'text', width: 48 },
  ...PLAN,
  { title: pair('Остварено од', 'Actual: start'), kind: 'day', width: 15 },
  { title: pair('Остварено до', 'Actual: end'), kind: 'day', width: 15 },
  DONE,
] as const;

/** Plans and reports are read for this many projects at once: the values of a project take about ten kilobytes. */
const ACTIVITIES_OF = 100;
/** The maximum of rows in the sheet of activities: nobody reads more, and each hundred projects need a query. */
const MOST_ACTIVITIES = 1_000_000;
const MORE = pair(
  'Остале активности нису у овој табели. Сузите избор.',
  'Further activities are not in this table. Narrow the selection.',
);

/** The period of the plan in force, the end of the first one, and the days between both ends. */
function planCells({ planned, former }: Pick<TimelineProject, 'planned' | 'former'>): (string | null)[] {
  const first = former[0] ?? planned;
  return [
    planned?.start ?? null,
    planned?.end ?? null,
    first?.end ?? null,
    planned && first ? String(days(first.end, planned.end)) : null,
  ];
}

/**
 * The projects of the timeline as a workbook, with a limited number of their activities as the second sheet, read page
 * by page.
 */
export function timelineWorkbook(
  context: Context,
  scope: PortfolioScope,
  group: TimelineGroup,
  written: Written,
  most = MOST_ACTIVITIES,
): Promise<Readable> {
  const { db } = context;
  const { say } = wordingOf(written.language);
  const groupOf = ({ group: key, groupName }: TimelineProject) => {
    const sector = SECTOR_OPTIONS[Number(key) - 1];
    return groupName ?? (sector ? say(sector.label) : key);
  };
  async function* pages() {
    let after: string | null = null;
    do {
      const key: ReturnType<typeof decodePageKey> | null =
        after === null ? null : decodePageKey(after, 'after', ORDERS[group]);
      const page: Awaited<ReturnType<typeof readTimeline>> = await readTimeline(db, scope, {
        group,
        rows: MAX_TIMELINE_ROWS,
        after: key,
      });
      yield page;
      after = page.next;
    } while (after !== null);
  }
  async function* projects(): AsyncGenerator<SheetLine> {
    for await (const { rows } of pages()) {
      for (const row of rows) {
        // The phase lasts from the start of its first round to the end of the last one.
        const reporting = row.steps.filter(({ phase }) => phase === PHASE.reporting);
        const since = [reporting[0]?.start ?? null, reporting.at(-1)?.end ?? null];
        const own = [groupOf(row), row.code, row.name, say(phaseInfo(row.phase).title), row.steps[0]?.start ?? null];
        yield { kind: 'row', cells: [...own, ...planCells(row), ...since, row.done, row.reportedUntil] };
      }
    }
  }
  function* linesOf(row: TimelineProject, read: Activities): Generator<SheetLine> {
    for (const { name, reported, done, ...plan } of read) {
      const own = [groupOf(row), row.code, row.name, name];
      const actual = [reported?.start ?? null, reported?.end ?? null];
      yield { kind: 'row', cells: [...own, ...planCells(plan), ...actual, done] };
    }
  }
  async function* activities(): AsyncGenerator<SheetLine> {
    let lines = 0;
    for await (const { rows, ids } of pages()) {
      for (let from = 0; from < ids.length; from += ACTIVITIES_OF) {
        const some = ids.slice(from, from + ACTIVITIES_OF);
        const read = await readActivities(db, some);
        for (const [index, id] of some.entries()) {
          const row = rows[from + index];
          if (!row) continue;
          const own = [...linesOf(row, read.get(id) ?? [])];
          lines += own.length;
          if (lines > most) {
            yield { kind: 'row', cells: [say(MORE), ...ACTIVITY_COLUMNS.map(() => '')] };
            return;
          }
          yield* own;
        }
      }
    }
  }
  const columnsOf = (columns: typeof PROJECT_COLUMNS | typeof ACTIVITY_COLUMNS) => [
    { title: say(GROUPS[group]), kind: 'text' as const, width: 40 },
    ...columns.map(({ title, kind, width }) => ({ title: say(title), kind, width })),
  ];
  return workbookStream({
    name: say(NAME),
    columns: columnsOf(PROJECT_COLUMNS),
    lines: projects(),
    further: [{ name: say(ACTIVITIES), columns: columnsOf(ACTIVITY_COLUMNS), lines: activities() }],
    ...written,
    at: context.now(),
  });
}
